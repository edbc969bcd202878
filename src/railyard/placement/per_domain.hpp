#pragma once
// Whether a topology has domains of which so many GPUs can be used.

#include <cstdint>

#include "railyard/job/layout.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

// The GPUs of the largest domain, where a partition is one.
std::uint32_t gpus_of_largest_domain(const Topology& topology);

// Throws InputError where `per_domain` is more than the largest domain has: whoever asks for 64 of 8 GPUs
// means another machine, and place() would take all of each domain. Placements that are given need no such
// rule.
void check_per_domain(const Topology& topology, const PlacementRules& rules);

}  // namespace railyard
