#include "railyard/diagram/line_gaps.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "railyard/diagram/hop_routes.hpp"

namespace railyard::diagram {
namespace {

using Lines = std::vector<std::vector<Point>>;

TEST_CASE("the closest two pieces that run beside each other") {
    const Lines lines = {{{0, 0}, {10, 0}, {10, 30}}, {{2, 4}, {13, 4}, {13, 30}}};
    CHECK(closest_pieces(lines, {own_lane, own_lane}) == doctest::Approx(3));  // upright: 10 and 13
}

TEST_CASE("lines that lie on each other are no distance apart, unless they are of one bundle") {
    const Lines lines = {{{0, 5}, {20, 5}}, {{12, 5}, {40, 5}}};
    CHECK(closest_pieces(lines, {own_lane, own_lane}) == 0);
    CHECK(closest_pieces(lines, {1, 2}) == 0);
    CHECK(std::isinf(closest_pieces(lines, {1, 1})));
}

TEST_CASE("what crosses, ends before the other begins, or is of one line does not count") {
    CHECK(std::isinf(closest_pieces({{{0, 0}, {20, 0}}, {{10, -5}, {10, 5}}}, {own_lane, own_lane})));
    CHECK(std::isinf(closest_pieces({{{0, 0}, {20, 0}}, {{20, 1}, {40, 1}}}, {own_lane, own_lane})));
    CHECK(std::isinf(closest_pieces({{{0, 0}, {20, 0}, {20, 1}, {0, 1}}}, {own_lane})));
    CHECK(std::isinf(closest_pieces({}, {})));
}

}  // namespace
}  // namespace railyard::diagram
