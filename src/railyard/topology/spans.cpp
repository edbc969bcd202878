#include "railyard/topology/spans.hpp"

#include <algorithm>

namespace railyard {
namespace {

// What one domain counts in a tier's unit.
std::uint64_t size_of(const DomainKind& kind, SpanUnit unit) {
    switch (unit) {
        case SpanUnit::domains:
            return 1;
        case SpanUnit::servers:
            return kind.servers.count;
        case SpanUnit::gpus:
            return kind.gpus();
    }
    return 1;
}

// A run of domains measured in a tier's unit. No span ends inside a server.
struct Stretch {
    std::uint32_t kind = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t server_count = 0;
};

std::vector<Stretch> stretches_of(const Topology& topology, SpanUnit unit) {
    std::vector<Stretch> stretches;
    std::uint64_t begin = 0;
    for (const DomainRun& run : topology.runs()) {
        const DomainKind& kind = topology.kinds()[run.kind];
        const std::uint64_t end = begin + run.count * size_of(kind, unit);
        if (run.count > 0) {
            stretches.push_back({run.kind, begin, end, std::uint64_t{run.count} * kind.servers.count});
        }
        begin = end;
    }
    return stretches;
}

std::uint64_t servers_in(const Stretch& stretch, std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t overlap = std::min(end, stretch.end) - std::max(begin, stretch.begin);
    const std::uint64_t size = stretch.end - stretch.begin;
    // Both factors fit in 32 bits.
    return overlap * stretch.server_count / size;
}

SpanGroup one_span(const std::vector<Stretch>& stretches, std::uint64_t begin, std::uint64_t end) {
    SpanGroup group{1, {}};
    for (const Stretch& stretch : stretches) {
        if (stretch.end <= begin || stretch.begin >= end) continue;
        group.holds.push_back({stretch.kind, servers_in(stretch, begin, end)});
    }
    return group;
}

}  // namespace

std::vector<SpanGroup> span_groups(const Topology& topology, const Tier& tier) {
    const auto stretches = stretches_of(topology, tier.unit);
    if (stretches.empty()) return {};
    const std::uint64_t all = stretches.back().end;
    if (tier.span == 0) return {one_span(stretches, 0, all)};
    std::vector<SpanGroup> groups;
    std::size_t at = 0;
    for (std::uint64_t begin = 0; begin < all;) {
        while (stretches[at].end <= begin) ++at;
        const std::uint64_t whole = (stretches[at].end - begin) / tier.span;
        if (whole > 0) {
            const Stretch& stretch = stretches[at];
            groups.push_back({whole, {{stretch.kind, servers_in(stretch, begin, begin + tier.span)}}});
            begin += whole * tier.span;
        } else {
            groups.push_back(one_span(stretches, begin, std::min(all, begin + tier.span)));
            begin += tier.span;
        }
    }
    return groups;
}

SpanNics nics_of(const Topology& topology, const SpanGroup& span) {
    SpanNics found;
    for (const ServersOfKind& part : span.holds) {
        const std::uint64_t nics = topology.kinds()[part.kind].nics_per_server();
        found.nics += nics * part.servers;
        // NICs of a server are dealt out to the rails from rail 0 on.
        found.rails = std::max(found.rails, std::min<std::uint64_t>(nics, topology.network().rails));
    }
    return found;
}

}  // namespace railyard
