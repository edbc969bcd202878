#pragma once
// Findings about many hosts, told so that a reader sees all of them: those that are alike as one.

#include <cstddef>

#include "railyard/base/finding.hpp"
#include "railyard/cluster/cluster.hpp"

namespace railyard::cluster {

// Findings whose places are hosts of the cluster and that are alike otherwise become one, whose place is the
// list of these hosts. Of more than `most` that are left the weightiest are kept, and one more finding, as
// weighty as what it stands for, says how many are not told.
Findings told_once(Findings findings, const Cluster& cluster, std::size_t most);

}  // namespace railyard::cluster
