#include "railyard/placement/placement.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "railyard/placement/policy.hpp"

namespace railyard {
namespace {

// GPUs of a domain in the order in which ranks fill them.
class Slots {
  public:
    explicit Slots(const Topology& topology) : topology_(topology) {}

    // Ranks of a segment onto consecutive available GPUs.
    void fill(const Segment& segment, std::vector<GpuId>& gpu_of) {
        const Domain domain = topology_.domain(segment.domain);
        GpuId* out = gpu_of.data() + segment.first_rank.value();
        if (topology_.available_in(domain) == domain.gpus) {
            const std::uint32_t first = domain.first_gpu.value() + segment.slot;
            for (std::uint32_t i = 0; i < segment.count; ++i) out[i] = GpuId(first + i);
            return;
        }
        const auto available = topology_.available_gpus(domain);
        std::copy_n(available.begin() + segment.slot, segment.count, out);
    }

  private:
    const Topology& topology_;
};

// What is left over in the used domains, and how many servers hold a rank.
void tally(const Topology& topology, std::uint32_t per_domain, Placement& placement) {
    DomainId last;
    std::uint64_t available = 0;
    for (const Segment& segment : placement.segments) {
        if (segment.domain == last) continue;
        last = segment.domain;
        const Domain domain = topology.domain(last);
        const std::uint32_t there = topology.available_in(domain);
        ++placement.domains_used;
        available += there;
        placement.gpus_unavailable += domain.gpus - there;
        if (per_domain != 0 && there > per_domain) placement.gpus_spare += there - per_domain;
    }
    placement.gpus_idle = static_cast<std::uint32_t>(available - placement.gpu_of.size());
    std::uint32_t last_server = ~0U;
    for (const Segment& segment : placement.segments) {
        // GPUs rise within a segment, so servers only have to be looked at where one ends.
        for (std::uint32_t i = 0; i < segment.count;) {
            const GpuId gpu = placement.gpu_of[RankId(segment.first_rank.value() + i)];
            const GpuPlace place = topology.place(gpu);
            if (place.server_id != last_server) ++placement.servers_used;
            last_server = place.server_id;
            const std::uint32_t end =
                gpu.value() + topology.kind_of(place).servers.gpus - place.gpu_in_server;
            while (i < segment.count &&
                   placement.gpu_of[RankId(segment.first_rank.value() + i)].value() < end) {
                ++i;
            }
        }
    }
}

std::string why_not(const Topology& topology, const Offers& offers, const Plan& plan, std::uint32_t ranks,
                    std::uint32_t block, std::uint32_t available) {
    if (!topology.as_needed() && available < ranks) {
        return "the topology offers " + std::to_string(available) + " GPUs in " +
               std::to_string(offers.domains()) + (offers.domains() == 1 ? " domain" : " domains");
    }
    if (offers.largest() == 0) return "no domain offers a GPU";
    std::string text = "blocks of " + std::to_string(block) + " ranks do not fill the domains";
    if (!plan.passed_over.empty()) {
        text += "; domains with fewer GPUs than a block were passed over";
    }
    return text + " (the largest offers " + std::to_string(offers.largest()) + " GPUs)";
}

}  // namespace

PlacementResult place(const Topology& topology, const RankGrid& grid, const PlacementRules& rules) {
    const Offers offers(topology, rules.per_domain);
    const std::uint32_t ranks = grid.ranks();
    const std::uint32_t block = block_size(grid, rules.keep);
    Plan plan = policies()[static_cast<std::size_t>(rules.policy)].plan(offers, ranks, block);
    if (plan.placed < ranks) {
        DoesNotFit no{ranks, plan.placed, offers.total(), ranks - plan.placed, ""};
        no.why = why_not(topology, offers, plan, ranks, block, no.available);
        return no;
    }
    Placement placement;
    placement.segments = std::move(plan.segments);
    placement.passed_over = std::move(plan.passed_over);
    placement.block = block;
    placement.blocks_straddle = rules.policy == Policy::aligned && block > offers.largest();
    placement.gpu_of = IdVector<RankId, GpuId>(ranks);
    Slots slots(topology);
    for (const Segment& segment : placement.segments) slots.fill(segment, placement.gpu_of.items());
    tally(topology, rules.per_domain, placement);
    return placement;
}

Placement placement_of(const Topology& topology, IdVector<RankId, GpuId> gpu_of) {
    Placement placement;
    std::set<DomainId> domains;
    std::set<std::uint32_t> servers;
    for (std::uint32_t r = 0; r < gpu_of.size(); ++r) {
        const GpuPlace place = topology.place(gpu_of[RankId(r)]);
        servers.insert(place.server_id);
        if (placement.segments.empty() || placement.segments.back().domain != place.domain) {
            placement.segments.push_back({RankId(r), 0, place.domain, 0});
        }
        ++placement.segments.back().count;
        if (!domains.insert(place.domain).second) continue;
        const Domain domain = topology.domain(place.domain);
        const std::uint32_t there = topology.available_in(domain);
        placement.gpus_idle += there;
        placement.gpus_unavailable += domain.gpus - there;
    }
    placement.domains_used = static_cast<std::uint32_t>(domains.size());
    placement.servers_used = static_cast<std::uint32_t>(servers.size());
    placement.gpus_idle -= static_cast<std::uint32_t>(gpu_of.size());
    placement.gpu_of = std::move(gpu_of);
    return placement;
}

}  // namespace railyard
