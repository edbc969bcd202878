#pragma once
// The hosts of a real allocation in the seats of a placement: what their order does to the job on the blocks
// and switches that the cluster really has.

#include <string>
#include <vector>

#include "railyard/base/finding.hpp"
#include "railyard/cluster/cluster.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/rank_grid.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::cluster {

struct Allocation {
    const Layout& layout;
    const Topology& topology;
    const RankGrid& grid;
    const Placement& placement;
    const Cluster& cluster;
    const std::vector<std::string>& hosts;  // in the order in which they take the seats
};

// Mismatches: hosts that the cluster does not know, fewer hosts than servers, and groups of ranks that lie
// across NVLink domains, blocks or switches where the topology keeps them inside a domain or a tier's span.
// Warnings: more hops that leave one than the topology has, without such a group; a better order of the
// hosts, with the hops of both. Notes: the hops counted on each grouping, the groups of every dimension that
// lie across several of its parts (the first of each named), and hosts that stay idle. Hops of hosts of which
// nothing is known are not counted, and no better order is sought among them.
Findings check_allocation(const Allocation& allocation);

}  // namespace railyard::cluster
