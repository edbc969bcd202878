#pragma once
// Whether a cluster has what a topology says: as many servers and NVLink domains, and domains as large.

#include "railyard/base/finding.hpp"
#include "railyard/cluster/cluster.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::cluster {

// Mismatches: fewer hosts or NVLink domains than the topology has (those that it lists as unavailable taken
// off), and racks that are cut into several cliques where the topology has one domain. Notes: domains or
// blocks with fewer hosts than a domain has servers, and hosts beyond those of the topology.
Findings compare_inventory(const Cluster& cluster, const Topology& topology);

}  // namespace railyard::cluster
