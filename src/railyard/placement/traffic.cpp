#include "railyard/placement/traffic.hpp"

#include <numeric>

namespace railyard {
namespace {

void add(TrafficBytes& traffic, const HopCount& hops, Bytes per_hop, double crossing) {
    traffic.nvlink += per_hop * static_cast<double>(hops.nvlink);
    traffic.pcie += per_hop * static_cast<double>(hops.pcie);
    traffic.tiers.resize(hops.tiers.size());
    for (std::size_t t = 0; t < hops.tiers.size(); ++t) {
        traffic.tiers[t] += per_hop * (crossing * static_cast<double>(hops.tiers[t]));
    }
}

}  // namespace

Bytes TrafficBytes::network() const {
    return std::accumulate(tiers.begin(), tiers.end(), Bytes{});
}

TrafficBytes traffic_of(const Layout& layout, const Volumes& volumes, const DimensionHops& hops) {
    const std::vector<Bytes> per_hop = bytes_per_hop(layout, volumes, hops.dimension);
    const double crossing = volumes.crossing_of(hops.dimension);
    TrafficBytes traffic;
    for (std::size_t s = 0; s < hops.by_stage.size(); ++s)
        add(traffic, hops.by_stage[s], per_hop[s], crossing);
    if (hops.dimension == Dimension::pp) add(traffic, hops.wrap, bytes_per_wrap(layout), crossing);
    return traffic;
}

std::vector<Dimension> dimensions_of(const Layout& layout) {
    std::vector<Dimension> dimensions;
    for (const auto d : {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp}) {
        if (layout.degrees.of(d) > 1) dimensions.push_back(d);
    }
    if (!layout.model.experts && !layout.degrees.has_experts()) return dimensions;
    for (const auto d : {Dimension::ep, Dimension::etp, Dimension::edp}) {
        if (layout.degrees.of(d) > 1) dimensions.push_back(d);
    }
    return dimensions;
}

}  // namespace railyard
