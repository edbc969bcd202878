#pragma once
// How well the calibrated model predicts runs: those it was fitted on, and the same with their source left
// out of the fit.

#include <array>
#include <string>
#include <vector>

#include "railyard/estimate/fitting.hpp"
#include "railyard/estimate/step_costs.hpp"

namespace railyard {

struct CalibratedRow {
    std::string id;
    std::string source;
    RunKind kind = RunKind::dense;
    bool counts = true;  // decides constants
    Seconds measured;
    Seconds predicted;
    Seconds left_out;
    StepTimes parts;
    std::string why_not{};  // it decides none; empty: it does

    // Of step time: positive when predicted too slow.
    [[nodiscard]] double error_percent() const { return 100 * (predicted / measured - 1); }
    [[nodiscard]] double left_out_percent() const { return 100 * (left_out / measured - 1); }
};

// Errors of a group of rows, in percent and without sign.
struct ErrorSummary {
    std::string what;
    std::size_t rows = 0;
    double mean = 0;
    double nine_of_ten = 0;
    double worst = 0;
    double left_out_mean = 0;
    double left_out_nine_of_ten = 0;
    double left_out_worst = 0;
};

// Pairs of runs of one model, GPU and source whose time a token and GPU differs by more than 4 %.
struct PairOrder {
    std::size_t pairs = 0;
    std::size_t right = 0;
    std::size_t right_left_out = 0;
};

struct CalibratedValidation {
    std::string calibration;
    bool has_site = false;  // it was fitted to a site's runs
    // Runs that decided constants which it kept from the calibration that it started from: nothing leaves
    // these out again.
    std::size_t seen_before = 0;
    std::array<LeftOut, 2> left_out{};  // what is left out together, of each kind
    std::vector<CalibratedRow> rows;
    std::vector<SkippedRun> skipped;
    std::vector<ErrorSummary> sources;  // dense ones, then those of experts
    std::vector<ErrorSummary> groups;   // of the goal table
    double dense_sources_left_out = 0;  // mean over sources of their left-out means
    double expert_sources_left_out = 0;
    double narayanan_drift = 0;  // mean error of the three largest of Table 1 less that of the three smallest
    PairOrder dense_pairs;
    PairOrder expert_pairs;
};

CalibratedValidation validate_calibrated(const Calibration& calibration, const FittingRuns& runs);

}  // namespace railyard
