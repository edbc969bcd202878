#include "railyard/cluster/crossings.hpp"

#include <doctest/doctest.h>

#include <map>
#include <numeric>
#include <set>

#include "railyard/job/groups.hpp"
#include "railyard/placement/hops.hpp"
#include "railyard/placement/traffic.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard::cluster {
namespace {

Grouping grouping(std::vector<std::uint32_t> part_of) {
    Grouping result;
    std::uint32_t parts = 0;
    for (const auto part : part_of) parts = std::max(parts, part + 1);
    result.names.assign(parts, "p");
    result.part_of = std::move(part_of);
    return result;
}
Seats one_rank_a_seat(std::uint32_t ranks) {
    Seats seats(ranks);
    for (std::uint32_t r = 0; r < ranks; ++r) seats[RankId(r)] = r;
    return seats;
}
Layout ring_of_ten() {
    return test::shipped_layout("megatron-1.7b", {{"parallel.tp", "1"},
                                                  {"parallel.pp", "1"},
                                                  {"parallel.dp", "10"},
                                                  {"batch.sequences", "10"},
                                                  {"batch.micro", "1"}});
}

// kubernetes-sigs/kueue issue 3533: ten pods on three racks of four. In order the ring leaves a rack at 3-4,
// 7-8 and 9-0; with racks of pods 1,4,5,7 / 0,3,8,9 / 6,2 everywhere but at 4-5, 8-9 and 9-0.
TEST_CASE("a ring of ten pods on three racks") {
    const Layout layout = ring_of_ten();
    const RankGrid grid(layout.order, layout.degrees);
    const auto in_order = grouping({0, 0, 0, 0, 1, 1, 1, 1, 2, 2});
    const auto scattered = grouping({1, 0, 2, 1, 0, 0, 2, 0, 1, 1});
    const auto counted = count_crossings(layout, grid, one_rank_a_seat(10), {in_order, scattered});
    REQUIRE(counted.size() == 1);
    CHECK(counted[0].dimension == Dimension::dp);
    CHECK(counted[0].hops == 10);
    CHECK(counted[0].by_grouping[0].hops == 3);
    CHECK(counted[0].by_grouping[1].hops == 7);
    CHECK(counted[0].by_grouping[0].groups == 1);
}

// Every pair of every group, one by one, against the counts.
TEST_CASE("any job on any parts, against a plain count of pairs") {
    test::Dice dice(11);
    for (int round = 0; round < 20; ++round) {
        const Layout layout =
            test::shipped_layout("deepseek-v3", {{"parallel.pp", "4"},
                                                 {"parallel.dp", "8"},
                                                 {"parallel.ep", "4"},
                                                 {"batch.sequences", "64"},
                                                 {"order", dice.one_of<std::string>({"dp,pp", "pp,dp"})}});
        const RankGrid grid(layout.order, layout.degrees);
        std::vector<std::uint32_t> part_of;
        for (int i = 0; i < 32; ++i) part_of.push_back(dice.between(0, 3));
        part_of.back() = 3;
        const auto parts = grouping(part_of);
        for (const auto& counted : count_crossings(layout, grid, one_rank_a_seat(32), {parts})) {
            std::uint64_t hops = 0;
            std::uint64_t all = 0;
            const Groups groups(grid, counted.dimension);
            const HopPattern pattern = pattern_of(counted.dimension);
            groups.for_each_run([&](const GroupRun& run) {
                for (std::uint32_t i = 0; i < run.count; ++i) {
                    const std::size_t n = run.offsets.size();
                    for (std::size_t x = 0; x < n; ++x) {
                        for (std::size_t y = 0; y < n; ++y) {
                            const bool is_hop = pattern == HopPattern::all_to_all ? x != y
                                                : pattern == HopPattern::ring     ? y == (x + 1) % n
                                                                                  : y == x + 1;
                            if (!is_hop) continue;
                            ++all;
                            const std::uint32_t from = part_of[run.first + i + run.offsets[x]];
                            const std::uint32_t to = part_of[run.first + i + run.offsets[y]];
                            if (from != to) ++hops;
                        }
                    }
                }
            });
            CHECK(counted.hops == all);
            CHECK(counted.by_grouping[0].hops == hops);
        }
    }
}

// All bytes of a step, as placement/traffic.hpp has them, when every seat is a part of its own.
TEST_CASE("bytes are those of the step") {
    const Layout layout = ring_of_ten();
    const RankGrid grid(layout.order, layout.degrees);
    std::vector<std::uint32_t> own(10);
    std::iota(own.begin(), own.end(), 0U);
    const auto counted = count_crossings(layout, grid, one_rank_a_seat(10), {grouping(own)});
    DimensionHops hops;
    hops.dimension = Dimension::dp;
    hops.by_stage.assign(1, HopCount{10, 0, {}, 0});
    CHECK(counted[0].by_grouping[0].bytes.raw() ==
          doctest::Approx(traffic_of(layout, reference_volumes(layout), hops).nvlink.raw()));
}

// tp 2 over 4 seats of one rank: groups {0, 1} and {2, 3}; the second is cut.
TEST_CASE("groups that are whole by plan and lie across parts are named") {
    const Layout layout = test::shipped_layout(
        "megatron-1.7b",
        {{"parallel.tp", "2"}, {"parallel.pp", "1"}, {"parallel.dp", "2"}, {"batch.sequences", "64"}});
    const RankGrid grid(layout.order, layout.degrees);
    const auto whole = grouping({0, 0, 1, 1});
    const auto broken = broken_groups(layout, grid, one_rank_a_seat(4), whole, grouping({0, 0, 0, 1}));
    REQUIRE(broken.size() == 1);
    CHECK(broken[0].dimension == Dimension::tp);
    CHECK(broken[0].number == 1);
    CHECK(broken[0].ranks == std::vector<RankId>{RankId(2), RankId(3)});
    CHECK(broken[0].parts == std::vector<std::uint32_t>{0, 1});
    CHECK(broken_groups(layout, grid, one_rank_a_seat(4), whole, whole).empty());
}

// Every group of every dimension, one by one, by the parts of its members.
TEST_CASE("groups that straddle parts are counted and the first of each dimension named") {
    test::Dice dice(5);
    for (int round = 0; round < 20; ++round) {
        const Layout layout = test::shipped_layout(
            "deepseek-v3",
            {{"parallel.pp", "4"}, {"parallel.dp", "8"}, {"parallel.ep", "4"}, {"batch.sequences", "64"}});
        const RankGrid grid(layout.order, layout.degrees);
        std::vector<std::uint32_t> part_of(32);
        for (auto& part : part_of) part = dice.between(0, 2);
        Grouping parts = grouping(part_of);
        parts.is_unknown = {false, false, true};
        for (const auto& found : straddling_groups(layout, grid, one_rank_a_seat(32), parts, 2)) {
            std::map<std::uint32_t, std::set<std::uint32_t>> parts_by_lowest;
            Groups(grid, found.dimension).for_each_run([&](const GroupRun& run) {
                for (std::uint32_t i = 0; i < run.count; ++i) {
                    std::uint32_t lowest = 32;
                    std::set<std::uint32_t> own;
                    for (const std::uint32_t offset : run.offsets) {
                        const std::uint32_t rank = run.first + i + offset;
                        lowest = std::min(lowest, rank);
                        if (part_of[rank] != 2) own.insert(part_of[rank]);
                    }
                    parts_by_lowest[lowest] = own;
                }
            });
            std::uint32_t number = 0;
            std::vector<std::uint32_t> straddling;
            for (const auto& [lowest, own] : parts_by_lowest) {
                if (own.size() > 1) straddling.push_back(number);
                ++number;
            }
            CHECK(found.all == parts_by_lowest.size());
            CHECK(found.count == straddling.size());
            REQUIRE(found.first.size() == std::min<std::size_t>(2, straddling.size()));
            for (std::size_t i = 0; i < found.first.size(); ++i) {
                CHECK(found.first[i].number == straddling[i]);
                CHECK(found.first[i].parts.size() == 2);
            }
        }
    }
}

}  // namespace
}  // namespace railyard::cluster
