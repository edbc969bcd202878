#pragma once
// Fits the constants of the calibrated model to measured runs, and tells how well runs are predicted that the
// fit did not see.

#include <string>
#include <vector>

#include "railyard/estimate/calibration.hpp"
#include "railyard/estimate/validation.hpp"

namespace railyard {

// A run ready to be predicted with any constants.
struct FittingRun {
    std::string id;
    std::string source;
    std::string quality;
    RunKind kind = RunKind::dense;
    Layout layout;
    CalibratedMachine machine;
    Seconds measured;
    Diagnostic place;  // of `measured` in its file, without a message
    RunOrigin origin = RunOrigin::own;

    [[nodiscard]] std::uint32_t gpus() const { return layout.degrees.ranks(); }
    // Whether it decides constants: not of quality C, which stands for a known doubt, nor from memory.
    [[nodiscard]] bool counts() const { return quality != "C" && quality != run_from_memory; }
    // "quality C", "from memory"; empty if it counts.
    [[nodiscard]] std::string why_not() const {
        return counts() ? "" : quality == "C" ? "quality C" : "from memory";
    }
};

struct FittingRuns {
    std::vector<FittingRun> runs;
    std::vector<SkippedRun> skipped;
};

// Places every run and takes out its machine. Groups of experts are kept in a domain where they fit, as
// people place them.
FittingRuns prepare_runs(const Calibration& calibration, const std::vector<RunOrSkip>& runs);

Seconds predicted(const FittingRun& run, const StepConstants& constants);

// Least squares of log(predicted / measured), over the runs that count. Sources weigh the same whatever their
// number of rows; the ten rows of Narayanan et al., Table 1, count double; errors beyond 8 % count linearly
// (Huber). A constant is drawn to its home in `start` as by a residual of 2 % where it has gone three
// quarters of the way to what it can mean. One that no run decides (`deciding_runs` at what a fit of all
// gives) stays there, and the others are fitted once more. Dense constants first, then, with those held, the
// ones of experts.
StepConstants fit_constants(const std::vector<FittingRun>& runs, const StepConstants& start);

// What is left out together of the runs of a kind.
LeftOut left_out_together(const std::vector<FittingRun>& runs, RunKind kind);

// For every run the prediction with constants that were fitted without its source, from `fitted` on; with
// `fitted` where no other source has runs of its kind.
std::vector<Seconds> left_out_predictions(const std::vector<FittingRun>& runs, const StepConstants& fitted);

// The same of runs that `fitted` was fitted on, so that none has seen what it predicts: where all runs of a
// kind that count are of one source, each is left out by itself, or in twenty parts where there are more; a
// run alone of its kind is predicted with the constants at their homes.
std::vector<Seconds> unseen_predictions(const std::vector<FittingRun>& runs, const StepConstants& fitted);

// Runs whose prediction moves by at least 0.5 % when the constant moves by 10 %; where there are none, those
// whose moves by at least 0.1 %.
std::vector<std::string> deciding_runs(const std::vector<FittingRun>& runs, const StepConstants& constants,
                                       StepConstant constant);

// Eight of ten left-out errors lie within: of each kind, and of its generations and of small jobs where there
// are eight runs or more.
std::vector<ErrorBand> error_bands(const std::vector<FittingRun>& runs, const std::vector<Seconds>& left_out);

// The calibration with its constants at their first guesses, as before any fit.
Calibration at_first_guesses(Calibration calibration);

// A calibration fitted on the runs: constants, the rows that decide them, bands. Each constant is drawn to
// its value in `base`, and one that no run decides keeps it, with the rows that decided it there.
Calibration fitted_on(const Calibration& base, const std::vector<FittingRun>& runs);

// The same calibration for a site, its factor from its runs.
Calibration fitted_to_site(const Calibration& base, const std::vector<FittingRun>& runs);

}  // namespace railyard
