#pragma once
// Hosts whose cables are not like those of the others: a NIC on the leaf switch of another rail, a port that
// the others have, a port that is slower.

#include <cstddef>

#include "railyard/base/finding.hpp"
#include "railyard/cluster/cluster.hpp"

namespace railyard::cluster {

enum class Railed { no, yes };

// Only where the source tells ports apart (InfiniBand). A leaf switch is that of a rail when more than half
// of its host ports, and three at least, are NICs of one name. A host on the wrong leaf, or without a port
// that most hosts of its leaf switches have, is a mismatch where the topology is railed, else a warning; a
// slower port is a warning.
Findings rail_findings(const Cluster& cluster, Railed topology);

// Leaf switches whose cables can be judged: those that are of one rail, or most of whose ports have one rate.
std::size_t judged_leaves(const Cluster& cluster);

}  // namespace railyard::cluster
