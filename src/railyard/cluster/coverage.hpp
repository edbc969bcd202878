#pragma once
// What of a cluster a check compares with a topology, and what it cannot: an answer without findings is worth
// as much as what it compared.

#include <cstddef>
#include <string>
#include <vector>

#include "railyard/cluster/cluster.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::cluster {

struct Coverage {
    std::vector<std::string> compared;      // "hosts in each of 4 NVLink domains"
    std::vector<std::string> not_compared;  // with the reason: "the order of hosts: --hosts is not given"
};

// `hosts`: how many of an allocation take the seats of the job; 0: none are given.
Coverage coverage(const Cluster& cluster, const Topology& topology, std::size_t hosts);

}  // namespace railyard::cluster
