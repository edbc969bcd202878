#pragma once
// Where a sweep is: a file as it is named, or a shipped one.

#include <string>

#include "railyard/input/library.hpp"

namespace railyard::tool {

// Throws InputError for a name that is neither.
std::string sweep_file(const input::Library& library, const std::string& name);

}  // namespace railyard::tool
