#include "railyard/placement/hops.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/job/order.hpp"
#include "railyard/placement/cells.hpp"
#include "railyard/placement/placement.hpp"
#include "tests/support/dice.hpp"
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

    [[nodiscard]] DimensionHops count(const PlainRanks& ranks, Dimension d) const {
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

// What the generated cases were like, so that none of the odd ones goes missing unnoticed.
struct Seen {
    std::size_t placed = 0, shuffled = 0, rank_cells = 0, pcie = 0, unreachable = 0, rails = 0,
                straddling = 0, missing = 0, tiles = 0, experts_across = 0, wraps = 0;
};

void compare_counts(const OddCase& odd, const Placement& placement, Seen& seen) {
    const RankGrid grid(odd.job.order, odd.job.degrees);
    const PlainCluster cluster(odd.finite);
    const PlainRanks ranks(odd.job);
    const PlainCounter plain(odd.topology, cluster, placement);
    for (const auto& counted : count_hops(odd.topology, grid, placement, all_dimensions)) {
        const DimensionHops expected = plain.count(ranks, counted.dimension);
        compare(counted, expected);
        if (expected.hops.pcie > 0) ++seen.pcie;
        if (expected.hops.unreachable > 0) ++seen.unreachable;
        if (expected.wrap.total() > 0) ++seen.wraps;
    }
    const Cells cells(odd.topology, placement);
    if (cells.size() == CellSize::rank) ++seen.rank_cells;
    if (cells.rails_matter()) ++seen.rails;
    if (placement.gpus_unavailable > 0) ++seen.missing;
    if (!expert_axes(grid)) ++seen.experts_across;
}

// Any GPU for any rank, as a file may have it.
Placement shuffled(const OddCase& odd, const Placement& placement, std::uint64_t seed) {
    test::Dice dice(seed);
    std::vector<GpuId> gpus = placement.gpu_of.items();
    for (std::uint32_t more = 0; more < gpus.size() / 2; ++more) {
        const GpuId other(dice.between(0, odd.finite.gpu_count() - 1));
        const bool is_free = std::find(gpus.begin(), gpus.end(), other) == gpus.end();
        if (is_free && odd.finite.is_available(other)) gpus[more] = other;
    }
    dice.shuffle(gpus);
    IdVector<RankId, GpuId> gpu_of;
    for (const GpuId gpu : gpus) gpu_of.push_back(gpu);
    return placement_of(odd.topology, std::move(gpu_of));
}

TEST_CASE("counting equals a plain count pair by pair on jobs and topologies of all sorts") {
    Seen seen;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        const OddCase odd = test::odd_case(seed);
        CAPTURE(std::to_string(seed) + ": " + to_text(odd.job.order));
        const RankGrid grid(odd.job.order, odd.job.degrees);
        const auto placed = place(odd.topology, grid, odd.job.rules);
        const auto* placement = std::get_if<Placement>(&placed);
        if (placement == nullptr) continue;
        ++seen.placed;
        compare_counts(odd, *placement, seen);
        if (placement->blocks_straddle) ++seen.straddling;
        const bool is_tiled = std::any_of(odd.job.order.begin(), odd.job.order.end(),
                                          [](const OrderItem& item) { return item.tile.has_value(); });
        if (is_tiled) ++seen.tiles;
        if (seed % 4 != 0) continue;
        ++seen.shuffled;
        compare_counts(odd, shuffled(odd, *placement, seed), seen);
    }
    CHECK(seen.placed >= 500);
    for (const std::size_t times :
         {seen.shuffled, seen.rank_cells, seen.pcie, seen.unreachable, seen.rails, seen.straddling,
          seen.missing, seen.tiles, seen.experts_across, seen.wraps}) {
        CHECK(times >= 50);
    }
}

TEST_CASE("patterns: ep exchanges between all, pp is a chain, the others run rings") {
    for (const Dimension d : all_dimensions) {
        const HopPattern expected = d == Dimension::ep   ? HopPattern::all_to_all
                                    : d == Dimension::pp ? HopPattern::chain
                                                         : HopPattern::ring;
        CHECK(pattern_of(d) == expected);
    }
    CHECK(hop_pattern_names[static_cast<std::size_t>(HopPattern::all_to_all)] == "all-to-all");
}

TEST_CASE("sums of hops") {
    HopCount a{1, 2, {3, 4}, 5};
    CHECK(a.network() == 7);
    CHECK(a.total() == 15);
    a += HopCount{10, 20, {30, 40}, 50};
    CHECK(a == HopCount{11, 22, {33, 44}, 55});
}

}  // namespace
}  // namespace railyard
