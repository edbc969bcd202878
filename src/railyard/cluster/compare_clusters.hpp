#pragma once
// Two files about one cluster, side by side: what one says otherwise than the other.

#include <string>
#include <vector>

#include "railyard/base/finding.hpp"
#include "railyard/cluster/cluster.hpp"

namespace railyard::cluster {

// Blocks, NVLink domains and switches that the two draw differently, whatever they are called there
// (mismatches, whichever of the files comes first), and hosts that only one of them names (a warning where
// both tell of the same kind of thing, else a note). Findings name files where Cluster::from has them.
// Of hosts that are drawn differently one is named: one of `first`, the hosts of a job, where there is one.
Findings compare_clusters(const Cluster& a, const Cluster& b, const std::vector<std::string>& first = {});

}  // namespace railyard::cluster
