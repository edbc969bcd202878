#pragma once
// Which process of a job runs on which host and GPU: what launchers are told.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "railyard/base/ids.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/rank_grid.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::cluster {

// A server of the topology, the host that stands for it, and the ranks on it in rank order.
struct PlannedServer {
    GpuPlace place;  // of one of its GPUs
    std::string host;
    std::vector<RankId> ranks;
};

struct PlannedTask {
    std::uint32_t server = 0;      // index into LaunchPlan::servers
    std::uint32_t local_rank = 0;  // among the ranks of its server
    std::uint32_t gpu = 0;         // in its server: the ordinal of the device
};

struct LaunchPlan {
    const Layout& layout;
    const Topology& topology;
    const RankGrid& grid;
    std::vector<PlannedServer> servers;  // in the order of their first ranks
    IdVector<RankId, PlannedTask> tasks;
    std::vector<std::string> idle_hosts;  // of the list that was given, beyond the servers
};

// The answer "no".
struct TooFewHosts {
    std::size_t servers = 0;  // that hold ranks
    std::size_t hosts = 0;    // that were given
};

// The host that a server is called without a list of hosts: its name with '-' for '/', such as rack3-tray7.
std::string default_host(const Topology& topology, const GpuPlace& place);

// `hosts` stand for the servers that hold ranks, in the order of their first ranks; empty: default_host().
std::variant<LaunchPlan, TooFewHosts> plan_launch(const Layout& layout, const Topology& topology,
                                                  const RankGrid& grid, const Placement& placement,
                                                  const std::vector<std::string>& hosts);

}  // namespace railyard::cluster
