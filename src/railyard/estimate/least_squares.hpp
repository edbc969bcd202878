#pragma once
// Nonlinear least squares: Levenberg and Marquardt's damping of Gauss and Newton's step, derivatives by
// differences. For the few constants of the cost models.

#include <functional>
#include <vector>

namespace railyard {

// Residuals at a point; always the same number.
using Residuals = std::function<void(const std::vector<double>& point, std::vector<double>& residuals)>;

struct LeastSquaresOptions {
    int most_steps = 60;
    double difference = 1e-5;  // of a derivative, absolute
    double enough = 1e-9;      // relative gain of a step below which the search ends
};

struct LeastSquaresResult {
    std::vector<double> point;
    double sum_of_squares = 0;
    int steps = 0;
};

LeastSquaresResult least_squares(const Residuals& residuals, std::vector<double> start,
                                 const LeastSquaresOptions& options = {});

}  // namespace railyard
