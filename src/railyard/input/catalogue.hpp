#pragma once
// All that is shipped, with the line that each file says of itself.

#include <functional>
#include <string>
#include <vector>

#include "railyard/input/library.hpp"

namespace railyard::input {

struct CatalogueEntry {
    Shelf shelf = Shelf::topologies;
    std::string name;
    std::string about;    // the file's `about`
    std::string problem;  // why it does not load, with its place; empty: it does
};

// Loads the file at `path` in earnest. Throws InputError if it is broken.
using LoadShipped = std::function<void(Shelf shelf, const std::string& path)>;

// Every file of the roots, shelf by shelf, by name. A broken one is told as such and breaks nothing else.
std::vector<CatalogueEntry> catalogue(const Library& library, const LoadShipped& load);

}  // namespace railyard::input
