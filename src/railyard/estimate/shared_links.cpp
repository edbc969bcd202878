#include "railyard/estimate/shared_links.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "railyard/job/groups.hpp"
#include "railyard/network/max_min.hpp"

namespace railyard {
namespace {

class SharedLinks {
  public:
    SharedLinks(const Topology& topology, const RankGrid& grid, const Placement& placement, Reach farthest)
        : topology_(topology), grid_(grid), placement_(placement), tiers_(farthest.tier() + 1) {}

    BytesPerSecond rate(Dimension dimension) {
        Groups(grid_, dimension).for_each_run([&](const GroupRun& run) {
            for (std::uint32_t i = 0; i < run.count; ++i) {
                members_.clear();
                for (const std::uint32_t offset : run.offsets)
                    members_.push_back(place(run.first + i + offset));
                add_flow(dimension);
            }
        });
        const auto rates = max_min_rates(capacities_, flows_);
        const auto least = std::min_element(rates.begin(), rates.end());
        return bytes_per_second(least == rates.end() ? 0 : *least);
    }

  private:
    [[nodiscard]] GpuPlace place(std::uint32_t rank) const {
        return topology_.place(placement_.gpu_of[RankId(rank)]);
    }

    // What lies below a tier: a domain, or a span of the tier under it.
    [[nodiscard]] std::uint32_t unit(const GpuPlace& gpu, std::size_t tier) const {
        return tier == 0 ? gpu.domain.value() : topology_.span_of(gpu, topology_.network().tiers[tier - 1]);
    }

    // The way up from there. Built for all that the span can hold, whether it is there or not.
    std::uint32_t link(const GpuPlace& gpu, std::size_t tier) {
        const auto [known, is_new] = links_.try_emplace(std::pair(tier, unit(gpu, tier)),
                                                        static_cast<std::uint32_t>(capacities_.size()));
        if (!is_new) return known->second;
        const DomainKind& kind = topology_.kind_of(gpu);
        double gpus = kind.gpus();
        double ratio = 1;
        for (std::size_t t = 0; t <= tier; ++t) ratio *= topology_.network().tiers[t].oversubscription;
        if (tier > 0) {
            const Tier& below = topology_.network().tiers[tier - 1];
            gpus = static_cast<double>(below.span) * (below.unit == SpanUnit::domains   ? kind.gpus()
                                                      : below.unit == SpanUnit::servers ? kind.servers.gpus
                                                                                        : 1);
        }
        capacities_.push_back(kind.nic_share().raw() * gpus / ratio);
        return known->second;
    }

    void add_flow(Dimension dimension) {
        Flow flow;
        for (const GpuPlace& member : members_)
            flow.most = std::min(flow.most, topology_.kind_of(member).nic_share().raw());
        if (dimension == Dimension::ep) {
            add_all_pairs(flow);
        } else {
            add_neighbours(flow, dimension == Dimension::pp ? members_.size() - 1 : members_.size());
        }
        if (!flow.crossings.empty()) flows_.push_back(std::move(flow));
    }

    // All members in a domain carry what leaves it for the next; a stage sends by itself.
    void add_neighbours(Flow& flow, std::size_t hops) {
        const bool ring = hops == members_.size();
        for (std::size_t i = 0; i < hops; ++i) {
            const GpuPlace& from = members_[i];
            const GpuPlace& to = members_[(i + 1) % members_.size()];
            if (from.domain == to.domain) continue;
            const double weight = ring ? beside(from) : 1;
            for (std::size_t t = 0; t < tiers_ && unit(from, t) != unit(to, t); ++t)
                flow.crossings.push_back({link(from, t), weight});
        }
    }
    [[nodiscard]] double beside(const GpuPlace& gpu) const {
        return static_cast<double>(
            std::count_if(members_.begin(), members_.end(),
                          [&](const GpuPlace& other) { return other.domain == gpu.domain; }));
    }

    // Of what a member sends out of its domain, the share that goes beyond each tier.
    void add_all_pairs(Flow& flow) {
        for (std::size_t t = 0; t < tiers_; ++t) {
            std::map<std::uint32_t, double> in_unit;
            for (const GpuPlace& member : members_) in_unit[unit(member, t)] += 1;
            for (const GpuPlace& member : members_) {
                const auto all = static_cast<double>(members_.size());
                const double out = all - beside(member);
                if (out > 0)
                    flow.crossings.push_back({link(member, t), (all - in_unit[unit(member, t)]) / out});
            }
        }
    }

    const Topology& topology_;
    const RankGrid& grid_;
    const Placement& placement_;
    std::size_t tiers_;
    std::vector<GpuPlace> members_;
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint32_t> links_;
    std::vector<double> capacities_;
    std::vector<Flow> flows_;
};

}  // namespace

BytesPerSecond shared_rate(const Topology& topology, const RankGrid& grid, const Placement& placement,
                           Dimension dimension, Reach farthest) {
    return SharedLinks(topology, grid, placement, farthest).rate(dimension);
}

}  // namespace railyard
