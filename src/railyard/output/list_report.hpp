#pragma once
// The answer of `list`: what is shipped, in groups, one line each.

#include <string>
#include <string_view>
#include <vector>

#include "railyard/input/catalogue.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {

// "topologies", "domains", "gpus", "layouts", "models", "sweeps".
std::string_view group_name(input::Shelf shelf);

// Broken files are told as such, with the reason in place of what they say of themselves.
std::string list_table(const std::vector<input::CatalogueEntry>& entries, Colour colour);

// An object with one list for each group; `problem` is there for broken files alone.
std::string list_json(const std::vector<input::CatalogueEntry>& entries);

// The figures of sweeps, what else constraints may call them, and what they are.
std::string figure_table();
std::string figure_json();  // a list
std::string figure_csv();   // figure,alias,about

// group,name,about,problem
std::string list_csv(const std::vector<input::CatalogueEntry>& entries);

}  // namespace railyard::output
