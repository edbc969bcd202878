#pragma once
// Several files about one cluster as one: Slurm knows the blocks, Kubernetes the NVLink domains, the fabric
// the cables. Hosts are the same when their names are, with or without a domain (host_lookup.hpp).

#include <string>
#include <vector>

#include "railyard/base/finding.hpp"
#include "railyard/cluster/cluster.hpp"

namespace railyard::cluster {

// Adds to `cluster` what `more` knows beside it; where both tell something of a host, what was there stays.
// Blocks and NVLink domains that two sources draw differently are findings (mismatch).
// `first`: the hosts of a job, of which a finding tells rather than of others.
Findings merge_into(Cluster& cluster, const Cluster& more, const std::vector<std::string>& first = {});

// What is odd about the NVLink domains of a cluster: the same clique in several racks (they are different
// domains; a note).
Findings clique_findings(const Cluster& cluster);

}  // namespace railyard::cluster
