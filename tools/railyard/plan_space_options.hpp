#pragma once
// What `railyard plan` may choose from: a list for everything that it chooses, a word for what it does not.

#include <CLI/App.hpp>
#include <string_view>

#include "railyard/search/plan_space.hpp"

namespace railyard::tool {

// Headings in the help.
inline constexpr std::string_view plan_choice_group = "What may be chosen (lists: A,B; default: all)";
inline constexpr std::string_view plan_given_group = "What is given";

// `space` must outlive the parsing. Its model is not set here.
void add_plan_space_options(CLI::App& command, search::PlanSpace& space);

}  // namespace railyard::tool
