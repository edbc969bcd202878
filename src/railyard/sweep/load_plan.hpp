#pragma once
// Sweep files.

#include <string>

#include "railyard/sweep/plan.hpp"

namespace railyard::sweep {

// Reads a sweep file. Throws InputError with all the problems found in it: keys that no file has, lists that
// cannot be zipped, constraints on figures that there are not, too many points. Topologies and layouts are
// not opened yet.
Plan load_plan(const std::string& path);

// The same for a document that is at hand.
Plan load_plan(input::Document document);

}  // namespace railyard::sweep
