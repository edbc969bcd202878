#include "railyard/placement/regular.hpp"

#include <algorithm>

#include "railyard/placement/linked_seats.hpp"
#include "railyard/topology/reach.hpp"

namespace railyard {
namespace {

std::uint64_t divided_up(std::uint64_t number, std::uint64_t by) {
    return (number + by - 1) / by;
}

}  // namespace

std::uint64_t RegularPlacement::positions_with_gaps() const {
    const std::uint64_t pitch = spacing.pitch();
    return pitch == 0 ? positions : divided_up(positions, pitch) * pitch;
}

Regularity::Regularity(const Topology& topology) : topology_(topology) {
    holds_ = look_at_domain() && look_at_spans() && look_at_rails();
}

bool Regularity::look_at_domain() {
    const DomainRun& run = topology_.runs().front();
    kind_ = run.kind;
    domains_ = topology_.domain_count();
    if (topology_.kinds().size() > 1) {
        domains_ = run.count * std::max<std::uint64_t>(1, kind().partitions.size());
        for (const DomainKind& other : topology_.kinds())
            gpus_elsewhere_ = std::max(gpus_elsewhere_, other.gpus());
    }
    if (kind().nics.count == 0) return false;
    gpus_ = kind().gpus();
    if (!kind().partitions.empty()) {
        gpus_ = kind().partitions.front();
        if (std::any_of(kind().partitions.begin(), kind().partitions.end(),
                        [&](std::uint32_t part) { return part != gpus_; }) ||
            gpus_ % kind().servers.gpus != 0) {
            return false;
        }
    }
    const std::uint32_t on_board = kind().gpus() / kind().scale_up.boards;
    if (on_board % gpus_ == 0) return true;
    on_first_board_ = on_board;
    return kind().scale_up.boards == 2 && gpus_ == kind().gpus();
}

bool Regularity::look_at_spans() {
    std::uint64_t below = 1;
    const auto& tiers = topology_.network().tiers;
    for (std::size_t t = 0; t < tiers.size(); ++t) {
        if (tiers[t].span == 0) {
            if (t + 1 != tiers.size()) return false;
            gpus_in_span_.push_back(0);
            continue;
        }
        const std::uint64_t unit = tiers[t].unit == SpanUnit::domains   ? kind().gpus()
                                   : tiers[t].unit == SpanUnit::servers ? kind().servers.gpus
                                                                        : 1;
        const std::uint64_t gpus = tiers[t].span * unit;
        if (gpus % below != 0) return false;
        if (gpus % gpus_ != 0) spans_cut_domains_ = true;
        gpus_in_span_.push_back(gpus);
        below = gpus;
    }
    return !tiers.empty() && gpus_in_span_.back() == 0;
}

bool Regularity::look_at_rails() {
    const Network& network = topology_.network();
    if (network.rails == 1 || network.tiers.size() < 2) return true;
    // Where all GPUs of a domain are joined each of them reaches every rail; of a domain that lies across
    // spans, in the part that lies in its own.
    const bool joined = LinkedSeats(kind()).all();
    const bool cuts_servers = gpus_in_span_.front() % kind().servers.gpus != 0;
    if (joined && network.cross_rail == CrossRail::pxn && !cuts_servers) return true;
    if (spans_cut_domains_ || !kind().partitions.empty()) return false;
    std::vector<BottomRails> seats;
    for (std::uint32_t seat = 0; seat < gpus_; ++seat)
        seats.push_back(bottom_rails(topology_, topology_.place(GpuId(seat))));
    bool all_meet = true;
    bool in_rows = true;
    for (std::uint32_t a = 0; a < gpus_; ++a) {
        in_rows = in_rows && seats[a] == seats[a % network.rails];
        for (std::uint32_t b = 0; b < a; ++b) {
            const bool met = meet(seats[a], seats[b]);
            all_meet = all_meet && met;
            in_rows = in_rows && met == (a % network.rails == b % network.rails);
        }
    }
    if (all_meet) return true;
    if (!in_rows) return false;
    rails_ = network.rails;
    return true;
}

// Whether so many domains from one on are all there and lie in spans as those from domain 0 on do.
bool Regularity::is_like_the_first(std::uint64_t first, std::uint64_t domains) const {
    if (first + domains > domains_) return false;
    for (const std::uint64_t span : gpus_in_span_) {
        const std::uint64_t before = span == 0 ? 0 : first * gpus_ % span;
        if (before > 0 && before + domains * gpus_ > span) return false;
    }
    const auto& missing = topology_.unavailable();
    const GpuId begin = topology_.domain(DomainId(static_cast<std::uint32_t>(first))).first_gpu;
    const auto next = std::lower_bound(missing.begin(), missing.end(), begin);
    return next == missing.end() || topology_.place(*next).domain.value() >= first + domains;
}

std::optional<RegularPlacement> Regularity::place(const RankGrid& grid, const PlacementRules& rules,
                                                  std::uint32_t first) const {
    if (!holds_) return std::nullopt;
    const std::uint32_t ranks = grid.ranks();
    const std::uint32_t block = block_size(grid, rules.keep);
    const std::uint32_t offer = rules.per_domain == 0 ? gpus_ : std::min(gpus_, rules.per_domain);
    RegularPlacement result;
    result.outline.block = block;
    std::uint32_t inside = offer;
    std::uint64_t run = ranks;  // that fills one domain after the other
    if (rules.policy == Policy::aligned) {
        result.outline.blocks_straddle = block > offer;
        if (ranks % block != 0) return std::nullopt;
        // Other domains may hold them whole.
        const bool may_fit = block <= gpus_elsewhere_ && (rules.per_domain == 0 || block <= rules.per_domain);
        if (block > offer && may_fit) return std::nullopt;
        if (block <= offer) inside = offer / block * block;
        // Blocks that end within a domain leave what follows them empty.
        if (block > offer && block % offer != 0) run = block;
    }
    if (rails_ > 1 && inside % rails_ != 0) return std::nullopt;
    const std::uint64_t runs = ranks / run;
    const std::uint64_t domains_of_run = divided_up(run, inside);
    const std::uint64_t domains = runs * domains_of_run;
    if (!is_like_the_first(first, domains)) return std::nullopt;
    // Of a domain the positions that hold ranks; or all of them, where spans end within it.
    const std::uint64_t places = spans_cut_domains_ ? gpus_ : inside;
    if (runs > 1) {
        if (places > inside) return std::nullopt;
        result.spacing = Spacing(run, domains_of_run * inside);
    } else if (places > inside && domains > 1) {
        result.spacing = Spacing(inside, places);
    }
    result.positions = result.spacing.position(ranks - 1) + 1;
    result.ranks_in_domain = places;
    for (const std::uint64_t span : gpus_in_span_)
        result.ranks_in_span.push_back(spans_cut_domains_ ? span : span / gpus_ * inside);
    result.spans_cut_domains = spans_cut_domains_;
    result.kind = kind_;
    if (on_first_board_ < inside) result.on_first_board = on_first_board_;
    result.rails = rails_;
    Placement& outline = result.outline;
    outline.segments = {{RankId(0), std::min(inside, ranks), DomainId(first), 0}};
    outline.domains_used = static_cast<std::uint32_t>(domains);
    const std::uint32_t per_server = kind().servers.gpus;
    const std::uint64_t last = run - (domains_of_run - 1) * inside;
    outline.servers_used = static_cast<std::uint32_t>(
        runs * ((domains_of_run - 1) * divided_up(inside, per_server) + divided_up(last, per_server)));
    outline.gpus_idle = static_cast<std::uint32_t>(domains * gpus_ - ranks);
    outline.gpus_spare = static_cast<std::uint32_t>(domains * (gpus_ - offer));
    return result;
}

}  // namespace railyard
