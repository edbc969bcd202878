#include "railyard/search/point_grid.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace railyard {
namespace {

TEST_CASE("the last axis changes fastest") {
    const auto grid = PointGrid::of({2, 1, 3});
    REQUIRE(grid);
    CHECK(grid->points() == 6);
    std::vector<std::vector<std::uint32_t>> seen;
    for (std::uint64_t p = 0; p < grid->points(); ++p)
        seen.push_back({grid->choice(p, 0), grid->choice(p, 1), grid->choice(p, 2)});
    CHECK(seen == std::vector<std::vector<std::uint32_t>>{
                      {0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {1, 0, 0}, {1, 0, 1}, {1, 0, 2}});
    CHECK(PointGrid::of({})->points() == 1);
    CHECK(grid->with_choice(1, 0, 1) == 4);
    CHECK(grid->with_choice(4, 2, 2) == 5);
    CHECK(grid->with_choice(4, 1, 0) == 4);
}

TEST_CASE("more points than anybody waits for are refused") {
    CHECK(PointGrid::of({1000000, 1000000}));
    CHECK_FALSE(PointGrid::of({1000000, 1000001}));
    CHECK_FALSE(PointGrid::of({4000000000U, 4000000000U, 4000000000U}));
    CHECK_FALSE(PointGrid::of({3, 0}));
}

TEST_CASE("shards are disjoint, complete and balanced") {
    for (const std::uint64_t all : {0U, 1U, 5U, 64U, 1000U}) {
        for (const std::uint32_t of : {1U, 3U, 7U, 64U}) {
            std::vector<std::uint64_t> points;
            std::uint64_t least = all, most = 0;
            for (std::uint32_t k = 1; k <= of; ++k) {
                const Shard shard{k, of};
                least = std::min(least, shard.points(all));
                most = std::max(most, shard.points(all));
                for (std::uint64_t i = 0; i < shard.points(all); ++i) points.push_back(shard.point(i));
            }
            std::sort(points.begin(), points.end());
            REQUIRE(points.size() == all);
            for (std::uint64_t p = 0; p < all; ++p) CHECK(points[p] == p);
            CHECK(most - least <= 1);
        }
    }
}

}  // namespace
}  // namespace railyard
