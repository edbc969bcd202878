#pragma once
// A job around GPUs that went down, with as few ranks moved as can be.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "railyard/placement/placement.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::search {

struct MovedRank {
    RankId rank;
    GpuId from;
    GpuId to;
};

struct Replan {
    Placement placement;
    std::vector<MovedRank> moved;    // in rank order
    std::uint32_t lost = 0;          // ranks whose GPU is down
    std::uint32_t blocks_moved = 0;  // whole blocks that left their domain
};

// The topology with more GPUs missing.
Topology without(const Topology& topology, const std::vector<GpuId>& down);

// Ranks whose GPU is down go to free GPUs of their domain. Where those do not suffice, whole blocks go to
// other domains, which is the least: a domain that is short of s GPUs has to give up at least s / block of
// its blocks, and a block that stays moves only the ranks it lost. Blocks with most ranks lost go first; they
// go where the job already is, if there is room, else to domains that it does not use yet. Where blocks
// straddle domains every lost rank moves by itself, as near as there is room. `reduced` is the topology
// without what is down, `placement` sits on the whole one. Nothing but the answer no if there are not the
// GPUs.
std::variant<Replan, DoesNotFit> replan(const Topology& reduced, const Placement& placement);

}  // namespace railyard::search
