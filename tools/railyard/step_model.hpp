#pragma once
// The model of times that commands share: --model, --calibration, and what they choose.

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "railyard/estimate/calibration.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/estimate/evaluate.hpp"
#include "railyard/input/library.hpp"
#include "railyard/output/step_report.hpp"

namespace railyard::tool {

struct StepModelOptions {
    std::optional<CostModel>
        model;                // none: the calibrated one, or the reference one where it knows no constants
    std::string calibration;  // empty: the shipped one
};

// `options` must outlive the parsing.
void add_step_model_options(CLI::App& command, StepModelOptions& options);

// The constants asked for, or the shipped ones; none for the reference model. Throws InputError for a file that
// cannot be read, and when constants were given for the reference model.
std::optional<Calibration> asked_calibration(const StepModelOptions& options, const input::Library& library);

// The step of a placed job. Appends to `notes` when the calibration does not know the machine and the
// reference model stands in. Throws InputError for files that cannot be read, and when the calibrated model
// was asked for and does not know the machine.
output::StepReport timed_step(const StepModelOptions& options, const input::Library& library,
                              const Topology& topology, const Layout& layout, const Evaluation& evaluation,
                              std::vector<std::string>& notes);

}  // namespace railyard::tool
