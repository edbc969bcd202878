#pragma once
// Counts of a graph's nodes and links.

#include <algorithm>
#include <cstdint>

#include "railyard/topology/graph.hpp"

namespace railyard::test {

inline std::uint64_t nodes_of(const Graph& graph, NodeKind kind) {
    return static_cast<std::uint64_t>(std::count_if(graph.nodes.begin(), graph.nodes.end(),
                                                    [&](const Node& node) { return node.kind == kind; }));
}

inline std::uint64_t switches_of(const Graph& graph, std::uint32_t tier) {
    return static_cast<std::uint64_t>(std::count_if(
        graph.nodes.begin(), graph.nodes.end(),
        [&](const Node& node) { return node.kind == NodeKind::network_switch && node.tier == tier; }));
}

// Single links between nodes of two kinds, parallel ones counted one by one.
inline std::uint64_t links_of(const Graph& graph, NodeKind one, NodeKind other) {
    std::uint64_t links = 0;
    for (const Edge& edge : graph.edges) {
        const NodeKind a = graph.nodes[edge.a].kind;
        const NodeKind b = graph.nodes[edge.b].kind;
        if ((a == one && b == other) || (a == other && b == one)) links += edge.count;
    }
    return links;
}

}  // namespace railyard::test
