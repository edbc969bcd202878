#pragma once
// How well a cost model predicts runs that were published.

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "railyard/base/error.hpp"
#include "railyard/base/units.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/estimate/run_origin.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

// The quality of a run whose file says `provenance: memory`: it stands for orientation, as one of quality C.
inline constexpr std::string_view run_from_memory = "memory";

// A published run, ready to be predicted.
struct PublishedRun {
    std::string id;
    std::string source;  // of all runs that are summed up together
    Layout layout;
    Topology topology;
    Seconds measured;
    Seconds measured_causal = {};  // where FLOPs are printed and it is not said how: attention read as causal
    std::string quality = {};      // A, B or C of the file, or run_from_memory; empty: not said
    std::string assumed = {};      // a key that the row lacks and that the reference model skips it for
    Diagnostic place = {};         // of what was measured in its file, without a message
    RunOrigin origin = RunOrigin::own;
};

// A run that cannot be predicted: a value that is needed is missing, or nothing like its machine is shipped.
struct SkippedRun {
    std::string id;
    std::string why;
};

using RunOrSkip = std::variant<PublishedRun, SkippedRun>;

enum class RowUse { predicted, fitted };  // fitted: the model's constant comes from this row

struct ValidationRow {
    std::string id;
    std::string source;
    RowUse use = RowUse::predicted;
    Seconds measured;
    Seconds predicted;
    StepTimes parts;
    double error_percent = 0;  // of throughput: negative when the prediction is too slow
};

struct SourceErrors {
    std::string source;
    std::size_t rows = 0;      // predicted ones
    double mean_percent = 0;   // of the absolute errors
    double worst_percent = 0;  // the largest in absolute value, with its sign
};

struct Validation {
    CostModel model = CostModel::reference;
    double eta = 0;
    std::string fitted_on;
    std::vector<ValidationRow> rows;
    std::vector<SourceErrors> sources;  // in the order of their first row
    SourceErrors all;
    std::vector<SkippedRun> skipped;
};

// Predicts every run with the reference model, micro-batch and chunks as papers are silent on them. The row
// that eta was fitted on (by its id) is shown, but counts in no mean.
Validation validate_reference(const std::vector<RunOrSkip>& runs, double eta, std::string_view fitted_row);

}  // namespace railyard
