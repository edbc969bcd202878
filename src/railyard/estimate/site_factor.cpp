#include "railyard/estimate/site_factor.hpp"

#include <algorithm>
#include <cmath>

namespace railyard {
namespace {

double bounded(double log_error) {
    return std::clamp(log_error, -large_log_error, large_log_error);
}

// Falls with x: how much the runs draw x up and what is known of sites draws it back to 0.
double pull(const std::vector<RunRatio>& runs, double x) {
    constexpr double of_experts = 1 / 9.0;
    double sum = -bounded(x);
    for (const RunRatio& run : runs) {
        const double weight = run.kind == RunKind::dense ? 1 : of_experts;
        sum += weight * bounded(std::log(run.measured_over_predicted) - x);
    }
    return sum;
}

// Where the pull falls below `level`, by halving.
double crossing(const std::vector<RunRatio>& runs, double low, double high, double level) {
    constexpr int halvings = 60;
    for (int i = 0; i < halvings; ++i) {
        const double x = (low + high) / 2;
        (pull(runs, x) > level ? low : high) = x;
    }
    return (low + high) / 2;
}

}  // namespace

double site_factor(const std::vector<RunRatio>& runs) {
    constexpr double nothing = 1e-12;
    double low = 0;
    double high = 0;
    for (const RunRatio& run : runs) {
        low = std::min(low, std::log(run.measured_over_predicted));
        high = std::max(high, std::log(run.measured_over_predicted));
    }
    // Where a run far off is as strong as what it contradicts, all between serves as well: the middle.
    return std::exp((crossing(runs, low, high, nothing) + crossing(runs, low, high, -nothing)) / 2);
}

}  // namespace railyard
