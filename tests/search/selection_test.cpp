#include "railyard/search/selection.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "tests/support/dice.hpp"

namespace railyard {
namespace {

using Numbers = std::vector<std::size_t>;
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("the best first, of equal ones the first") {
    CHECK(best_of({3, 1, nothing, 2, 1}, Better::lower, 3) == Numbers{1, 4, 3});
    CHECK(best_of({3, 1, nothing, 2, 1}, Better::higher, 10) == Numbers{0, 3, 1, 4});
    CHECK(best_of({}, Better::lower, 3) == Numbers{});
}

TEST_CASE("a point stays unless another equals or beats it everywhere") {
    // 3 is worse than 1 in both, 4 equals 0, 5 lacks a figure.
    CHECK(pareto_of({{1, 2, 3, 4, 1, nothing}, {9, 5, 4, 6, 9, 1}}, {Better::lower, Better::lower}) ==
          Numbers{0, 1, 2});
    CHECK(pareto_of({{1, 2, 3}, {1, 2, 3}}, {Better::lower, Better::higher}) == Numbers{0, 1, 2});
    CHECK(pareto_of({{5, 4, 4}}, {Better::lower}) == Numbers{1});
}

TEST_CASE("fronts equal those that a look at every pair finds") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        test::Dice dice(seed);
        const std::size_t points = dice.between(0, 30), figures = dice.between(1, 3);
        std::vector<std::vector<double>> values(figures);
        std::vector<Better> better;
        for (auto& figure : values) {
            for (std::size_t i = 0; i < points; ++i) figure.push_back(dice.between(0, 6));
            better.push_back(dice.one_of({Better::lower, Better::higher}));
        }
        Numbers expected;
        for (std::size_t i = 0; i < points; ++i) {
            bool beaten = false;
            for (std::size_t other = 0; other < points; ++other) {
                bool no_worse = other != i, differs = false;
                for (std::size_t f = 0; f < figures; ++f) {
                    const double sign = better[f] == Better::lower ? 1 : -1;
                    no_worse = no_worse && sign * values[f][other] <= sign * values[f][i];
                    differs = differs || values[f][other] != values[f][i];
                }
                beaten = beaten || (no_worse && (differs || other < i));
            }
            if (!beaten) expected.push_back(i);
        }
        CAPTURE(seed);
        CHECK(pareto_of(values, better) == expected);
    }
}

}  // namespace
}  // namespace railyard
