#pragma once
// Blocks of the scheduler against NVLink domains, which files of different programs tell.

#include <string>
#include <vector>

#include "railyard/base/finding.hpp"
#include "railyard/cluster/cluster.hpp"

namespace railyard::cluster {

// A block with hosts of several NVLink domains is a mismatch at one of these hosts: the scheduler takes it
// for what NVLink joins. A domain whose hosts are in several blocks is a warning: it never learns that NVLink
// joins them. Hosts of which one of the two is not told say nothing, nor does one file that tells both. Of a
// block that several of `first` are in (the job's hosts, by name) the host is one of those.
Findings block_findings(const Cluster& cluster, const std::vector<std::string>& first);

}  // namespace railyard::cluster
