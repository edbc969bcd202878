#include "railyard/estimate/shared_links.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "railyard/job/groups.hpp"
#include "railyard/network/shared_ways.hpp"

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
        return bytes_per_second(ways_.least(most_));
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
        known[from] = ways_.add(kind.nic_share().raw() * gpus / ratio);
        return known[from];
    }

    void add_flow(Dimension dimension) {
        if (!leaves_a_domain()) return;
        for (const GpuPlace& member : members_)
            most_ = std::min(most_, topology_.kind_of(member).nic_share().raw());
        if (dimension == Dimension::ep) {
            add_all_pairs();
        } else {
            add_neighbours(dimension == Dimension::pp ? members_.size() - 1 : members_.size());
        }
    }

    [[nodiscard]] bool leaves_a_domain() const {
        return std::any_of(members_.begin(), members_.end(),
                           [&](const GpuPlace& m) { return m.domain != members_.front().domain; });
    }

    // All members in a domain carry what leaves it for the next; a stage sends by itself.
    void add_neighbours(std::size_t hops) {
        const bool ring = hops == members_.size();
        for (std::size_t i = 0; i < hops; ++i) {
            const GpuPlace& from = members_[i];
            const GpuPlace& to = members_[(i + 1) % members_.size()];
            if (from.domain == to.domain) continue;
            const std::uint64_t weight = ring ? beside(from) : 1;
            for (std::size_t t = 0; t < tiers_ && unit(from, t) != unit(to, t); ++t)
                ways_.send(link(from, t), alike_, weight, 1);
        }
    }
    // Members of the group in the GPU's domain.
    [[nodiscard]] std::uint64_t beside(const GpuPlace& gpu) const { return in_domain_[gpu.domain.value()]; }

    // Of what a member sends out of its domain, the share that goes beyond each tier.
    void add_all_pairs() {
        for (std::size_t t = 0; t < tiers_; ++t) {
            std::map<std::uint32_t, std::uint64_t> in_unit;
            std::map<std::pair<std::uint32_t, DomainId>, std::uint64_t> in_both;
            for (const GpuPlace& member : members_) {
                ++in_unit[unit(member, t)];
                ++in_both[{unit(member, t), member.domain}];
            }
            for (const GpuPlace& member : members_) {
                // Where a span ends within a domain, those behind its end are reached over NVLink.
                const std::uint64_t over_nvlink = beside(member) - in_both[{unit(member, t), member.domain}];
                const std::uint64_t beyond = members_.size() - in_unit[unit(member, t)] - over_nvlink;
                ways_.send(link(member, t), alike_, beyond, members_.size() - beside(member));
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
    SharedWays ways_;
    double most_ = std::numeric_limits<double>::infinity();
};

}  // namespace

BytesPerSecond shared_rate(const Topology& topology, const RankGrid& grid, const Placement& placement,
                           Dimension dimension, Reach farthest) {
    return SharedLinks(topology, grid, placement, farthest).rate(dimension);
}

}  // namespace railyard
