#include "railyard/placement/hops.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

#include "railyard/job/order.hpp"
#include "railyard/placement/placement.hpp"
#include "tests/support/odd_jobs.hpp"
#include "tests/support/plain_placement.hpp"
#include "tests/support/plain_ranks.hpp"

namespace railyard {
namespace {

using test::OddCase;
using test::PlainCluster;
using test::PlainGroup;
using test::PlainRanks;

const std::vector<Dimension> all_dimensions = {Dimension::tp, Dimension::cp,  Dimension::pp, Dimension::dp,
                                               Dimension::ep, Dimension::etp, Dimension::edp};

// Counts pair by pair.
class PlainCounter {
  public:
    PlainCounter(const Topology& topology, const PlainCluster& cluster, const Placement& placement)
        : topology_(topology), cluster_(cluster), placement_(placement) {}

    DimensionHops count(const PlainRanks& ranks, Dimension d) const {
        DimensionHops result;
        result.dimension = d;
        result.degree = ranks.job().degrees.of(d);
        result.hops = result.wrap = nothing();
        result.by_stage.assign(ranks.job().degrees.pp, nothing());
        for (const PlainGroup& group : ranks.groups(d)) {
            ++result.groups;
            std::uint64_t left = 0;
            for (const auto& [from, to] : plain_hops(group, d)) {
                const Reach reach = reach_of(from, to);
                if (reach != Reach::nvlink()) ++left;
                add(result.hops, reach);
                add(result.by_stage[ranks.coordinate(from, Dimension::pp)], reach);
            }
            if (left == 0) ++result.groups_on_nvlink;
            if (d == Dimension::pp && group.ranks.size() > 1) {
                add(result.wrap, reach_of(group.ranks.back(), group.ranks.front()));
            }
        }
        return result;
    }

  private:
    [[nodiscard]] HopCount nothing() const {
        HopCount count;
        count.tiers.assign(topology_.network().tiers.size(), 0);
        return count;
    }

    [[nodiscard]] Reach reach_of(std::uint32_t from, std::uint32_t to) const {
        const GpuId a = placement_.gpu_of[RankId(from)];
        const GpuId b = placement_.gpu_of[RankId(to)];
        const Reach reach = reach_between(topology_, a, b);
        if (const auto plain = cluster_.reach(a.value(), b.value())) REQUIRE(*plain == reach);
        return reach;
    }

    static void add(HopCount& count, Reach reach) {
        REQUIRE(reach != Reach::same_gpu());
        if (reach == Reach::nvlink()) ++count.nvlink;
        if (reach == Reach::pcie()) ++count.pcie;
        if (reach == Reach::unreachable()) ++count.unreachable;
        if (reach.is_network()) ++count.tiers[reach.tier()];
    }

    const Topology& topology_;
    const PlainCluster& cluster_;
    const Placement& placement_;
};

void compare(const DimensionHops& counted, const DimensionHops& plain) {
    CAPTURE(std::string(name_of(counted.dimension)));
    CHECK(counted.dimension == plain.dimension);
    CHECK(counted.degree == plain.degree);
    CHECK(counted.groups == plain.groups);
    CHECK(counted.groups_on_nvlink == plain.groups_on_nvlink);
    CHECK(counted.hops == plain.hops);
    CHECK(counted.wrap == plain.wrap);
    CHECK(counted.by_stage == plain.by_stage);
}

// The placement as the policy made it, and a shuffled one, as a file may give it.
void compare_counts(const OddCase& odd) {
    const RankGrid grid(odd.job.order, odd.job.degrees);
    const auto placed = place(odd.topology, grid, odd.job.rules);
    const auto* placement = std::get_if<Placement>(&placed);
    if (placement == nullptr) return;
    const PlainCluster cluster(odd.finite);
    const PlainRanks ranks(odd.job);
    const PlainCounter plain(odd.topology, cluster, *placement);
    for (const auto& counted : count_hops(odd.topology, grid, *placement, all_dimensions)) {
        compare(counted, plain.count(ranks, counted.dimension));
    }
}

TEST_CASE("counting equals a plain count pair by pair on jobs and topologies of all sorts") {
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        const OddCase odd = test::odd_case(seed);
        CAPTURE(std::to_string(seed) + ": " + to_text(odd.job.order));
        compare_counts(odd);
    }
}

}  // namespace
}  // namespace railyard
