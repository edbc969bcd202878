#pragma once
// What `railyard plan` may choose from: a list for everything that it chooses, a word for what it does not.

#include <CLI/App.hpp>

#include "railyard/search/plan_space.hpp"

namespace railyard::tool {

// `space` must outlive the parsing. Its model is not set here.
void add_plan_space_options(CLI::App& command, search::PlanSpace& space);

}  // namespace railyard::tool
