#pragma once
// What a site's own measured runs say of all its steps.

#include <vector>

#include "railyard/estimate/error_bands.hpp"

namespace railyard {

// Errors of a run, as logarithms of measured over predicted, count as they are up to this and linearly beyond
// it (Huber 1964): in fitting the constants and in a site's factor.
inline constexpr double large_log_error = 0.08;

// A measured run beside what the constants say of it.
struct RunRatio {
    RunKind kind = RunKind::dense;
    double measured_over_predicted = 1;
};

// How many times as long a site's steps take as the constants say. What one run is off is the site's and its
// own (its model, its sizes); exp(x) with the x that is least in
//     H(x) + sum of w H(ln(measured / predicted) - x),    H Huber's loss beyond `large_log_error`.
// w, the variance between sites over that of a site's runs, is 1 for a dense run: half of what one is off is
// taken for the site's. The published sites of experts differ by no more than their runs explain: w is 1/9, a
// tenth. A run far off tells of itself, several that agree are believed. Where all x of a range serve as
// well, its middle.
double site_factor(const std::vector<RunRatio>& runs);

}  // namespace railyard
