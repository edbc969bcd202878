#include "railyard/diagram/dashes.hpp"

#include <doctest/doctest.h>

#include <set>
#include <vector>

namespace railyard::diagram {
namespace {

constexpr Dash all_dashes[] = {Dash::solid,    Dash::dashed,       Dash::dotted,
                               Dash::dash_dot, Dash::dash_dot_dot, Dash::long_dashes};

TEST_CASE("no two kinds of line are broken alike, at any width that pictures use") {
    for (const double width : {1.0, 1.2, 2.0, 2.4, 3.0, 5.0}) {
        std::set<std::vector<double>> seen;
        for (const Dash dash : all_dashes) {
            const std::vector<double> lengths = dash_lengths(dash, width);
            CHECK(lengths.size() % 2 == 0);
            CHECK(seen.insert(lengths).second);
        }
    }
}

// 20 pixels, 6 drawn and 2 left out: 0 to 6, 8 to 14, 16 to 20, around a corner at 10.
TEST_CASE("a line is cut into its dashes, which go around corners") {
    const auto pieces = dash_pieces({{0, 0}, {10, 0}, {10, 10}}, {6, 2});
    REQUIRE(pieces.size() == 3);
    REQUIRE(pieces[0].size() == 2);
    CHECK(pieces[0][1].x == doctest::Approx(6));
    REQUIRE(pieces[1].size() == 3);
    CHECK(pieces[1][0].x == doctest::Approx(8));
    CHECK(pieces[1][1].x == doctest::Approx(10));
    CHECK(pieces[1][1].y == doctest::Approx(0));
    CHECK(pieces[1][2].y == doctest::Approx(4));
    REQUIRE(pieces[2].size() == 2);
    CHECK(pieces[2][0].y == doctest::Approx(6));
    CHECK(pieces[2][1].y == doctest::Approx(10));
}

// 0 to 6 is drawn and 6 to 12 is not: the end at 10 lies in a gap.
TEST_CASE("the last piece reaches the end, even out of a gap") {
    const auto pieces = dash_pieces({{0, 0}, {10, 0}}, {6, 6});
    REQUIRE(pieces.size() == 2);
    CHECK(pieces[1][0].x == doctest::Approx(9));
    CHECK(pieces[1][1].x == doctest::Approx(10));
}

TEST_CASE("a line without length, and one that is solid, are one piece") {
    CHECK(dash_pieces({{3, 4}, {3, 4}}, {6, 2}).size() == 1);
    CHECK(dash_pieces({{0, 0}, {10, 0}}, {}).size() == 1);
}

}  // namespace
}  // namespace railyard::diagram
