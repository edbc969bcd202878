#include "railyard/topology/reach.hpp"

#include <algorithm>

namespace railyard {
namespace {

bool has_nvlink(const DomainKind& kind, std::uint32_t a, std::uint32_t b) {
    switch (kind.scale_up.kind) {
        case ScaleUpKind::switched:
        case ScaleUpKind::mesh:
            return true;
        case ScaleUpKind::links:
            return kind.direct_links(a, b) > 0;
        case ScaleUpKind::none:
            return false;
    }
    return false;
}

void mark_rails(const Topology& topology, const GpuPlace& place, std::vector<std::uint8_t>& rails) {
    const DomainKind& kind = topology.kind_of(place);
    const std::uint32_t begin = kind.first_nic_of(place.gpu_in_server);
    const std::uint32_t end = std::max(begin + 1, kind.first_nic_of(place.gpu_in_server + 1));
    for (std::uint32_t nic = begin; nic < end; ++nic) rails[nic % rails.size()] = 1;
}

Reach reach_of(const Topology& topology, const GpuPlace& a, const GpuPlace& b) {
    if (a.gpu == b.gpu) return Reach::same_gpu();
    if (a.domain == b.domain) {
        return has_nvlink(topology.kind_of(a), a.local, b.local) ? Reach::nvlink() : Reach::pcie();
    }
    const auto& tiers = topology.network().tiers;
    if (topology.kind_of(a).nics.count == 0 || topology.kind_of(b).nics.count == 0)
        return Reach::unreachable();
    for (std::size_t t = 0; t < tiers.size(); ++t) {
        if (topology.span_of(a, tiers[t]) != topology.span_of(b, tiers[t])) continue;
        if (t == 0 && !meet_at_bottom(topology, a, b)) continue;
        return Reach::tier(t);
    }
    return Reach::unreachable();
}

Route nvlink_route(const DomainKind& kind, std::uint32_t a, std::uint32_t b) {
    const ScaleUp& up = kind.scale_up;
    if (up.kind != ScaleUpKind::switched) {
        const auto rate = up.link.bandwidth * kind.direct_links(a, b);
        return {Reach::nvlink(), rate, rate, up.link.latency};
    }
    const auto rate = kind.nvlink_per_gpu();
    const auto latency = up.link.latency * 2.0;
    if (up.boards == 1 || kind.board_of(a) == kind.board_of(b)) return {Reach::nvlink(), rate, rate, latency};
    // Each pair of twin switches carries what the GPU sends into it, as far as the trunk lets it; when all
    // GPUs of a board cross at once they share the trunks.
    BytesPerSecond alone;
    BytesPerSecond share;
    const double gpus_per_board = static_cast<double>(kind.gpus()) / up.boards;
    for (const std::uint32_t links : up.links_per_switch) {
        const auto into_switch = up.link.bandwidth * links;
        const auto trunk = up.trunk.bandwidth * up.trunk_links;
        alone += std::min(into_switch, trunk);
        share += std::min(into_switch, trunk / gpus_per_board);
    }
    return {Reach::nvlink(), alone, share, latency + up.trunk.latency};
}

Route pcie_route(const DomainKind& kind, std::uint32_t a, std::uint32_t b) {
    const auto& pcie = kind.servers.gpu_to_cpu();
    Route route{Reach::pcie(), pcie.bandwidth, pcie.bandwidth, pcie.latency * 2.0};
    if (kind.cpu_of(a % kind.servers.gpus) == kind.cpu_of(b % kind.servers.gpus)) return route;
    const auto& between = kind.servers.cpu_link;
    const double senders = std::max(1.0, static_cast<double>(kind.servers.gpus) / kind.servers.cpus);
    route.alone = std::min(route.alone, between.bandwidth);
    route.share = std::min(route.share, between.bandwidth / senders);
    route.latency += between.latency;
    return route;
}

}  // namespace

std::string reach_name(const Topology& topology, Reach reach) {
    if (reach == Reach::same_gpu()) return "same gpu";
    if (reach == Reach::nvlink()) return "nvlink";
    if (reach == Reach::pcie()) return "pcie";
    if (reach == Reach::unreachable()) return "unreachable";
    return topology.network().tiers[reach.tier()].name;
}

Reach reach_between(const Topology& topology, GpuId a, GpuId b) {
    return reach_of(topology, topology.place(a), topology.place(b));
}

std::vector<std::uint8_t> own_rails(const Topology& topology, const GpuPlace& place) {
    std::vector<std::uint8_t> rails(topology.network().rails, 0);
    mark_rails(topology, place, rails);
    return rails;
}

BottomRails bottom_rails(const Topology& topology, const GpuPlace& place) {
    const Network& network = topology.network();
    BottomRails rails{own_rails(topology, place), {}};
    rails.reached = rails.own;
    if (network.cross_rail == CrossRail::spine || network.tiers.empty()) return rails;
    const DomainKind& kind = topology.kind_of(place);
    const Tier& bottom = network.tiers.front();
    const Domain domain = topology.domain(place.domain);
    for (std::uint32_t i = 0; i < domain.gpus; ++i) {
        const GpuPlace relay = topology.place(GpuId(domain.first_gpu.value() + i));
        if (relay.local == place.local || !has_nvlink(kind, place.local, relay.local)) continue;
        if (topology.span_of(relay, bottom) != topology.span_of(place, bottom)) continue;
        mark_rails(topology, relay, rails.reached);
    }
    return rails;
}

bool meet(const BottomRails& a, const BottomRails& b) {
    for (std::size_t rail = 0; rail < a.own.size(); ++rail) {
        if ((a.own[rail] != 0 && b.reached[rail] != 0) || (b.own[rail] != 0 && a.reached[rail] != 0))
            return true;
    }
    return false;
}

bool meet_at_bottom(const Topology& topology, const GpuPlace& a, const GpuPlace& b) {
    const Network& network = topology.network();
    // The last tier spans everything, so where it is the only one all meet there.
    if (network.rails == 1 || network.tiers.size() < 2) return true;
    return meet(bottom_rails(topology, a), bottom_rails(topology, b));
}

double oversubscription_up_to(const Network& network, std::size_t tier) {
    double ratio = 1;
    double tightest = 1;
    for (std::size_t t = 0; t <= tier; ++t) {
        ratio *= network.tiers[t].oversubscription;
        tightest = std::max(tightest, ratio);
    }
    return tightest;
}

Route route_inside(const DomainKind& kind, std::uint32_t a, std::uint32_t b) {
    return has_nvlink(kind, a, b) ? nvlink_route(kind, a, b) : pcie_route(kind, a, b);
}

Route route_between(const Topology& topology, GpuId a, GpuId b) {
    const GpuPlace from = topology.place(a);
    const GpuPlace to = topology.place(b);
    const Reach reach = reach_of(topology, from, to);
    const DomainKind& kind_a = topology.kind_of(from);
    const DomainKind& kind_b = topology.kind_of(to);
    if (reach == Reach::nvlink() || reach == Reach::pcie()) return route_inside(kind_a, from.local, to.local);
    if (!reach.is_network()) return {reach, {}, {}, {}};
    const double ratio = oversubscription_up_to(topology.network(), reach.tier());
    const auto alone = std::min(kind_a.nic_alone(), kind_b.nic_alone());
    const auto share = std::min(kind_a.nic_share(), kind_b.nic_share());
    // A lone pair is bound by its NICs; the ratio is what is left when everyone sends that far.
    return {reach, alone, share / ratio, topology.network().tiers[reach.tier()].latency};
}

}  // namespace railyard
