#include "railyard/network/max_min.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <stdexcept>

namespace railyard {
namespace {

using doctest::Approx;

TEST_CASE("flows on one link share it evenly") {
    const auto rates = max_min_rates({12}, {{{{0, 1}}}, {{{0, 1}}}, {{{0, 1}}}});
    for (const double rate : rates) CHECK(rate == Approx(4));
}

TEST_CASE("what a flow cannot use, others get") {
    // Bertsekas and Gallager, figure 6.11, in short: two links; one flow crosses both.
    const auto rates = max_min_rates({10, 4}, {{{{0, 1}}}, {{{0, 1}, {1, 1}}}, {{{1, 1}}}});
    CHECK(rates[1] == Approx(2));
    CHECK(rates[2] == Approx(2));
    CHECK(rates[0] == Approx(8));
}

TEST_CASE("a flow that wants little leaves the rest") {
    const auto rates = max_min_rates({10}, {{{{0, 1}}, 1}, {{{0, 1}}}});
    CHECK(rates[0] == Approx(1));
    CHECK(rates[1] == Approx(9));
}

TEST_CASE("a weight is what a unit of rate takes of a link") {
    const auto rates = max_min_rates({12}, {{{{0, 2}}}, {{{0, 1}}}});
    CHECK(rates[0] == Approx(4));
    CHECK(rates[1] == Approx(4));
}

TEST_CASE("a flow that nothing bounds, and no flow at all") {
    CHECK(max_min_rates({}, {{}})[0] == std::numeric_limits<double>::infinity());
    CHECK(max_min_rates({1}, {}).empty());
    CHECK(max_min_rates({0}, {{{{0, 1}}}})[0] == 0);
}

TEST_CASE("links that are not there and negative figures are mistakes of the caller") {
    CHECK_THROWS_AS(max_min_rates({}, {{{{0, 1}}}}), std::logic_error);
    CHECK_THROWS_AS(max_min_rates({-1}, {}), std::logic_error);
    CHECK_THROWS_AS(max_min_rates({1}, {{{{0, -1}}}}), std::logic_error);
}

}  // namespace
}  // namespace railyard
