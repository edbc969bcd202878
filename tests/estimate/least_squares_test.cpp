#include "railyard/estimate/least_squares.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace railyard {
namespace {

using doctest::Approx;

TEST_CASE("a line through points that lie on it") {
    const auto result = least_squares(
        [](const std::vector<double>& p, std::vector<double>& out) {
            out.clear();
            for (int x = 0; x < 5; ++x) out.push_back(p[0] + p[1] * x - (2 + 3.0 * x));
        },
        {0, 0});
    CHECK(result.point[0] == Approx(2).epsilon(1e-6));
    CHECK(result.point[1] == Approx(3).epsilon(1e-6));
    CHECK(result.sum_of_squares < 1e-12);
}

// Rosenbrock 1960: a curved valley whose lowest point is (1, 1).
TEST_CASE("Rosenbrock's valley") {
    const auto result = least_squares(
        [](const std::vector<double>& p, std::vector<double>& out) {
            out = {1 - p[0], 10 * (p[1] - p[0] * p[0])};
        },
        {-1.2, 1}, {200, 1e-6, 1e-15});
    CHECK(result.point[0] == Approx(1).epsilon(1e-3));
    CHECK(result.point[1] == Approx(1).epsilon(1e-3));
}

TEST_CASE("a parameter that nothing depends on stays") {
    const auto result = least_squares(
        [](const std::vector<double>& p, std::vector<double>& out) { out = {p[0] - 4}; }, {0, 7});
    CHECK(result.point[0] == Approx(4));
    CHECK(result.point[1] == Approx(7));
}

}  // namespace
}  // namespace railyard
