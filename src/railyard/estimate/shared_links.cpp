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
        : topology_(topology),
          grid_(grid),
          placement_(placement),
          tiers_(farthest.tier() + 1),
          links_(tiers_) {}

    BytesPerSecond rate(Dimension dimension) {
        Groups(grid_, dimension).for_each_run([&](const GroupRun& run) {
            for (std::uint32_t i = 0; i < run.count; ++i) {
                next_.clear();
                for (const std::uint32_t offset : run.offsets) next_.push_back(place(run.first + i + offset));
                if (alike_ > 0 && goes_the_same_way()) {
                    ++alike_;
                    continue;
                }
                end_flow(dimension);
                members_.swap(next_);
                alike_ = 1;
            }
        });
        end_flow(dimension);
        const auto rates = max_min_rates(capacities_, flows_);
        const auto least = std::min_element(rates.begin(), rates.end());
        return bytes_per_second(least == rates.end() ? 0 : *least);
    }

  private:
    [[nodiscard]] GpuPlace place(std::uint32_t rank) const {
        return topology_.place(placement_.gpu_of[RankId(rank)]);
    }

    // Neighbouring groups of outer dimensions mostly do: they cross the same links as one flow of that
    // weight.
    [[nodiscard]] bool goes_the_same_way() const {
        return std::equal(members_.begin(), members_.end(), next_.begin(), next_.end(),
                          [&](const GpuPlace& a, const GpuPlace& b) {
                              if (a.domain != b.domain) return false;
                              for (std::size_t t = 1; t < tiers_; ++t)
                                  if (unit(a, t) != unit(b, t)) return false;
                              return true;
                          });
    }

    void end_flow(Dimension dimension) {
        if (alike_ == 0) return;
        for (const GpuPlace& member : members_) {
            const std::uint32_t domain = member.domain.value();
            if (domain >= in_domain_.size()) in_domain_.resize(domain + 1, 0);  // of how many is not known
            ++in_domain_[domain];
        }
        add_flow(dimension);
        for (const GpuPlace& member : members_) in_domain_[member.domain.value()] = 0;
    }

    // What lies below a tier: a domain, or a span of the tier under it.
    [[nodiscard]] std::uint32_t unit(const GpuPlace& gpu, std::size_t tier) const {
        return tier == 0 ? gpu.domain.value() : topology_.span_of(gpu, topology_.network().tiers[tier - 1]);
    }

    // The way up from there. Built for all that the span can hold, whether it is there or not.
    std::uint32_t link(const GpuPlace& gpu, std::size_t tier) {
        const std::uint32_t from = unit(gpu, tier);
        std::vector<std::uint32_t>& known = links_[tier];
        if (from >= known.size()) known.resize(from + 1, no_link);
        if (known[from] != no_link) return known[from];
        known[from] = static_cast<std::uint32_t>(capacities_.size());
        const DomainKind& kind = topology_.kind_of(gpu);
        double gpus = topology_.domain(gpu.domain).gpus;
        double ratio = 1;
        for (std::size_t t = 0; t <= tier; ++t) ratio *= topology_.network().tiers[t].oversubscription;
        if (tier > 0) {
            const Tier& below = topology_.network().tiers[tier - 1];
            gpus = static_cast<double>(below.span) * (below.unit == SpanUnit::domains   ? kind.gpus()
                                                      : below.unit == SpanUnit::servers ? kind.servers.gpus
                                                                                        : 1);
        }
        capacities_.push_back(kind.nic_share().raw() * gpus / ratio);
        return known[from];
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
        if (flow.crossings.empty()) return;
        for (auto& crossing : flow.crossings) crossing.weight *= alike_;
        flows_.push_back(std::move(flow));
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
    // Members of the group in the GPU's domain.
    [[nodiscard]] double beside(const GpuPlace& gpu) const { return in_domain_[gpu.domain.value()]; }

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
    static constexpr std::uint32_t no_link = ~0U;
    std::vector<GpuPlace> members_;  // of the group that is looked at
    std::vector<GpuPlace> next_;
    std::uint32_t alike_ = 0;                        // groups that go its way
    std::vector<std::uint32_t> in_domain_;           // how many of them each domain has
    std::vector<std::vector<std::uint32_t>> links_;  // by tier and what lies below it
    std::vector<double> capacities_;
    std::vector<Flow> flows_;
};

}  // namespace

BytesPerSecond shared_rate(const Topology& topology, const RankGrid& grid, const Placement& placement,
                           Dimension dimension, Reach farthest) {
    return SharedLinks(topology, grid, placement, farthest).rate(dimension);
}

}  // namespace railyard
