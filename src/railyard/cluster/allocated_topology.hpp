#pragma once
// The part of a topology that an allocation has: the servers that its hosts stand for. Everything else is
// unavailable, so what is planned on it is planned for those hosts.

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "railyard/cluster/cluster.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::cluster {

struct AllocatedTopology {
    Topology topology;                             // ends, whether or not the whole one does
    std::map<std::uint32_t, std::string> host_of;  // by GpuPlace::server_id
};

// Why hosts cannot be found in a topology.
struct HostsProblem {
    std::string message;
    std::string hint;
};

// Hosts that are called as their servers are, '-' for '/' (rack3-tray7: default_host() of launch_plan.hpp).
// `hosts` are not empty, and no name is there twice.
std::variant<AllocatedTopology, HostsProblem> allocated_by_name(const Topology& topology,
                                                                const std::vector<std::string>& hosts);

// Hosts that a cluster file tells of. Those of one NVLink domain or block take the servers of one domain of
// the topology, in the order of the list; domains below one switch take domains of one span of the tier that
// the switch's level is, bottom up, and other switches other spans. Which domains and spans is of no matter:
// all are alike, so a topology of several kinds of domains is refused. Problems besides: hosts that the file
// does not know or says no domain of, more hosts in a domain than it has servers, more domains below a switch
// than a span has.
std::variant<AllocatedTopology, HostsProblem> allocated_by_cluster(const Topology& topology,
                                                                   const Cluster& cluster,
                                                                   const std::vector<std::string>& hosts);

}  // namespace railyard::cluster
