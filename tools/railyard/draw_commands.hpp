#pragma once
// What `railyard draw` can draw: a function for each, its line here and in cmd_draw.cpp.

#include <CLI/App.hpp>

#include "railyard/command.hpp"

namespace railyard::tool {

void add_draw_topology(CLI::App& draw, Selected& selected);
void add_draw_placement(CLI::App& draw, Selected& selected);
void add_draw_matrix(CLI::App& draw, Selected& selected);
void add_draw_links(CLI::App& draw, Selected& selected);
void add_draw_step(CLI::App& draw, Selected& selected);
void add_draw_memory(CLI::App& draw, Selected& selected);

}  // namespace railyard::tool
