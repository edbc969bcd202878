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

// The rails that the NICs of one GPU join: `count` of them from `first` on, going round.
struct RailRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

RailRange rails_of(const Topology& topology, const GpuPlace& place) {
    const DomainKind& kind = topology.kind_of(place);
    const std::uint32_t begin = kind.first_nic_of(place.gpu_in_server);
    const std::uint32_t end = kind.first_nic_of(place.gpu_in_server + 1);
    const std::uint32_t rails = topology.network().rails;
    return {begin % rails, std::min(rails, std::max(1U, end - begin))};
}

bool share_a_rail(const Topology& topology, const GpuPlace& a, const GpuPlace& b) {
    const RailRange x = rails_of(topology, a);
    const RailRange y = rails_of(topology, b);
    const std::uint32_t rails = topology.network().rails;
    const std::uint32_t from_x_to_y = (y.first + rails - x.first) % rails;
    const std::uint32_t from_y_to_x = (x.first + rails - y.first) % rails;
    return from_x_to_y < x.count || from_y_to_x < y.count;
}

// Whether some GPU that `from` reaches over NVLink, in the same span of the bottom tier, has a rail of `to`.
bool can_relay(const Topology& topology, const GpuPlace& from, const GpuPlace& to) {
    const DomainKind& kind = topology.kind_of(from);
    const Tier& bottom = topology.network().tiers.front();
    const Domain domain = topology.domain(from.domain);
    for (std::uint32_t i = 0; i < domain.gpus; ++i) {
        const GpuPlace relay = topology.place(GpuId(domain.first_gpu.value() + i));
        if (relay.local == from.local || !has_nvlink(kind, from.local, relay.local)) continue;
        if (topology.span_of(relay, bottom) != topology.span_of(from, bottom)) continue;
        if (share_a_rail(topology, relay, to)) return true;
    }
    return false;
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

std::uint32_t cpu_of(const DomainKind& kind, const GpuPlace& place) {
    return static_cast<std::uint32_t>(std::uint64_t{place.gpu_in_server} * kind.servers.cpus /
                                      kind.servers.gpus);
}

std::uint32_t board_of(const DomainKind& kind, const GpuPlace& place) {
    return place.local / (kind.gpus() / kind.scale_up.boards);
}

Route nvlink_route(const DomainKind& kind, const GpuPlace& a, const GpuPlace& b) {
    const ScaleUp& up = kind.scale_up;
    if (up.kind != ScaleUpKind::switched) {
        const auto rate = up.link.bandwidth * kind.direct_links(a.local, b.local);
        return {Reach::nvlink(), rate, rate, up.link.latency};
    }
    const auto rate = kind.nvlink_per_gpu();
    const auto latency = up.link.latency * 2.0;
    if (up.boards == 1 || board_of(kind, a) == board_of(kind, b))
        return {Reach::nvlink(), rate, rate, latency};
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

Route pcie_route(const DomainKind& kind, const GpuPlace& a, const GpuPlace& b) {
    const auto& pcie = kind.servers.pcie;
    Route route{Reach::pcie(), pcie.bandwidth, pcie.bandwidth, pcie.latency * 2.0};
    if (cpu_of(kind, a) == cpu_of(kind, b)) return route;
    const auto& between = kind.servers.cpu_link;
    const double senders = static_cast<double>(kind.servers.gpus) / kind.servers.cpus;
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

bool meet_at_bottom(const Topology& topology, const GpuPlace& a, const GpuPlace& b) {
    if (topology.network().rails == 1 || share_a_rail(topology, a, b)) return true;
    if (topology.network().cross_rail == CrossRail::spine) return false;
    return can_relay(topology, a, b) || can_relay(topology, b, a);
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

Route route_between(const Topology& topology, GpuId a, GpuId b) {
    const GpuPlace from = topology.place(a);
    const GpuPlace to = topology.place(b);
    const Reach reach = reach_of(topology, from, to);
    const DomainKind& kind_a = topology.kind_of(from);
    const DomainKind& kind_b = topology.kind_of(to);
    if (reach == Reach::nvlink()) return nvlink_route(kind_a, from, to);
    if (reach == Reach::pcie()) return pcie_route(kind_a, from, to);
    if (!reach.is_network()) return {reach, {}, {}, {}};
    const double ratio = oversubscription_up_to(topology.network(), reach.tier());
    const auto alone = std::min(kind_a.nic_alone(), kind_b.nic_alone());
    const auto share = std::min(kind_a.nic_share(), kind_b.nic_share());
    // A lone pair is bound by its NICs; the ratio is what is left when everyone sends that far.
    return {reach, alone, share / ratio, topology.network().tiers[reach.tier()].latency};
}

}  // namespace railyard
