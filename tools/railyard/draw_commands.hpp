#pragma once
// What `railyard draw` can draw: one function and one file for each, draw_NAME.cpp, its line here and in
// cmd_draw.cpp.

#include <CLI/App.hpp>

#include "railyard/command.hpp"

namespace railyard::tool {

void add_draw_placement(CLI::App& draw, Selected& selected);

}  // namespace railyard::tool
