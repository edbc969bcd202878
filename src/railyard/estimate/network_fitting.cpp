#include "railyard/estimate/network_fitting.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "railyard/estimate/least_squares.hpp"

namespace railyard {
namespace {

struct Bound {
    double least, most;
};
// A share above 1 would be more than NICs carry.
constexpr std::array bounds = {Bound{0.2, 1}, Bound{1e-7, 1e-3}, Bound{0.1, 1}, Bound{1e-7, 1e-2},
                               Bound{1e-8, 1e-4}};
using Numbers = std::array<double, bounds.size()>;

Numbers numbers_of(const NetworkCurve& curve) {
    return {curve.share, curve.small_hop.raw(), curve.small_share, curve.large_base.raw(),
            curve.large_step.raw()};
}
void set(NetworkCurve& curve, const Numbers& numbers) {
    curve.share = numbers[0];
    curve.small_hop = seconds(numbers[1]);
    curve.small_share = numbers[2];
    curve.large_base = seconds(numbers[3]);
    curve.large_step = seconds(numbers[4]);
}

// The logit of where a number's logarithm lies between its bounds, and back.
double to_line(double value, Bound bound) {
    const double share =
        std::clamp(std::log(value / bound.least) / std::log(bound.most / bound.least), 0.01, 0.99);
    return std::log(share / (1 - share));
}
double within(double x, Bound bound) {
    return bound.least * std::pow(bound.most / bound.least, 1 / (1 + std::exp(-x)));
}

}  // namespace

void fit_network(CollectiveCurves& curves, const std::vector<const CollectivePoint*>& points) {
    constexpr double pull = 0.005;
    std::vector<double> start;
    const Numbers before = numbers_of(curves.network);
    for (std::size_t i = 0; i < bounds.size(); ++i) start.push_back(to_line(before[i], bounds[i]));
    CollectiveCurves trial = curves;
    const auto set_trial = [&](const std::vector<double>& at) {
        Numbers numbers{};
        for (std::size_t i = 0; i < bounds.size(); ++i) numbers[i] = within(at[i], bounds[i]);
        set(trial.network, numbers);
    };
    const auto residuals = [&](const std::vector<double>& at, std::vector<double>& out) {
        out.clear();
        set_trial(at);
        for (const CollectivePoint* point : points)
            out.push_back(std::log(collective_cost(point->kind, point->size, point->group, trial).time /
                                   point->measured));
        for (std::size_t i = 0; i < at.size(); ++i) out.push_back(pull * (at[i] - start[i]));
    };
    LeastSquaresOptions options;
    options.difference = 1e-3;
    options.most_steps = 200;
    // Above what the links inside let through a share of the NICs changes nothing: from lower ones as well.
    std::vector<double> best;
    double least = std::numeric_limits<double>::infinity();
    for (const double share : {before[0], 0.85, 0.7, 0.5}) {
        std::vector<double> from = start;
        from[0] = to_line(share, bounds[0]);
        std::vector<double> found = least_squares(residuals, std::move(from), options).point;
        std::vector<double> left;
        residuals(found, left);
        const double cost = std::inner_product(left.begin(), left.end(), left.begin(), 0.0);
        if (cost < least) {
            least = cost;
            best = std::move(found);
        }
    }
    set_trial(best);
    curves.network = trial.network;
}

}  // namespace railyard
