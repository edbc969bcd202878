#pragma once
// The NICs of a domain file.

#include "railyard/input/mapping.hpp"
#include "railyard/topology/hardware.hpp"

namespace railyard {

// Reads the mapping `nics`. Problems are added; a known model at another rate than its maker's is noted.
Nics read_nics(const input::Mapping& keys, const Servers& servers);

}  // namespace railyard
