#pragma once
// Hosts whose cables are not like those of the others: a NIC on the leaf switch of another rail, a port that
// the others have, a port that is slower.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "railyard/base/finding.hpp"
#include "railyard/cluster/cluster.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::cluster {

enum class Railed { no, yes };

// Whether it is known which hosts the job's are. Where not, a host with fewer ports than a server has NICs
// may be of another kind, and slow ones are a warning.
enum class JobHosts { unknown, known };

struct NicsOfServer {
    std::uint32_t count = 0;
    BytesPerSecond rate;            // of one, nominal, one way
    std::set<std::string> names{};  // of those that carry the job's traffic, where servers tell ("mlx5_0")
};

// Only where the source tells ports apart (InfiniBand). A leaf switch is that of a rail when more than half
// of its host ports, and three at least, are NICs of one name. A host on the wrong leaf, or without a port
// that most hosts of its leaf switches have, is a mismatch where the topology is railed, else a warning; a
// port slower than most of its leaf is a warning. A port slower than a NIC of the topology is a mismatch, of
// the fastest ports of a host as many as a server has NICs: others may be for storage and management. Where
// the job's NICs are known, by name or since as many NICs have the topology's rate on most hosts, only those
// are judged so. Of a host with less than half the ports that a server has NICs, a port at the full rate that
// it can have is a warning: it may be for storage. A port below what it can have, which the topology does not
// ask of it, is a warning. All rates are the nominal ones, one way.
Findings rail_findings(const Cluster& cluster, Railed topology,
                       std::optional<NicsOfServer> nics = std::nullopt,
                       JobHosts job_hosts = JobHosts::unknown);

// What each server of the topology has at least; none where some server has no NIC.
std::optional<NicsOfServer> least_nics(const Topology& topology);

// Leaf switches whose cables can be judged: those that are of one rail, or most of whose ports have one rate.
std::size_t judged_leaves(const Cluster& cluster);

}  // namespace railyard::cluster
