#include "railyard/topology/inventory.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "railyard/topology/spans.hpp"

namespace railyard {
namespace {

constexpr std::array<std::pair<NodeKind, NodeKind>, 6> link_order = {
    std::pair{NodeKind::gpu, NodeKind::nvswitch}, std::pair{NodeKind::nvswitch, NodeKind::nvswitch},
    std::pair{NodeKind::gpu, NodeKind::gpu},      std::pair{NodeKind::gpu, NodeKind::cpu},
    std::pair{NodeKind::gpu, NodeKind::nic},      std::pair{NodeKind::cpu, NodeKind::cpu}};

void count_node(DomainInventory& inventory, NodeKind kind) {
    switch (kind) {
        case NodeKind::gpu:
            ++inventory.gpus;
            return;
        case NodeKind::nvswitch:
            ++inventory.nvswitches;
            return;
        case NodeKind::cpu:
            ++inventory.cpus;
            return;
        case NodeKind::nic:
            ++inventory.nics;
            return;
        case NodeKind::network_switch:
            return;
    }
}

}  // namespace

DomainInventory inventory_of(const DomainKind& kind) {
    TopologyParts parts;
    parts.kinds = {kind};
    parts.runs = {{0, 1}};
    const Graph graph = build_graph(Topology(std::move(parts)));
    DomainInventory inventory;
    inventory.servers = kind.servers.count;
    for (const Node& node : graph.nodes) count_node(inventory, node.kind);
    std::array<LinkCount, link_order.size()> links;
    for (const Edge& edge : graph.edges) {
        const auto ends = std::minmax(graph.nodes[edge.a].kind, graph.nodes[edge.b].kind);
        const auto* const at =
            std::find(link_order.begin(), link_order.end(), std::pair{ends.first, ends.second});
        if (at == link_order.end()) continue;
        LinkCount& link = links[static_cast<std::size_t>(at - link_order.begin())];
        link = {at->first, at->second, link.count + edge.count, edge.bandwidth};
    }
    std::copy_if(links.begin(), links.end(), std::back_inserter(inventory.links),
                 [](const LinkCount& link) { return link.count > 0; });
    return inventory;
}

std::vector<TierInventory> network_inventory(const Topology& topology) {
    const Network& network = topology.network();
    std::vector<TierInventory> tiers;
    for (std::size_t t = 0; t < network.tiers.size(); ++t) {
        const TierSwitches shape = tier_switches(network, t);
        TierInventory tier;
        for (const SpanGroup& group : span_groups(topology, network.tiers[t])) {
            const SpanNics below = nics_of(topology, group);
            tier.spans += group.count;
            if (below.nics == 0) continue;
            const std::uint64_t per_span = t == 0 ? below.rails * shape.planes : shape.per_span;
            tier.switches += group.count * per_span;
            if (t == 0) tier.links_from_below += group.count * below.nics * shape.planes;
        }
        // A switch joins those of its plane one tier up.
        if (t > 0) tier.links_from_below = tiers.back().switches * (shape.per_span / shape.planes);
        tiers.push_back(tier);
    }
    return tiers;
}

}  // namespace railyard
