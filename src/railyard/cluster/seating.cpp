#include "railyard/cluster/seating.hpp"

#include <unordered_map>

#include "railyard/topology/names.hpp"

namespace railyard::cluster {

Seating seat_ranks(const Topology& topology, const Placement& placement) {
    Seating seating;
    seating.seat_of = Seats(placement.gpu_of.size());
    std::unordered_map<std::uint32_t, std::uint32_t> seats;  // by server
    for (std::uint32_t r = 0; r < placement.gpu_of.size(); ++r) {
        const GpuPlace place = topology.place(placement.gpu_of[RankId(r)]);
        const auto [seat, is_new] =
            seats.try_emplace(place.server_id, static_cast<std::uint32_t>(seating.servers.size()));
        if (is_new) seating.servers.push_back(place);
        seating.seat_of[RankId(r)] = seat->second;
    }
    return seating;
}

std::vector<Grouping> expected_groupings(const Topology& topology, const Seating& seating) {
    const auto grouped = [&](auto key_of, auto name_of) {
        Grouping grouping;
        std::unordered_map<std::uint32_t, std::uint32_t> parts;
        for (const GpuPlace& place : seating.servers) {
            const auto next = static_cast<std::uint32_t>(parts.size());
            const auto [part, is_new] = parts.try_emplace(key_of(place), next);
            if (is_new) grouping.names.push_back(name_of(place));
            grouping.part_of.push_back(part->second);
        }
        return grouping;
    };
    std::vector<Grouping> groupings;
    Grouping& domains = groupings.emplace_back(
        grouped([](const GpuPlace& place) { return place.domain.value(); },
                [&](const GpuPlace& place) { return domain_name(topology, topology.domain(place.domain)); }));
    domains.kind = GroupingKind::domain;
    domains.word = "domain";
    domains.plural = "domains";
    std::uint32_t level = 0;
    for (const Tier& tier : topology.network().tiers) {
        Grouping& spans = groupings.emplace_back(
            grouped([&](const GpuPlace& place) { return topology.span_of(place, tier); },
                    [&](const GpuPlace& place) {
                        return tier.name + std::to_string(topology.span_of(place, tier));
                    }));
        spans.kind = GroupingKind::switches;
        spans.level = level++;
        spans.word = tier.name;
        spans.plural = tier.name + "s";
    }
    return groupings;
}

}  // namespace railyard::cluster
