#include "railyard/estimate/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace railyard {
namespace {

using Vector = std::vector<double>;

double squares(const Vector& values) {
    double sum = 0;
    for (const double v : values) sum += v * v;
    return sum;
}

// Solves A x = b for a symmetric positive definite A (row by row) by Cholesky's factors; false if it is not.
bool solve(Vector a, Vector& x, std::size_t n) {
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = 0; k < j; ++k)
            for (std::size_t i = j; i < n; ++i) a[i * n + j] -= a[i * n + k] * a[j * n + k];
        if (!(a[j * n + j] > 0)) return false;
        const double root = std::sqrt(a[j * n + j]);
        for (std::size_t i = j; i < n; ++i) a[i * n + j] /= root;
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k) x[i] -= a[i * n + k] * x[k];
        x[i] /= a[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) x[i] -= a[k * n + i] * x[k];
        x[i] /= a[i * n + i];
    }
    return true;
}

// The normal equations at a point: J'J and -J'r.
struct Normal {
    Vector matrix;
    Vector right;
};

Normal normal_equations(const Residuals& residuals, const Vector& point, const Vector& at,
                        double difference) {
    const std::size_t n = point.size();
    std::vector<Vector> columns(n);
    Vector moved = point;
    for (std::size_t j = 0; j < n; ++j) {
        moved[j] = point[j] + difference;
        residuals(moved, columns[j]);
        moved[j] = point[j];
        for (std::size_t i = 0; i < at.size(); ++i) columns[j][i] = (columns[j][i] - at[i]) / difference;
    }
    Normal normal{Vector(n * n, 0), Vector(n, 0)};
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t i = 0; i < at.size(); ++i) normal.right[j] -= columns[j][i] * at[i];
        for (std::size_t k = 0; k <= j; ++k) {
            double sum = 0;
            for (std::size_t i = 0; i < at.size(); ++i) sum += columns[j][i] * columns[k][i];
            normal.matrix[j * n + k] = normal.matrix[k * n + j] = sum;
        }
    }
    return normal;
}

}  // namespace

LeastSquaresResult least_squares(const Residuals& residuals, std::vector<double> start,
                                 const LeastSquaresOptions& options) {
    LeastSquaresResult result{std::move(start), 0, 0};
    Vector at;
    residuals(result.point, at);
    result.sum_of_squares = squares(at);
    const std::size_t n = result.point.size();
    double damping = 1e-3;
    constexpr double most_damping = 1e12;
    while (result.steps < options.most_steps && damping < most_damping) {
        ++result.steps;
        const Normal normal = normal_equations(residuals, result.point, at, options.difference);
        bool gained = false;
        double gain = 0;
        while (!gained && damping < most_damping) {
            Vector matrix = normal.matrix;
            for (std::size_t j = 0; j < n; ++j) matrix[j * n + j] += damping * (matrix[j * n + j] + 1e-9);
            Vector step = normal.right;
            Vector moved = result.point;
            Vector there;
            if (solve(std::move(matrix), step, n)) {
                for (std::size_t j = 0; j < n; ++j) moved[j] += step[j];
                residuals(moved, there);
                const double sum = squares(there);
                if (sum < result.sum_of_squares) {
                    gain = 1 - sum / result.sum_of_squares;
                    result.sum_of_squares = sum;
                    result.point = std::move(moved);
                    at = std::move(there);
                    gained = true;
                    damping = std::max(damping / 10, 1e-12);
                }
            }
            if (!gained) damping *= 10;
        }
        if (gain < options.enough) break;
    }
    return result;
}

}  // namespace railyard
