#include "railyard/diagram/folded_graph.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "railyard/base/figures.hpp"

namespace railyard::diagram {

std::vector<Bundle> bundles_of(const Graph& graph, const std::vector<std::uint32_t>& part_of) {
    using Key = std::tuple<std::uint32_t, std::uint32_t, EdgeKind, double>;
    std::map<Key, std::uint64_t> counts;
    for (const Edge& edge : graph.edges) {
        const std::uint32_t a = part_of[edge.a.value()];
        const std::uint32_t b = part_of[edge.b.value()];
        if (a == not_drawn || b == not_drawn) continue;
        counts[{std::min(a, b), std::max(a, b), edge.kind, edge.bandwidth.raw()}] += edge.count;
    }
    std::vector<Bundle> bundles;
    for (const auto& [key, count] : counts) {
        const auto& [a, b, kind, rate] = key;
        bundles.push_back({a, b, kind, count, bytes_per_second(rate)});
    }
    return bundles;
}

std::string words_of(const Bundle& bundle) {
    return grouped(bundle.count) + " x " + human(bundle.bandwidth);
}

Line stroke_of(EdgeKind kind, std::uint64_t count) {
    Line line;
    line.width = std::min(5.0, 0.8 + 0.45 * std::log2(1.0 + static_cast<double>(count)));
    switch (kind) {
        case EdgeKind::nvlink:
        case EdgeKind::nvlink_trunk:
            line.stroke = Ink::nvlink;
            break;
        case EdgeKind::c2c:
            line.stroke = Ink::nvlink;
            line.width = 2;
            line.dash = Dash::long_dashes;
            break;
        case EdgeKind::pcie:
            line.stroke = Ink::pcie;
            line.dash = Dash::dotted;
            break;
        case EdgeKind::cpu_link:
            line.stroke = Ink::quiet;
            line.width = 2.2;
            line.dash = Dash::dash_dot_dot;
            break;
        case EdgeKind::network:
            line.stroke = Ink::network;
            line.dash = Dash::dashed;
            break;
    }
    return line;
}

}  // namespace railyard::diagram
