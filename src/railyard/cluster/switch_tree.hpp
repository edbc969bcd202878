#pragma once
// A topology as schedulers describe one: a tree of switches above hosts, and blocks of hosts that NVLink
// joins.

#include <cstdint>
#include <string>
#include <vector>

#include "railyard/cluster/launch_plan.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::cluster {

struct HostOfServer {
    GpuPlace place;  // of one of the server's GPUs
    std::string host;
};

struct TreeSwitch {
    std::string name;
    std::vector<std::string> switches;  // below it; or
    std::vector<std::string> hosts;
};

struct TreeBlock {
    std::string name;
    std::vector<std::string> hosts;
};

struct SwitchTree {
    std::vector<TreeSwitch> switches;  // parents before their children
    std::vector<TreeBlock> blocks;  // domains of several servers; empty where each server is one of its own
    std::vector<std::uint32_t>
        block_sizes;  // in hosts: the smallest block, then its doubles up to all blocks
};

// Levels, top down: the topology's tiers, then domains of several servers (a rack of trays). A railed leaf of
// a span is one switch. A level that does not nest in the one above is left out.
SwitchTree switch_tree(const Topology& topology, const std::vector<HostOfServer>& hosts);

// The servers that a scheduler is told of. Without hosts: all of the topology, or those that hold ranks where
// it has as many as a job needs. With as many hosts as the topology has servers: all; else those with ranks.
std::vector<HostOfServer> servers_to_schedule(const LaunchPlan& plan, const std::vector<std::string>& hosts);

}  // namespace railyard::cluster
