#include "railyard/search/spans.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "railyard/placement/policy.hpp"

namespace railyard::search {
namespace {

constexpr std::uint32_t most_domains_looked_at = 1U << 16U;

std::uint32_t span_number(const Topology& topology, std::uint32_t domain, const Tier& tier) {
    return topology.span_of(topology.place(topology.domain(DomainId(domain)).first_gpu), tier);
}

// The first domain of [low, high) whose span is numbered `number` or above; `high`: none. Spans are numbered
// as domains are.
std::uint32_t first_in(const Topology& topology, const Tier& tier, std::uint32_t number, std::uint32_t low,
                       std::uint32_t high) {
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (span_number(topology, middle, tier) < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// A span with the GPUs that are there in each of its domains.
struct Span {
    DomainRange domains;
    std::uint32_t start = 0;                                      // the first domain with any
    std::uint64_t there = 0;                                      // GPUs, of
    std::uint64_t all = 0;                                        // so many
    std::vector<std::pair<std::uint32_t, std::uint32_t>> inside;  // kind of each domain, GPUs there
};

Span look_at(const Topology& topology, DomainRange domains) {
    Span span;
    span.domains = domains;
    span.start = domains.end;
    for (std::uint32_t d = domains.first; d < domains.end; ++d) {
        const Domain domain = topology.domain(DomainId(d));
        const std::uint32_t there = topology.available_in(domain);
        if (there > 0) span.start = std::min(span.start, d);
        span.there += there;
        span.all += domain.gpus;
        span.inside.emplace_back(domain.kind, there);
    }
    return span;
}

// The spans of a tier, one of those that repeat without end among them. Nothing where there are too many.
std::vector<Span> spans_of(const Topology& topology, Reach within) {
    std::vector<Span> spans;
    const Offers offers(topology, 0);
    for (std::uint32_t d = 0; d < topology.domain_count();) {
        const DomainRange range = span_around(topology, d, within);
        if (range.end > most_domains_looked_at) return {};
        spans.push_back(look_at(topology, range));
        if (range.first >= offers.endless_from()) break;
        d = range.end;
    }
    return spans;
}

}  // namespace

DomainRange span_around(const Topology& topology, std::uint32_t domain, Reach within) {
    if (!within.is_network()) return {domain, domain + 1};
    const std::uint32_t domains = topology.domain_count();
    const Tier& tier = topology.network().tiers[within.tier()];
    if (tier.span == 0) return {0, domains};
    const std::uint32_t number = span_number(topology, domain, tier);
    return {first_in(topology, tier, number, 0, domain),
            first_in(topology, tier, number + 1, domain + 1, domains)};
}

std::uint32_t most_in_span(const Topology& topology, Reach within) {
    if (!within.is_network()) return Offers(topology, 0).largest();
    if (topology.network().tiers[within.tier()].span == 0) return Topology::unlimited;
    const auto spans = spans_of(topology, within);
    if (spans.empty()) return Topology::unlimited;
    std::uint64_t most = 0;
    for (const Span& span : spans) most = std::max(most, span.there);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(most, Topology::unlimited));
}

std::uint32_t runs_with_room(const Topology& topology, Reach within, std::uint32_t ranks) {
    const auto spans = spans_of(topology, within);
    if (spans.empty()) return Topology::unlimited;
    std::uint64_t runs = 0;
    for (const Span& span : spans) runs += span.there / ranks;
    const bool endless = topology.as_needed() && spans.back().there >= ranks;
    return endless ? Topology::unlimited
                   : static_cast<std::uint32_t>(std::min<std::uint64_t>(runs, Topology::unlimited));
}

std::vector<std::uint32_t> span_starts(const Topology& topology, std::size_t most) {
    std::vector<std::uint32_t> starts = {0};
    if (topology.runs().size() == 1 && topology.unavailable().empty()) return starts;
    std::vector<std::tuple<double, std::size_t, std::uint32_t>> found;  // share missing, tier, domain
    std::uint32_t first_free = topology.domain_count();
    const auto& tiers = topology.network().tiers;
    for (std::size_t t = tiers.size(); t-- > 0;) {
        if (tiers[t].span == 0) continue;
        std::set<std::vector<std::pair<std::uint32_t, std::uint32_t>>> seen;
        for (Span& span : spans_of(topology, Reach::tier(t))) {
            first_free = std::min(first_free, span.there > 0 ? span.start : first_free);
            if (span.there == 0 || !seen.insert(std::move(span.inside)).second) continue;
            const double missing = 1 - static_cast<double>(span.there) / static_cast<double>(span.all);
            found.emplace_back(missing, tiers.size() - t, span.start);
        }
    }
    std::sort(found.begin(), found.end());
    for (const auto& [missing, tier, start] : found) {
        if (starts.size() >= most) break;
        // To begin on the first domain that has room is to begin on domain 0.
        if (start == first_free || std::find(starts.begin(), starts.end(), start) != starts.end()) continue;
        starts.push_back(start);
    }
    return starts;
}

}  // namespace railyard::search
