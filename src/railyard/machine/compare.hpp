#pragma once
// A machine as it was observed against the topology that says what it should be, and what each difference
// does to a layout that is placed on it.

#include <optional>
#include <string>
#include <vector>

#include "railyard/base/finding.hpp"
#include "railyard/placement/meaning.hpp"
#include "railyard/machine/observed.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::machine {

// A server of the topology and the host that stands for it.
struct Match {
    std::size_t host = 0;  // index into Observed::hosts
    GpuPlace first_gpu;    // of the server
};

// Which server each host is: the hosts in their order are the servers from that of `first` on in the
// topology's order; where several kinds of domains follow each other, a host goes to the next server with as
// many GPUs. Hosts beyond the end of the topology have no match.
std::vector<Match> match_servers(const Topology& topology, const Observed& observed, GpuId first = GpuId(0));

// The same by the names of an allocation: the k-th of `hosts` is the k-th server that the placement uses, in
// rank order. Hosts whose names are not there have no match.
std::vector<Match> match_hosts(const Topology& topology, const Observed& observed, const Placement& placement,
                               const std::vector<std::string>& hosts);

// Servers that hold ranks, and how many of them no host stands for.
struct ServersOfJob {
    std::size_t all = 0, missing = 0;
};
ServersOfJob servers_without(const Topology& topology, const Placement& placement,
                             const std::vector<Match>& matches);

// All differences of these servers. Without a job the findings do not say what they mean for dimensions.
Findings compare(const Topology& topology, const Observed& observed, const std::vector<Match>& matches,
                 const std::optional<PlacedRanks>& job);

// What no source told of a host and would have been compared: "NVLink, NIC rates"; empty when nothing is
// missing.
std::string not_told(const ObservedHost& host);

// "8 GPUs (NVIDIA H200), 8 NICs".
std::string seen_in(const ObservedHost& host);

}  // namespace railyard::machine
