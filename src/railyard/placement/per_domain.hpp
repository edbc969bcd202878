#pragma once
// Whether a topology has domains of which so many GPUs can be used.

#include "railyard/job/layout.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

// Throws InputError where `per_domain` is more than the largest domain has: whoever asks for 64 of 8 GPUs
// means another machine, and place() would take all of each domain. Placements that are given need no such
// rule.
void check_per_domain(const Topology& topology, const PlacementRules& rules);

}  // namespace railyard
