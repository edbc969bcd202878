#include "railyard/step_model.hpp"

#include <CLI/Option.hpp>
#include <utility>
#include <variant>

#include "railyard/base/error.hpp"
#include "railyard/estimate/calibrated_estimate.hpp"
#include "railyard/estimate/load_calibration.hpp"
#include "railyard/estimate/load_constants.hpp"
#include "railyard/shared_options.hpp"

namespace railyard::tool {
namespace {

output::StepReport by_reference(const input::Library& library, const Topology& topology, const Layout& layout,
                                const Evaluation& evaluation, std::vector<std::string>& notes) {
    if (layout.expert_imbalance > 1)
        notes.push_back("expert_imbalance is not in the step: the reference model deals tokens out evenly");
    const ReferenceCalibration calibration = calibrate_reference(library);
    output::StepReport report{estimate_reference(topology, layout, evaluation, calibration.eta),
                              calibration.row + " on " + calibration.topology};
    if (std::string note = counted_note(report.estimate.rates, layout.precision); !note.empty())
        notes.push_back(std::move(note));
    report.formulas = reference_reasons(topology, layout, report.estimate);
    return report;
}

}  // namespace

void add_step_model_options(CLI::App& command, StepModelOptions& options) {
    command
        .add_option_function<std::string>(
            "--model",
            [&options](const std::string& name) {
                options.model =
                    name == cost_model_names.front() ? CostModel::reference : CostModel::calibrated;
            },
            "The model of times: reference or calibrated (default: calibrated, or\n"
            "reference for a GPU that the calibration does not know; the layout's\n"
            "model is --model-file)")
        ->check(one_of({cost_model_names.begin(), cost_model_names.end()}))
        ->type_name("MODEL");
    command
        .add_option("--calibration", options.calibration,
                    "Constants of the calibrated model: a file of railyard calibrate, or\n"
                    "shipped (default)")
        ->type_name("FILE");
}

std::optional<Calibration> asked_calibration(const StepModelOptions& options, const input::Library& library) {
    if (options.model != CostModel::reference)
        return load_calibration(calibration_file(library, options.calibration));
    if (options.calibration.empty()) return std::nullopt;
    throw InputError(
        Diagnostic{{},
                   "--calibration is for the calibrated model",
                   "the reference model has one constant of its own; leave out --model reference "
                   "to use " +
                       options.calibration,
                   "",
                   0});
}

output::StepReport timed_step(const StepModelOptions& options, const input::Library& library,
                              const Topology& topology, const Layout& layout, const Evaluation& evaluation,
                              std::vector<std::string>& notes) {
    const auto asked = asked_calibration(options, library);
    if (!asked) return by_reference(library, topology, layout, evaluation, notes);
    const Calibration& calibration = *asked;
    auto result = estimate_calibrated(topology, layout, evaluation, calibration);
    if (const auto* why = std::get_if<std::string>(&result)) {
        // A calibration of the user's own was meant to be used; the shipped one is only the default.
        if (options.model || !options.calibration.empty())
            throw InputError(Diagnostic{{}, *why, "--model reference knows every GPU", "", 0});
        notes.push_back(
            *why + ": the step is the reference model's; a calibration file whose `gpus:` and `platforms:` " +
            "have it is used with --calibration (docs/model.md, \"A GPU of your own\")");
        return by_reference(library, topology, layout, evaluation, notes);
    }
    auto& estimate = std::get<CalibratedEstimate>(result);
    for (std::string& note : estimate.notes) notes.push_back(std::move(note));
    output::StepReport report{std::move(estimate.estimate), calibration.name};
    report.band = estimate.band;
    report.no_band = estimate.no_band;
    report.reasons = std::move(estimate.reasons);
    report.hidden = std::move(estimate.hidden);
    report.site = calibration.site;
    report.site_rows = calibration.site_rows;
    return report;
}

}  // namespace railyard::tool
