#include "explorer/core/racks.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "railyard/job/groups.hpp"
#include "railyard/job/rank_grid.hpp"
#include "railyard/placement/hops.hpp"
#include "railyard/placement/traffic.hpp"
#include "railyard/topology/names.hpp"
#include "railyard/topology/reach.hpp"

namespace railyard::explorer {
namespace {

using Json = nlohmann::ordered_json;

RankGrid grid_of(const PlacedJob& job) {
    return {job.layout.order, job.layout.degrees};
}

std::vector<DrawnDomain> drawn_domains(const PlacedJob& job) {
    const Topology& topology = *job.topology;
    const auto& segments = job.evaluation.placement.segments;
    const auto by_domain = [](const Segment& a, const Segment& b) { return a.domain < b.domain; };
    const auto [first, last] = std::minmax_element(segments.begin(), segments.end(), by_domain);
    std::vector<DrawnDomain> domains;
    for (std::uint32_t id = first->domain.value(); id <= last->domain.value(); ++id) {
        const Domain domain = topology.domain(DomainId(id));
        domains.push_back({domain.first_gpu.value(), domain.gpus, topology.kind_of(domain).servers.gpus,
                           domain.kind, domain.physical, domain.partition, 0});
    }
    return domains;
}

// GPUs of a domain that holds ranks, behind the first `per_domain` that are there: what the layout keeps
// back.
void mark_spares(Racks& racks, std::uint32_t per_domain) {
    if (per_domain == 0) return;
    const std::uint32_t start = racks.domains.front().first_gpu;
    for (const DrawnDomain& domain : racks.domains) {
        const std::span<std::int32_t> seats(racks.ranks.data() + (domain.first_gpu - start), domain.gpus);
        if (std::none_of(seats.begin(), seats.end(), [](std::int32_t seat) { return seat >= 0; })) continue;
        std::uint32_t there = 0;
        for (std::int32_t& seat : seats) {
            if (seat == seat_unavailable) continue;
            if (seat == seat_idle && there >= per_domain) seat = seat_spare;
            ++there;
        }
    }
}

// The members of the group that holds a rank, in group order.
std::vector<std::uint32_t> members_of(const RankGrid& grid, std::uint32_t rank, Dimension dimension) {
    const Groups groups(grid, dimension);
    std::vector<std::uint32_t> members;
    groups.for_each_run([&](const GroupRun& run) {
        if (!members.empty()) return;
        for (const std::uint32_t offset : run.offsets) {
            if (rank < offset || rank - offset < run.first || rank - offset - run.first >= run.count)
                continue;
            for (const std::uint32_t other : run.offsets) members.push_back(rank - offset + other);
            return;
        }
    });
    return members;
}

}  // namespace

Racks draw_racks(const PlacedJob& job) {
    const Topology& topology = *job.topology;
    Racks racks{drawn_domains(job), {}, ""};
    const Tier* grouped = nullptr;
    for (const Tier& tier : topology.network().tiers) {
        if (tier.span > 0) grouped = &tier;
    }
    if (grouped != nullptr) racks.tier = grouped->name;
    const std::uint32_t start = racks.domains.front().first_gpu;
    racks.ranks.assign(racks.domains.back().first_gpu + racks.domains.back().gpus - start, seat_idle);
    for (DrawnDomain& domain : racks.domains) {
        if (grouped == nullptr) break;
        domain.span = topology.span_of(topology.place(GpuId(domain.first_gpu)), *grouped);
    }
    for (const GpuId gpu : topology.unavailable()) {
        if (gpu.value() >= start && gpu.value() - start < racks.ranks.size())
            racks.ranks[gpu.value() - start] = seat_unavailable;
    }
    const auto& gpu_of = job.evaluation.placement.gpu_of.items();
    for (std::size_t rank = 0; rank < gpu_of.size(); ++rank)
        racks.ranks[gpu_of[rank].value() - start] = static_cast<std::int32_t>(rank);
    mark_spares(racks, job.layout.placement.per_domain);
    return racks;
}

std::string domain_words(const PlacedJob& job, const DrawnDomain& domain) {
    const GpuPlace place = job.topology->place(GpuId(domain.first_gpu));
    return domain_name(*job.topology, job.topology->domain(place.domain));
}

std::vector<std::int32_t> coordinates(const PlacedJob& job, Dimension dimension) {
    const RankGrid grid = grid_of(job);
    std::vector<std::int32_t> all(grid.ranks());
    for (std::uint32_t rank = 0; rank < grid.ranks(); ++rank)
        all[rank] = static_cast<std::int32_t>(grid.coordinate(RankId(rank), dimension));
    return all;
}

std::vector<DrawnHop> hops_of_group(const PlacedJob& job, std::uint32_t rank, Dimension dimension) {
    const std::vector<std::uint32_t> members = members_of(grid_of(job), rank, dimension);
    const auto& gpu_of = job.evaluation.placement.gpu_of;
    std::vector<DrawnHop> hops;
    const auto add = [&](std::uint32_t from, std::uint32_t to) {
        const GpuId a = gpu_of[RankId(from)];
        const GpuId b = gpu_of[RankId(to)];
        hops.push_back({a.value(), b.value(), reach_between(*job.topology, a, b).level(),
                        from == rank || to == rank ? 1U : 0U});
    };
    const std::size_t n = members.size();
    if (n < 2) return hops;
    switch (pattern_of(dimension)) {
        case HopPattern::ring:
            for (std::size_t i = 0; i < n; ++i) add(members[i], members[(i + 1) % n]);
            break;
        case HopPattern::chain:
            for (std::size_t i = 0; i + 1 < n; ++i) add(members[i], members[i + 1]);
            if (job.layout.pipeline.passes() > 1) add(members.back(), members.front());
            break;
        case HopPattern::all_to_all:
            for (const std::uint32_t member : members) {
                if (member != rank) add(rank, member);
            }
            break;
    }
    return hops;
}

std::string seat_json(const PlacedJob& job, std::uint32_t gpu, std::int32_t rank) {
    Json json = {{"gpu", gpu_name(*job.topology, GpuId(gpu))}, {"rank", rank}};
    if (rank >= 0) {
        const RankGrid grid = grid_of(job);
        Json coordinates = Json::object();
        for (const Dimension dimension : dimensions_of(job.layout))
            coordinates[std::string(name_of(dimension))] =
                grid.coordinate(RankId(static_cast<std::uint32_t>(rank)), dimension);
        json["coordinates"] = coordinates;
    }
    return json.dump();
}

}  // namespace railyard::explorer
