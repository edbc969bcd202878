#pragma once
// How high the switches of a cluster stand above its hosts.

#include <cstdint>
#include <string>

#include "railyard/cluster/cluster.hpp"

namespace railyard::cluster {

inline constexpr std::uint32_t most_levels = 32;  // of switches, one above the other

// The levels of switches whose `joins` are the switches below them: 0 for those that join none, else one more
// than the highest of those. Answers with a switch that stands below itself, or that is the 33rd level; none
// when all is well.
SwitchId set_tree_levels(Cluster& cluster);

// What is wrong with the switch that set_tree_levels answered with.
std::string tree_complaint(const Cluster& cluster, SwitchId odd);

// The levels of switches whose `joins` are cables in both directions: 0 for those with hosts, else one more
// than the lowest of their neighbours. Leaves in `joins` what is not higher. Switches that no host reaches
// have level most_levels; what is farther than that is taken for it.
void set_fabric_levels(Cluster& cluster);

}  // namespace railyard::cluster
