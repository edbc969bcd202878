#pragma once
// Parts of a network that no switch of the files joins: several roots of a tree, fabrics of their own.

#include <string>
#include <vector>

#include "railyard/base/finding.hpp"
#include "railyard/cluster/cluster.hpp"

namespace railyard::cluster {

// Switches that one host is cabled to are joined, as the NICs of its rails are by NVLink. Where hosts of the
// job, `first` by name, are in several parts: a mismatch at the first that is in another than the host before
// it. Else one warning or note, of all parts, for there may be jobs on both sides: a note where all of the
// job's hosts that are known are in one. Hosts of no switch say nothing.
Findings unjoined_findings(const Cluster& cluster, const std::vector<std::string>& first);

}  // namespace railyard::cluster
