#include "railyard/estimate/site_bounds.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace railyard {
namespace {

using doctest::Approx;

TEST_CASE("the best factor is one run's own, and no other does better") {
    CHECK(best_factor_error({1.1}) == Approx(0));
    // 1, 1 and 1.25: at 1 the errors are 0, 0 and 20 %, and any step up costs the two more than it gains.
    CHECK(best_factor_error({1, 1.25, 1}) == Approx(20 / 3.0));
    const SiteRatios site = {0.8, 0.97, 1.02, 1.1, 1.3};
    for (double factor = 0.7; factor < 1.5; factor += 0.01) {
        double sum = 0;
        for (const double ratio : site) sum += 100 * std::abs(factor / ratio - 1) / 5;
        CHECK(best_factor_error(site) <= sum + 1e-9);
    }
}

TEST_CASE("of two runs each is predicted by the other's share") {
    // 1.21 by 1: 1 / 1.21 - 1; 1 by half of 1.21: 1.1.
    CHECK(shared_error({1.21, 1}, 0.5) == Approx((100 * (1 - 1 / 1.21) + 10) / 2));
    CHECK(shared_error({1.21, 1.21}, 1) == Approx(0).epsilon(1e-9));
    CHECK(shared_error({1.21, 1.21}, 0) == Approx(100 * (1 - 1 / 1.21)));
}

TEST_CASE("all is taken of one run where sites agree with themselves, nothing where they do not") {
    const BestShare all = best_share({{1.1, 1.1}, {0.9, 0.9}});
    CHECK(all.share == Approx(1));
    CHECK(all.percent == Approx(0).epsilon(1e-9));
    CHECK(best_share({{1.1, 1 / 1.1}, {1.2, 1 / 1.2}}).share == Approx(0));
}

TEST_CASE("spreads are told apart as in an analysis of variance") {
    // Logarithms: 0.1 and 0.3, -0.1 and -0.3. Each site's variance is 0.02, the means' (0.2 and -0.2) 0.08,
    // of which runs explain 0.02 / 2.
    const SiteSpread spread = site_spread({{std::exp(0.1), std::exp(0.3)}, {std::exp(-0.1), std::exp(-0.3)}});
    CHECK(spread.within == Approx(100 * std::sqrt(0.02)));
    CHECK(spread.between == Approx(100 * std::sqrt(0.07)));
    // Where runs explain all of it, sites differ by nothing.
    CHECK(site_spread({{1.1, 1 / 1.1}, {1.1, 1 / 1.1}}).between == 0);
    CHECK(site_spread({{1.1, 1.2}}).within == 0);
}

TEST_CASE("what one run leaves in the mean, of normal errors") {
    // E|x| of a normal x is sqrt(2 / pi) of its deviation. Sites alike: a run's own spread. Sites as far
    // apart as runs: half of a run's difference is the site's, and 1 + 1/2 of the variance stays.
    CHECK((SiteSpread{5, 0}).expected_error() == Approx(5 * std::sqrt(2 / 3.14159265358979)));
    CHECK((SiteSpread{5, 5}).expected_error() ==
          Approx(5 * std::sqrt(1.5) * std::sqrt(2 / 3.14159265358979)));
    CHECK((SiteSpread{0, 5}).expected_error() == 0);
    CHECK(SiteSpread{}.expected_error() == 0);
}

}  // namespace
}  // namespace railyard
