#pragma once
// A job as simple as they come: tp over neighbouring GPUs and dp over the rest, placed on a shipped topology.

#include <cstdint>
#include <string>
#include <variant>

#include "railyard/job/rank_grid.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/topology/load.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::test {

struct TensorGroups {
    explicit TensorGroups(const std::string& topology_name, std::uint32_t ranks = 8, std::uint32_t tp = 8)
        : topology(load_topology(shipped_library(), topology_name).topology),
          grid(order_of("tp,cp,pp,dp"), degrees(ranks, tp)),
          placement(std::get<Placement>(place(topology, grid, {}))) {}

    static Degrees degrees(std::uint32_t ranks, std::uint32_t tp) {
        Degrees result;
        result.tp = tp;
        result.dp = ranks / tp;
        return result;
    }

    Topology topology;
    RankGrid grid;
    Placement placement;
};

}  // namespace railyard::test
