#pragma once
// The network part of an explicit graph: switches of every tier, bottom up, and the links into them.

#include <vector>

#include "railyard/topology/graph.hpp"

namespace railyard {

// A NIC that is in the graph already.
struct NicNode {
    NodeId node;
    GpuPlace beside;  // a GPU that it serves: tells its spans
    std::uint32_t rail = 0;
    BytesPerSecond bandwidth;
};

// Adds the switches above the NICs. Every NIC joins the bottom switches of its rail, one per plane, at its
// full rate; a switch joins all switches of its span one tier up (those of its plane, where that tier has
// planes), and what it receives from below, divided by the upper tier's oversubscription, is spread evenly
// over these links.
void add_network(const Topology& topology, const std::vector<NicNode>& nics, Graph& graph);

}  // namespace railyard
