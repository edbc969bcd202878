#include "railyard/diagram/hop_routes.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace railyard::diagram {
namespace {

// Blocks of 3 columns and 4 rows of tiles of 60 x 28, 80 and 40 apart, two blocks in a row, three rows of
// blocks.
HopMap grid() {
    HopMap map;
    map.margin = 10;
    for (std::uint32_t b = 0; b < 6; ++b) {
        const double x = 20 + 320.0 * (b % 2);
        const double y = 20 + 240.0 * (b / 2);
        map.blocks.push_back({x - 10, x + 310, y + 230, b / 2, true, x, x + 300});
        for (std::uint32_t i = 0; i < 12; ++i) {
            HopSeat seat;
            seat.block = b;
            seat.row = i / 3;
            seat.column = i % 3;
            seat.is_last = i % 3 == 2;
            seat.left = x + 60 + 80.0 * seat.column;
            seat.right = seat.left + 60;
            seat.top = y + 30 + 40.0 * seat.row;
            seat.bottom = seat.top + 28;
            seat.gutter_left = seat.left - 10;
            seat.gutter_right = seat.right + 10;
            seat.gap_below = seat.bottom + 6;
            map.seats[b * 12 + i] = seat;
        }
    }
    return map;
}

bool runs_inside(const HopSeat& seat, Point a, Point b) {
    // Pieces lie along an axis: it is enough to look at where they overlap.
    return std::max(a.x, b.x) > seat.left + 0.1 && std::min(a.x, b.x) < seat.right - 0.1 &&
           std::max(a.y, b.y) > seat.top + 0.1 && std::min(a.y, b.y) < seat.bottom - 0.1;
}

TEST_CASE("no way runs over a tile, whatever two it joins, and all are made of straight pieces") {
    const HopMap map = grid();
    std::vector<HopEnds> hops;
    for (std::uint32_t a = 0; a < 72; ++a) {
        for (std::uint32_t b = 0; b < 72; b += 5) {
            if (a != b) hops.push_back({a, b});
        }
    }
    int bad = 0;
    for (const HopEnds& hop : hops) {
        const auto ways = hop_ways({hop}, map).ways;
        REQUIRE(ways.size() == 1);
        for (std::size_t i = 1; i < ways[0].size(); ++i) {
            const Point a = ways[0][i - 1];
            const Point b = ways[0][i];
            bad += std::abs(a.x - b.x) > 0.1 && std::abs(a.y - b.y) > 0.1 ? 1 : 0;
            for (const auto& [gpu, seat] : map.seats) bad += runs_inside(seat, a, b) ? 1 : 0;
        }
    }
    CHECK(bad == 0);
}

TEST_CASE("neighbours are joined straight") {
    const HopMap map = grid();
    const auto ways = hop_ways({{0, 1}, {1, 4}, {4, 1}}, map).ways;
    CHECK(ways[0].size() == 2);
    CHECK(ways[0][0].x == 140);
    CHECK(ways[0][1].x == 160);
    CHECK(ways[1].size() == 2);
    // There and back lie beside each other.
    CHECK(std::abs(ways[1][0].x - ways[2][0].x) > 5);
}

TEST_CASE("ways that share a channel have lanes of their own, those of one bundle do not") {
    const HopMap map = grid();
    const auto lanes_of = [&](std::uint32_t bundle) {
        std::vector<double> xs;
        for (const auto& way : hop_ways({{0, 6, bundle}, {0, 9, bundle}, {3, 9, bundle}}, map).ways)
            xs.push_back(way[1].x);
        return xs;
    };
    const auto own = lanes_of(own_lane);
    CHECK(own[0] != own[1]);
    CHECK(own[0] != own[2]);
    const auto shared = lanes_of(1);
    CHECK(shared[0] == shared[1]);
    CHECK(shared[0] == shared[2]);
}

// A gutter is 12 pixels wide: three lanes are 6 apart, five are 3.
TEST_CASE("it is known how close lines come to each other") {
    const HopMap map = grid();
    CHECK(std::isinf(hop_ways({{0, 1}, {1, 4}}, map).closest));
    CHECK(hop_ways({{0, 6}, {0, 9}, {3, 9}}, map).closest == doctest::Approx(6));
    CHECK(hop_ways({{0, 6}, {0, 9}, {3, 9}, {6, 0}, {9, 0}}, map).closest == doctest::Approx(3));
    CHECK(std::isinf(hop_ways({{0, 6, 1}, {0, 9, 1}, {3, 9, 1}}, map).closest));
}

// Out of one block's gap and into the next one's, there and back: four lanes on one height, of strokes of 2.
TEST_CASE("there and back between neighbouring blocks lie beside each other") {
    CHECK(hop_ways({{1, 13}, {13, 1}}, grid()).closest >= 2.5);
}

// Rings of 8, every so many tiles of the 72.
TEST_CASE("lines of a small group can be told apart") {
    const HopMap map = grid();
    for (std::uint32_t stride = 1; stride <= 9; ++stride) {
        for (std::uint32_t first = 0; first + 7 * stride < 72; first += 2) {
            std::vector<HopEnds> hops;
            for (std::uint32_t j = 0; j < 8; ++j)
                hops.push_back({first + j * stride, first + (j + 1) % 8 * stride});
            CAPTURE(stride);
            CAPTURE(first);
            CHECK(hop_ways(hops, map).closest >= 2.5);
        }
    }
}

TEST_CASE("tiles without words are left by their sides, and blocks of them at their frames") {
    HopMap map = grid();
    for (HopBlock& block : map.blocks) block.has_words = false;
    const auto ways = hop_ways({{1, 13}, {0, 2}}, map).ways;
    CHECK(ways[0].front().x == 320);  // the frame of block 0
    CHECK(ways[0].front().y == map.seats.at(1).top + 14);
    CHECK(ways[0].back().x == 340);  // of block 1
    CHECK(ways[1].size() == 2);
}

}  // namespace
}  // namespace railyard::diagram
