#include "railyard/placement/regular.hpp"

#include <algorithm>

#include "railyard/topology/reach.hpp"

namespace railyard {
namespace {

std::uint64_t divided_up(std::uint64_t number, std::uint64_t by) {
    return (number + by - 1) / by;
}

}  // namespace

Regularity::Regularity(const Topology& topology) : topology_(topology) {
    if (topology.kinds().size() != 1) return;
    const DomainKind& kind = topology.kinds().front();
    if (kind.scale_up.kind != ScaleUpKind::switched || kind.scale_up.boards != 1 || kind.nics.count == 0)
        return;
    gpus_ = kind.gpus();
    if (!kind.partitions.empty()) {
        gpus_ = kind.partitions.front();
        if (std::any_of(kind.partitions.begin(), kind.partitions.end(),
                        [&](std::uint32_t part) { return part != gpus_; }) ||
            gpus_ % kind.servers.gpus != 0) {
            return;
        }
    }
    holds_ = look_at_spans() && look_at_rails();
}

bool Regularity::look_at_spans() {
    const DomainKind& kind = topology_.kinds().front();
    const std::uint64_t parts = std::max<std::size_t>(1, kind.partitions.size());
    std::uint64_t below = 1;
    const auto& tiers = topology_.network().tiers;
    for (std::size_t t = 0; t < tiers.size(); ++t) {
        if (tiers[t].span == 0) {
            if (t + 1 != tiers.size()) return false;
            domains_in_span_.push_back(0);
            continue;
        }
        const std::uint64_t unit = tiers[t].unit == SpanUnit::domains   ? 1
                                   : tiers[t].unit == SpanUnit::servers ? kind.servers.count
                                                                        : kind.gpus();
        if (tiers[t].span % unit != 0) return false;
        const std::uint64_t domains = tiers[t].span / unit * parts;
        if (domains % below != 0) return false;
        domains_in_span_.push_back(domains);
        below = domains;
    }
    return !tiers.empty() && domains_in_span_.back() == 0;
}

bool Regularity::look_at_rails() {
    const Network& network = topology_.network();
    // Over NVLink every GPU of a switched domain reaches every rail.
    if (network.rails == 1 || network.tiers.size() < 2 || network.cross_rail == CrossRail::pxn) return true;
    if (!topology_.kinds().front().partitions.empty()) return false;
    std::vector<BottomRails> first;
    for (std::uint32_t seat = 0; seat < gpus_; ++seat) {
        BottomRails here = bottom_rails(topology_, topology_.place(GpuId(seat)));
        if (seat < network.rails) {
            for (const BottomRails& other : first)
                if (meet(here, other)) return false;
            first.push_back(std::move(here));
        } else if (!(here == first[seat % network.rails])) {
            return false;
        }
    }
    rails_ = network.rails;
    return true;
}

std::optional<RegularPlacement> Regularity::place(const RankGrid& grid, const PlacementRules& rules) const {
    if (!holds_) return std::nullopt;
    const std::uint32_t ranks = grid.ranks();
    const std::uint32_t block = block_size(grid, rules.keep);
    const std::uint32_t offer = rules.per_domain == 0 ? gpus_ : std::min(gpus_, rules.per_domain);
    RegularPlacement result;
    result.outline.block = block;
    result.ranks = ranks;
    std::uint32_t inside = offer;
    if (rules.policy == Policy::aligned) {
        result.outline.blocks_straddle = block > offer;
        // Blocks that end within a domain leave what follows them empty.
        if (ranks % block != 0 || (block > offer && block % offer != 0)) return std::nullopt;
        if (block <= offer) inside = offer / block * block;
    }
    if (rails_ > 1 && inside % rails_ != 0) return std::nullopt;
    const std::uint64_t domains = divided_up(ranks, inside);
    if (domains > topology_.domain_count()) return std::nullopt;
    if (!topology_.unavailable().empty() &&
        topology_.place(topology_.unavailable().front()).domain.value() < domains) {
        return std::nullopt;
    }
    result.ranks_in_domain = inside;
    for (const std::uint64_t span : domains_in_span_) result.ranks_in_span.push_back(span * inside);
    result.rails = rails_;
    Placement& outline = result.outline;
    outline.segments = {{RankId(0), std::min(inside, ranks), DomainId(0), 0}};
    outline.domains_used = static_cast<std::uint32_t>(domains);
    const std::uint32_t per_server = topology_.kinds().front().servers.gpus;
    const std::uint32_t last = ranks - static_cast<std::uint32_t>(domains - 1) * inside;
    outline.servers_used = static_cast<std::uint32_t>((domains - 1) * divided_up(inside, per_server) +
                                                      divided_up(last, per_server));
    outline.gpus_idle = static_cast<std::uint32_t>(domains * gpus_ - ranks);
    outline.gpus_spare = static_cast<std::uint32_t>(domains * (gpus_ - offer));
    return result;
}

}  // namespace railyard
