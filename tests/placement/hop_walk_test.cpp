#include "railyard/placement/hop_walk.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "railyard/estimate/evaluate.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

std::vector<std::uint32_t> numbers(const std::vector<RankId>& ranks) {
    std::vector<std::uint32_t> result;
    for (const RankId rank : ranks) result.push_back(rank.value());
    return result;
}

using Numbers = std::vector<std::uint32_t>;

// tp 2, pp 3, dp 2 in the order tp, pp, dp: rank = tp + 2 pp + 6 dp.
TEST_CASE("groups are numbered by their lowest rank") {
    const RankGrid grid(test::order_of("tp,pp,dp"), {2, 1, 3, 2});
    CHECK(numbers(group_members(grid, Dimension::tp, 0).ranks) == Numbers{0, 1});
    CHECK(numbers(group_members(grid, Dimension::tp, 4).ranks) == Numbers{8, 9});
    CHECK(group_members(grid, Dimension::tp, 4).stage == 1);
    CHECK(numbers(group_members(grid, Dimension::pp, 1).ranks) == Numbers{1, 3, 5});
    CHECK(numbers(group_members(grid, Dimension::pp, 2).ranks) == Numbers{6, 8, 10});
    CHECK(numbers(group_members(grid, Dimension::dp, 5).ranks) == Numbers{5, 11});
    CHECK_THROWS_AS(group_members(grid, Dimension::dp, 6), std::logic_error);
}

TEST_CASE("every rank is in one group of each dimension, and lowest ranks rise") {
    const RankGrid grid(test::order_of("tp,cp,dp:2,pp:2,pp,dp"), {4, 2, 4, 6});
    for (const Dimension d : {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp}) {
        std::set<std::uint32_t> seen;
        std::uint32_t before = 0;
        const std::uint32_t groups = Groups(grid, d).count();
        for (std::uint32_t g = 0; g < groups; ++g) {
            const auto ranks = numbers(group_members(grid, d, g).ranks);
            const std::uint32_t lowest = *std::min_element(ranks.begin(), ranks.end());
            CHECK((g == 0 || lowest > before));
            before = lowest;
            for (const std::uint32_t rank : ranks) CHECK(seen.insert(rank).second);
        }
        CHECK(seen.size() == grid.ranks());
    }
}

TEST_CASE("the patterns: a ring closes, a chain has its wrap, all pairs go both ways") {
    const std::vector<RankId> members = {RankId(3), RankId(5), RankId(9)};
    const auto walked = [&](Dimension d) {
        std::vector<Numbers> hops;
        for_each_hop_of(members, d, 7, [&](const WalkedHop& hop) {
            hops.push_back(
                {hop.from.value(), hop.to.value(), hop.stage, hop.part == HopPart::wrap ? 1U : 0U});
        });
        return hops;
    };
    CHECK(walked(Dimension::dp) == std::vector<Numbers>{{3, 5, 7, 0}, {5, 9, 7, 0}, {9, 3, 7, 0}});
    CHECK(walked(Dimension::pp) == std::vector<Numbers>{{3, 5, 0, 0}, {5, 9, 1, 0}, {9, 3, 2, 1}});
    CHECK(walked(Dimension::ep).size() == 6);
    std::size_t alone = 0;
    for_each_hop_of({RankId(1)}, Dimension::pp, 0, [&](const WalkedHop&) { ++alone; });
    CHECK(alone == 0);
}

// Walking and counting share no code but the groups.
TEST_CASE("as many hops are walked as are counted, of every stage") {
    for (const char* name : {"gpt3-175b-64", "deepseek-v3", "megatron-145.6b"}) {
        const Layout layout = test::shipped_layout(name);
        const Topology topology = load_topology(test::shipped_library(), "gb200-nvl72").topology;
        const auto evaluation = std::get<Evaluation>(evaluate(topology, layout));
        const RankGrid grid(layout.order, layout.degrees);
        for (const DimensionReport& report : evaluation.dimensions) {
            std::vector<std::uint64_t> stages(layout.degrees.pp, 0);
            std::uint64_t wraps = 0;
            for_each_hop(grid, report.hops.dimension, [&](const WalkedHop& hop) {
                ++(hop.part == HopPart::wrap ? wraps : stages[hop.stage]);
            });
            CHECK(wraps == report.hops.wrap.total());
            for (std::size_t s = 0; s < stages.size(); ++s)
                CHECK(stages[s] == report.hops.by_stage[s].total());
        }
    }
}

}  // namespace
}  // namespace railyard
