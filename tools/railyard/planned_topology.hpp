#pragma once
// The topology that a plan is for: as its file says, or what of it the hosts of --hosts are.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "railyard/input/library.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/plan_options.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::tool {

struct PlannedTopology {
    Topology topology;
    std::vector<std::string> notes;
    std::map<std::uint32_t, std::string> host_of;  // by server; empty without --hosts
};

// Throws InputError: hosts that stand for no server, --machine without --hosts.
PlannedTopology planned_topology(const PlanOptions& options, const input::Library& library);

// The GPUs of what is called so: a part of the topology, or a host of it. Throws InputError for nothing, and
// for what is not there as it is.
std::vector<GpuId> gpus_named(const PlannedTopology& planned, const std::vector<std::string>& names);

// The hosts of --hosts in the order of the ranks that sit there, as a hostlist. `topology`: that of the
// placement.
std::string hosts_in_order(const PlannedTopology& planned, const Topology& topology,
                           const Placement& placement);

}  // namespace railyard::tool
