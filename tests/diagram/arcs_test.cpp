#include "railyard/diagram/arcs.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace railyard::diagram {
namespace {

// All pairs of `n`.
std::vector<Arc> mesh(std::uint32_t n) {
    std::vector<Arc> arcs;
    for (std::uint32_t a = 0; a < n; ++a) {
        for (std::uint32_t b = a + 1; b < n; ++b) arcs.push_back({a, b});
    }
    return arcs;
}

TEST_CASE("arcs that overlap have levels of their own, short ones the lowest") {
    CHECK(arc_levels({}).empty());
    CHECK(arc_levels({{0, 1}, {1, 2}, {2, 3}}) == std::vector<std::uint32_t>{0, 0, 0});
    CHECK(arc_levels({{0, 3}, {1, 2}}) == std::vector<std::uint32_t>{1, 0});
    const auto arcs = mesh(8);
    const auto levels = arc_levels(arcs);
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        for (std::size_t j = i + 1; j < arcs.size(); ++j) {
            const bool overlap = arcs[i].a < arcs[j].b && arcs[j].a < arcs[i].b;
            CHECK((!overlap || levels[i] != levels[j]));
        }
    }
}

TEST_CASE("no two arcs share a piece of their way") {
    const auto arcs = mesh(6);
    std::vector<double> middles;
    for (int i = 0; i < 6; ++i) middles.push_back(50 + 100.0 * i);
    const auto ways = arc_ways(arcs, middles, 300, 80);
    std::vector<double> uprights;
    for (const auto& way : ways) {
        CHECK(way.front().y == 300);
        CHECK(way[1].y == way[2].y);
        CHECK(way[1].y >= 300 - arcs_height(arcs));
        uprights.push_back(way.front().x);
        uprights.push_back(way.back().x);
    }
    std::sort(uprights.begin(), uprights.end());
    for (std::size_t i = 0; i + 1 < uprights.size(); ++i) CHECK(uprights[i + 1] - uprights[i] > 1);
}

}  // namespace
}  // namespace railyard::diagram
