#include "tests/support/plain_search.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <utility>

#include "tests/support/max_flow.hpp"

namespace railyard::test {
namespace {

// Lists of nodes are kept in order.
bool contains(const std::vector<NodeId>& nodes, NodeId node) {
    return std::binary_search(nodes.begin(), nodes.end(), node);
}

void add(std::vector<NodeId>& nodes, NodeId node) {
    const auto at = std::lower_bound(nodes.begin(), nodes.end(), node);
    if (at == nodes.end() || *at != node) nodes.insert(at, node);
}

}  // namespace

PlainSearch::PlainSearch(const Graph& graph, const Network& network)
    : graph_(graph),
      cross_rail_(network.cross_rail),
      tiers_(network.tiers.size()),
      joins_(graph.nodes.size()) {
    for (const Edge& edge : graph.edges) {
        joins_[edge.a].push_back({&edge, edge.b});
        joins_[edge.b].push_back({&edge, edge.a});
    }
}

bool PlainSearch::over_nvlink(const Edge& edge) {
    return edge.kind == EdgeKind::nvlink || edge.kind == EdgeKind::nvlink_trunk;
}

bool PlainSearch::over_pcie(const Edge& edge) {
    return edge.kind == EdgeKind::pcie || edge.kind == EdgeKind::c2c || edge.kind == EdgeKind::cpu_link;
}

PlainSearch::Passes PlainSearch::nvlink_between(NodeId b) const {
    return [this, b](const Edge& edge, NodeId into) {
        return over_nvlink(edge) && (into == b || node(into).kind == NodeKind::nvswitch);
    };
}

PlainSearch::Passes PlainSearch::pcie_between(NodeId a, NodeId b) const {
    Nodes cpus;  // traffic takes the link between the two CPUs, not the way over a third one
    for (const NodeId gpu : {a, b}) {
        for (const Join& join : joins_[gpu]) {
            if (node(join.to).kind == NodeKind::cpu) add(cpus, join.to);
        }
    }
    return [b, cpus](const Edge& edge, NodeId into) {
        return over_pcie(edge) && (into == b || contains(cpus, into));
    };
}

PlainSearch::Passes PlainSearch::network_up_to(std::size_t tier, Nodes to) const {
    return [this, tier, to = std::move(to)](const Edge& edge, NodeId into) {
        if (edge.kind != EdgeKind::network) return false;
        return contains(to, into) || (node(into).kind == NodeKind::network_switch && node(into).tier <= tier);
    };
}

bool PlainSearch::same_domain(NodeId a, NodeId b) const {
    return node(a).physical == node(b).physical && node(a).partition == node(b).partition;
}

bool PlainSearch::reaches(const Nodes& from, const Nodes& to, const Passes& passes) const {
    std::vector<bool> seen(graph_.nodes.size(), false);
    std::queue<NodeId> waiting;
    for (const NodeId node : from) waiting.push(node);
    while (!waiting.empty()) {
        const NodeId at = waiting.front();
        waiting.pop();
        for (const Join& join : joins_[at]) {
            if (seen[join.to.value()] || !passes(*join.edge, join.to)) continue;
            if (contains(to, join.to)) return true;
            seen[join.to.value()] = true;
            waiting.push(join.to);
        }
    }
    return false;
}

bool PlainSearch::nvlink_joins(NodeId a, NodeId b) const {
    return same_domain(a, b) && reaches({a}, {b}, nvlink_between(b));
}

bool PlainSearch::pcie_joins(NodeId a, NodeId b) const {
    return same_domain(a, b) && reaches({a}, {b}, pcie_between(a, b));
}

PlainSearch::Nodes PlainSearch::own_nics(NodeId gpu) const {
    Nodes nics;
    for (const Join& join : joins_[gpu]) {
        if (node(join.to).kind == NodeKind::nic) add(nics, join.to);
    }
    return nics;
}

std::uint32_t PlainSearch::bottom_span(NodeId nic) const {
    for (const Join& join : joins_[nic]) {
        if (node(join.to).kind == NodeKind::network_switch) return node(join.to).physical;
    }
    return 0;
}

PlainSearch::Nodes PlainSearch::nics_with_relays(NodeId gpu) const {
    Nodes nics = own_nics(gpu);
    if (nics.empty()) return nics;
    const std::uint32_t span = bottom_span(nics.front());
    for (const NodeId other : graph_.gpu_nodes) {
        if (other == gpu || !nvlink_joins(gpu, other)) continue;
        for (const NodeId nic : own_nics(other)) {
            if (bottom_span(nic) == span) add(nics, nic);
        }
    }
    return nics;
}

Reach PlainSearch::reach(GpuId gpu_a, GpuId gpu_b) const {
    if (gpu_a == gpu_b) return Reach::same_gpu();
    const NodeId a = graph_.gpu_nodes[gpu_a];
    const NodeId b = graph_.gpu_nodes[gpu_b];
    if (nvlink_joins(a, b)) return Reach::nvlink();
    if (pcie_joins(a, b)) return Reach::pcie();
    const Nodes from = own_nics(a);
    const Nodes to = own_nics(b);
    for (std::size_t t = 0; t < tiers_; ++t) {
        if (reaches(from, to, network_up_to(t, to))) return Reach::tier(t);
        if (t > 0 || cross_rail_ != CrossRail::pxn) continue;
        const Nodes relayed_to = nics_with_relays(b);
        if (reaches(nics_with_relays(a), to, network_up_to(t, to))) return Reach::tier(t);
        if (reaches(from, relayed_to, network_up_to(t, relayed_to))) return Reach::tier(t);
    }
    return Reach::unreachable();
}

Seconds PlainSearch::latency(const Nodes& from, const Nodes& to, const Passes& passes) const {
    using Waiting = std::pair<Seconds, NodeId>;
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
    std::vector<bool> done(graph_.nodes.size(), false);
    std::size_t starts = from.size();  // two GPUs that share a NIC still go through a switch
    for (const NodeId node : from) waiting.emplace(seconds(-1), node);
    while (!waiting.empty()) {
        auto [passed, at] = waiting.top();
        waiting.pop();
        const bool is_start = starts > 0;
        if (is_start) {
            --starts;
            passed = Seconds{};
        } else if (contains(to, at)) {
            return passed;
        }
        if (done[at.value()]) continue;
        done[at.value()] = !is_start;
        for (const Join& join : joins_[at]) {
            if (passes(*join.edge, join.to)) waiting.emplace(passed + join.edge->latency, join.to);
        }
    }
    return seconds(-1);
}

BytesPerSecond PlainSearch::flow(const Nodes& from, const Nodes& to, const Passes& passes,
                                 BytesPerSecond most) const {
    const std::size_t source = graph_.nodes.size();
    const std::size_t sink = source + 1;
    MaxFlow flow(sink + 1);
    for (const Edge& edge : graph_.edges) {
        const bool forth = passes(edge, edge.b) && (passes(edge, edge.a) || contains(from, edge.a));
        const bool back = passes(edge, edge.a) && contains(from, edge.b);
        if (forth || back) {
            flow.add_link(edge.a.value(), edge.b.value(), (edge.bandwidth * edge.count).raw());
        }
    }
    for (const NodeId node : from) flow.add_link(source, node.value(), most.raw());
    for (const NodeId node : to) flow.add_link(node.value(), sink, most.raw());
    return bytes_per_second(flow.between(source, sink, most.raw()));
}

BytesPerSecond PlainSearch::rate_of(const Nodes& nics) const {
    BytesPerSecond sum;
    for (const NodeId nic : nics) {
        for (const Join& join : joins_[nic]) {
            if (join.edge->kind == EdgeKind::network) sum += join.edge->bandwidth * join.edge->count;
        }
    }
    return sum;
}

PlainSearch::Way PlainSearch::network_way(NodeId a, NodeId b, Reach reach) const {
    const bool may_relay = cross_rail_ == CrossRail::pxn;
    const Nodes from = may_relay ? nics_with_relays(a) : own_nics(a);
    const Nodes to = may_relay ? nics_with_relays(b) : own_nics(b);
    // However many NICs help out, a GPU sends no faster than its own.
    const auto most = std::min(rate_of(own_nics(a)), rate_of(own_nics(b)));
    // A relay counts as being there: what it saves is a tier, so it matters at the bottom only.
    const bool relays_count = reach.tier() == 0;
    const Nodes nearest_from = relays_count ? from : own_nics(a);
    const Nodes nearest_to = relays_count ? to : own_nics(b);
    return {reach, flow(from, to, network_up_to(tiers_, to), most),
            latency(nearest_from, nearest_to, network_up_to(reach.tier(), nearest_to))};
}

PlainSearch::Way PlainSearch::way(GpuId gpu_a, GpuId gpu_b) const {
    const Reach found = reach(gpu_a, gpu_b);
    const NodeId a = graph_.gpu_nodes[gpu_a];
    const NodeId b = graph_.gpu_nodes[gpu_b];
    if (found.is_network()) return network_way(a, b, found);
    if (found != Reach::nvlink() && found != Reach::pcie()) return {found, {}, {}};
    const Passes passes = found == Reach::nvlink() ? nvlink_between(b) : pcie_between(a, b);
    constexpr BytesPerSecond more_than_any_link = gigabytes_per_second(1e9);
    return {found, flow({a}, {b}, passes, more_than_any_link), latency({a}, {b}, passes)};
}

PlainSearch::ShortestWays PlainSearch::network_ways(GpuId gpu_a, GpuId gpu_b) const {
    const NodeId a = graph_.gpu_nodes[gpu_a];
    const NodeId b = graph_.gpu_nodes[gpu_b];
    const auto passes = [&](const Edge& edge, NodeId into) {
        if (into == b) return true;
        const NodeKind kind = node(into).kind;
        return edge.kind == EdgeKind::network ? kind == NodeKind::network_switch || kind == NodeKind::nic
                                              : kind == NodeKind::nic;
    };
    std::map<NodeId, ShortestWays> seen = {{a, {0, 1}}};
    std::queue<NodeId> waiting;
    waiting.push(a);
    while (!waiting.empty()) {
        const NodeId at = waiting.front();
        waiting.pop();
        if (at == b) break;
        const ShortestWays here = seen[at];
        for (const Join& join : joins_[at]) {
            if (!passes(*join.edge, join.to)) continue;
            const auto [next, is_new] = seen.try_emplace(join.to, ShortestWays{here.links + 1, 0});
            if (is_new) waiting.push(join.to);
            if (next->second.links == here.links + 1) next->second.count += here.count;
        }
    }
    return seen[b];
}

}  // namespace railyard::test
