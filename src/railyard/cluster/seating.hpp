#pragma once
// The servers that a placement uses, as seats in rank order: seat 0 is the server of rank 0, seat 1 the next
// one that a rank sits on, and so on. The hosts of an allocation take the seats in the order given.

#include <vector>

#include "railyard/cluster/crossings.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::cluster {

struct Seating {
    Seats seat_of;                  // by rank
    std::vector<GpuPlace> servers;  // by seat: where the first rank on it sits
};

Seating seat_ranks(const Topology& topology, const Placement& placement);

// How the topology divides the seats: by domain first, then by the spans of its tiers, bottom up.
std::vector<Grouping> expected_groupings(const Topology& topology, const Seating& seating);

}  // namespace railyard::cluster
