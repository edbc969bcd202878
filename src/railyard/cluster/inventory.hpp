#pragma once
// Whether a cluster has what a topology says: as many servers and NVLink domains, and domains as large.

#include <optional>
#include <string>
#include <vector>

#include "railyard/base/finding.hpp"
#include "railyard/cluster/cluster.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/rank_grid.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::cluster {

// A job where it is placed, to say what a difference means for it.
struct SeatedJob {
    const Layout& layout;
    const RankGrid& grid;
    const Placement& placement;
    std::vector<std::string> hosts{};  // in the order in which they take the seats; empty: not known
};

// Mismatches: fewer hosts or NVLink domains than the topology has (those that it lists as unavailable taken
// off), and racks that are cut into several cliques where the topology has one domain; warnings where the
// ranks of the job have enough of them all the same, and where hosts of which no domain is told may be those
// that are missing. Notes: domains or blocks with fewer hosts than a domain has servers, and hosts beyond
// those of the topology. Hosts of which no domain or block is told are a
// warning, and a note where the hosts of the job are known and these are none that its ranks sit on. Without
// a job findings do not say what they mean for its dimensions.
Findings compare_inventory(const Cluster& cluster, const Topology& topology,
                           const std::optional<SeatedJob>& job = std::nullopt);

}  // namespace railyard::cluster
