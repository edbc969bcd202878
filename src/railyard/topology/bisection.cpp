#include "railyard/topology/bisection.hpp"

#include <algorithm>
#include <bit>

#include "railyard/topology/reach.hpp"

namespace railyard {
namespace {

// The fewest links cut by any split into halves (sizes differ by one when odd). GPU 0 stays on the first
// side.
std::uint32_t fewest_links_between_halves(const DomainKind& kind) {
    const std::uint32_t n = kind.gpus();
    std::uint32_t fewest = ~0U;
    for (std::uint32_t side = 1; side < (1U << n); side += 2) {
        const auto size = static_cast<std::uint32_t>(std::popcount(side));
        if (size != n / 2 && size != n - n / 2) continue;
        std::uint32_t cut = 0;
        for (const auto& pair : kind.scale_up.pairs) {
            if (((side >> pair.a) & 1U) != ((side >> pair.b) & 1U)) cut += pair.count;
        }
        fewest = std::min(fewest, cut);
    }
    return fewest;
}

}  // namespace

std::optional<BytesPerSecond> domain_bisection(const DomainKind& kind) {
    const ScaleUp& up = kind.scale_up;
    const std::uint32_t half = kind.gpus() / 2;
    switch (up.kind) {
        case ScaleUpKind::switched: {
            const auto halves = kind.nvlink_per_gpu() * half;
            if (up.boards == 1) return halves;
            const auto trunks = up.trunk.bandwidth * up.trunk_links * (up.switches / up.boards);
            return std::min(halves, trunks);
        }
        case ScaleUpKind::mesh:
            return up.link.bandwidth * up.links_per_pair * (half * (kind.gpus() - half));
        case ScaleUpKind::links:
            if (kind.gpus() > largest_exact_bisection) return std::nullopt;
            if (kind.gpus() < 2) return BytesPerSecond{};
            return up.link.bandwidth * fewest_links_between_halves(kind);
        case ScaleUpKind::none:
            return BytesPerSecond{};
    }
    return std::nullopt;
}

BytesPerSecond tier_bisection(const Topology& topology, std::size_t tier) {
    const Tier& t = topology.network().tiers[tier];
    // The NICs of the first span (the last tier spans all), server by server.
    BytesPerSecond nics;
    for (std::uint32_t first = 0; first < topology.gpu_count();) {
        const GpuPlace place = topology.place(GpuId(first));
        if (topology.span_of(place, t) != 0) break;
        const DomainKind& kind = topology.kind_of(place);
        const std::uint32_t step = t.unit == SpanUnit::gpus && t.span != 0 ? 1 : kind.servers.gpus;
        nics += kind.nic_share() * step;
        first += step;
    }
    return nics / 2.0 / oversubscription_up_to(topology.network(), tier);
}

}  // namespace railyard
