#pragma once
// Loads every shipped file for the page, with the loaders that the program uses.

#include <string>

#include "explorer/core/shipped.hpp"

namespace railyard::explorer {

// `root` holds topologies/, layouts/ and calibration/. Throws InputError, as the loaders do.
Shipped collect(const std::string& root, const std::string& version);

}  // namespace railyard::explorer
