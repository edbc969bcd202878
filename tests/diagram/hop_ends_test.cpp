#include "railyard/diagram/hop_ends.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace railyard::diagram {
namespace {

// Three tiles of 60 x 28 in a row, gutters of 22 between them, and one that straight lines reach below.
HopMap row() {
    HopMap map;
    map.blocks.push_back({0, 400, 100, 0, true, 10, 390});
    for (std::uint32_t i = 0; i < 3; ++i) {
        HopSeat seat;
        seat.column = i;
        seat.left = 20 + 82.0 * i;
        seat.right = seat.left + 60;
        seat.top = 40;
        seat.bottom = 68;
        seat.gutter_left = seat.left - 11;
        seat.gutter_right = seat.right + 11;
        seat.gap_below = 75;
        map.seats[i] = seat;
    }
    return map;
}

Route over(Side from, Side to, double gutter_out, double gap, double gutter_in) {
    return {from, to, {{true, gutter_out, 12}, {false, gap, 9}, {true, gutter_in, 12}}};
}

// Both 11 from their tiles in one gutter: out of tile 0 to the right, and into tile 1 from the left.
TEST_CASE("what comes into a gutter from its two sides stands on different heights") {
    const HopMap map = row();
    const auto ends = hop_ends(
        {{0, 2}, {2, 1}},
        {over(Side::right, Side::left, 91, 75, 173), over(Side::left, Side::left, 173, 75, 91)}, map);
    CHECK(ends[0].first.x == 80);
    CHECK(ends[1].second.x == 102);
    CHECK(std::abs(ends[0].first.y - ends[1].second.y) > 2.5);
    // Nothing else stands in the gutter between tiles 1 and 2 on their side: two ends of tile 2.
    CHECK(std::abs(ends[0].second.y - ends[1].first.y) > 2.5);
}

TEST_CASE("straight lines keep to the middle, there and back beside each other, and others above and below") {
    const HopMap map = row();
    const Route straight_right{Side::right, Side::left, {}};
    const Route straight_left{Side::left, Side::right, {}};
    const Route round = over(Side::right, Side::left, 91, 75, 173);
    const auto ends = hop_ends({{0, 1}, {1, 0}, {0, 2}, {0, 2}, {0, 2}},
                               {straight_right, straight_left, round, round, round}, map);
    std::vector<double> heights;
    for (const auto& [start, end] : ends) heights.push_back(start.y);
    std::sort(heights.begin(), heights.end());
    for (std::size_t i = 1; i < heights.size(); ++i) CHECK(heights[i] - heights[i - 1] >= 1.9);
    CHECK(heights.front() >= 40);
    CHECK(heights.back() <= 68);
    CHECK(std::abs((ends[0].first.y + ends[1].second.y) / 2 - 54) < 0.01);
    CHECK(ends[0].first.y == ends[0].second.y);
}

TEST_CASE(
    "lines of one bundle share a place, at the frames of small blocks tiles may be lower than their lines") {
    HopMap map = row();
    const Route round = over(Side::right, Side::left, 91, 75, 173);
    const auto shared = hop_ends({{0, 2, 1}, {0, 2, 1}}, {round, round}, map);
    CHECK(shared[0].first.y == shared[1].first.y);
    map.blocks[0].has_words = false;
    map.blocks.push_back({400, 800, 100, 0, false, 410, 790});
    map.seats[2].block = 1;
    for (auto& [gpu, seat] : map.seats) {
        seat.top = 52;
        seat.bottom = 55;
    }
    const Route between{Side::right, Side::left, {{true, 400, 20}}};
    const auto ends = hop_ends({{0, 2}, {1, 2}}, {between, between}, map);
    CHECK(ends[0].first.x == 390);  // the frame of the block
    CHECK(std::abs(ends[0].first.y - ends[1].first.y) >= 2.5);
}

}  // namespace
}  // namespace railyard::diagram
