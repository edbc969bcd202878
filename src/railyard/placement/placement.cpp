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

std::string counted(std::uint32_t number, const std::string& what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

std::string why_not(const Topology& topology, const Offers& offers, const PlacementRules& rules,
                    const DoesNotFit& no, std::uint32_t block) {
    const std::string cap =
        rules.per_domain == 0 ? "" : ", " + std::to_string(rules.per_domain) + " of each at most";
    if (offers.largest() == 0) return "no domain offers a GPU";
    if (!topology.as_needed() && no.available < no.ranks) {
        return "the topology offers " + counted(no.available, "GPU") + " in " +
               counted(offers.domains(), "domain") + cap;
    }
    const std::string blocks = "blocks of " + counted(block, "rank");
    const std::string largest = counted(offers.largest(), "GPU") + cap;
    if (block > offers.largest())
        return blocks + " are larger than a domain (" + largest + "), and each starts on a fresh one";
    std::string text =
        blocks + " stay whole, and leave what is over in a domain (the largest offers " + largest;
    if (topology.as_needed() && offers.endless_largest() < block)
        text += ", those that come as needed " + std::to_string(offers.endless_largest());
    return text + ")";
}

}  // namespace

PlacementResult place(const Topology& topology, const RankGrid& grid, const PlacementRules& rules) {
    const Offers offers(topology, rules.per_domain);
    const std::uint32_t ranks = grid.ranks();
    const std::uint32_t block = block_size(grid, rules.keep);
    Plan plan = policies()[static_cast<std::size_t>(rules.policy)].plan(offers, ranks, block);
    if (plan.placed < ranks) {
        DoesNotFit no{ranks, plan.placed, offers.total(), ranks - plan.placed, ""};
        no.why = why_not(topology, offers, rules, no, block);
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
    placement.origin = PlacementOrigin::given;
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
