#pragma once
// Clusters from a text at hand, and as one line a host, so that a test shows what was read.

#include <string>
#include <vector>

#include "railyard/cluster/cluster.hpp"

namespace railyard::test {

// A file that is called "test.txt", read by whichever format recognises it.
cluster::Cluster cluster_of(const std::string& text);
// What is wrong with it, a line for each problem; empty: nothing.
std::string cluster_refusal(const std::string& text);

// "n1 s0 block=b1 domain=U.1", a line for each host.
std::string described(const cluster::Cluster& cluster);
// "top 1: s0 s1", a line for each switch: its level and what it joins.
std::string switches_of(const cluster::Cluster& cluster);

std::vector<std::string> expanded(const std::string& hostlist);
// The hosts of a cluster with these names; none for unknown ones.
std::vector<cluster::HostId> ids_of(const cluster::Cluster& cluster, const std::vector<std::string>& names);

}  // namespace railyard::test
