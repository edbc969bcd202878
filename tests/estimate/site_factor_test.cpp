#include "railyard/estimate/site_factor.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace railyard {
namespace {

using doctest::Approx;

RunRatio dense(double log_error) {
    return {RunKind::dense, std::exp(log_error)};
}
RunRatio experts(double log_error) {
    return {RunKind::experts, std::exp(log_error)};
}
double fitted(const std::vector<RunRatio>& runs) {
    return std::log(site_factor(runs));
}

TEST_CASE("no run and a run that was met change nothing") {
    CHECK(fitted({}) == Approx(0));
    CHECK(fitted({dense(0)}) == Approx(0));
    CHECK(fitted({dense(0.1), dense(-0.1)}) == Approx(0));
}

TEST_CASE("the more runs of a site, the more is taken for its own, and runs of experts weigh a ninth") {
    // x = sum of w e / (1 + sum of w) while no run is 8 % from x, and x is no more than 8 %.
    CHECK(fitted({dense(0.12)}) == Approx(0.06));
    CHECK(fitted({dense(-0.12)}) == Approx(-0.06));
    CHECK(fitted({dense(0.1), dense(0.1), dense(0.1)}) == Approx(0.075));
    CHECK(fitted({experts(0.05)}) == Approx(0.005));
    CHECK(fitted(std::vector<RunRatio>(9, experts(0.1))) == Approx(0.05));
    CHECK(fitted({dense(0.1), experts(0.01)}) == Approx((0.1 + 0.01 / 9) / (2 + 1 / 9.0)));
}

TEST_CASE("a run far off tells of itself, several that agree are believed") {
    // One against what is known of sites: anything from 0.08 to 0.42 is as good.
    CHECK(fitted({dense(0.5)}) == Approx(0.25));
    CHECK(fitted({dense(0.5), dense(0.5)}) == Approx(0.46));  // 2 (0.5 - x) = 0.08
    CHECK(fitted({dense(-0.5), dense(-0.5)}) == Approx(-0.46));
    CHECK(fitted({dense(0.5), dense(0)}) == Approx(0.04));  // 0.08 - x = x
    CHECK(fitted({experts(0.5)}) == Approx(0.08 / 9));
    CHECK(fitted(std::vector<RunRatio>(9, experts(0.5))) == Approx(0.25));
    CHECK(fitted(std::vector<RunRatio>(18, experts(0.5))) == Approx(0.46));
}

}  // namespace
}  // namespace railyard
