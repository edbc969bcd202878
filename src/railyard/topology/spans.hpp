#pragma once
// What lies in the spans of a tier, without walking them one by one.

#include <cstdint>
#include <vector>

#include "railyard/topology/topology.hpp"

namespace railyard {

// Servers of one kind of domain.
struct ServersOfKind {
    std::uint32_t kind = 0;
    std::uint64_t servers = 0;
};

// `count` spans, one after the other, that hold the same: `holds` in each.
struct SpanGroup {
    std::uint64_t count = 0;
    std::vector<ServersOfKind> holds;
};

// All spans of a tier, in order; the last may be filled in part. The topology must be finite. Grows with the
// runs of the topology, not with its size.
std::vector<SpanGroup> span_groups(const Topology& topology, const Tier& tier);

// NICs of the servers of one such span, and the rails that they join.
struct SpanNics {
    std::uint64_t nics = 0;
    std::uint64_t rails = 0;
};
SpanNics nics_of(const Topology& topology, const SpanGroup& span);

}  // namespace railyard
