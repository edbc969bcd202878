#include "railyard/topology/bisection.hpp"

#include <algorithm>
#include <bit>

#include "railyard/topology/reach.hpp"
#include "railyard/topology/spans.hpp"

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

// GPUs of one partition.
struct Members {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

Members members_of(const DomainKind& kind, std::uint32_t partition) {
    if (kind.partitions.empty()) return {0, kind.gpus()};
    Members members;
    for (std::uint32_t p = 0; p < partition; ++p) members.first += kind.partitions[p];
    members.count = kind.partitions[partition];
    return members;
}

// Two halves of which the first has `a` GPUs on the first board and `b` on the second, the other half `c` and
// `d`: what passes between them is the smallest of the four cuts that part a switch and its twin from the
// halves.
BytesPerSecond between_halves(const ScaleUp& up, double a, double b, double c, double d) {
    BytesPerSecond sum;
    const auto trunk = up.trunk.bandwidth * up.trunk_links;
    for (const std::uint32_t links : up.links_per_switch) {
        const auto gpu = up.link.bandwidth * links;
        sum += std::min({gpu * (a + b), gpu * (c + d), gpu * (c + b) + trunk, gpu * (a + d) + trunk});
    }
    return sum;
}

BytesPerSecond switched_bisection(const DomainKind& kind, Members members) {
    const ScaleUp& up = kind.scale_up;
    const std::uint32_t half = members.count / 2;
    if (up.boards == 1) return kind.nvlink_per_gpu() * half;
    const std::uint32_t board = std::clamp(kind.gpus() / 2, members.first, members.first + members.count);
    const std::uint32_t on_first = board - members.first;
    const std::uint32_t on_second = members.count - on_first;
    std::optional<BytesPerSecond> least;
    for (std::uint32_t a = half > on_second ? half - on_second : 0; a <= std::min(half, on_first); ++a) {
        const std::uint32_t b = half - a;
        const auto flow = between_halves(up, a, b, on_first - a, on_second - b);
        if (!least || flow < *least) least = flow;
    }
    return *least;
}

}  // namespace

std::optional<BytesPerSecond> domain_bisection(const DomainKind& kind, std::uint32_t partition) {
    const ScaleUp& up = kind.scale_up;
    const Members members = members_of(kind, partition);
    const std::uint32_t half = members.count / 2;
    switch (up.kind) {
        case ScaleUpKind::switched:
            return switched_bisection(kind, members);
        case ScaleUpKind::mesh:
            return up.link.bandwidth * up.links_per_pair * half * (members.count - half);
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
    BytesPerSecond nics;
    const auto groups = span_groups(topology, topology.network().tiers[tier]);
    for (const ServersOfKind& part : groups.front().holds) {
        const DomainKind& kind = topology.kinds()[part.kind];
        nics += kind.nics.bandwidth * static_cast<double>(kind.nics_per_server() * part.servers);
    }
    return nics / 2.0 / oversubscription_up_to(topology.network(), tier);
}

}  // namespace railyard
