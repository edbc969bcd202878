#pragma once
// Boxes of 8 GPUs (hgx-h100) under tiers of few each, so that spans can be counted on fingers.

#include <string>

#include "railyard/topology/topology.hpp"

namespace railyard::test {

// Twelve boxes in rows of three, two rows a floor, and a core above.
Topology rows_and_floors();

// Boxes four to a leaf and eight to a spine, and a core above. `count`: of the boxes, or "as needed";
// `unavailable`: their names, separated by commas.
Topology leaves_and_spines(const std::string& count, const std::string& unavailable = "");

}  // namespace railyard::test
