#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <memory>
#include <optional>
#include <string>

#include "railyard/answer_format.hpp"
#include "railyard/base/error.hpp"
#include "railyard/command.hpp"
#include "railyard/diagram/picture_format.hpp"
#include "railyard/diagram/validation_chart.hpp"
#include "railyard/estimate/calibrated_validation.hpp"
#include "railyard/estimate/load_calibration.hpp"
#include "railyard/estimate/load_collectives.hpp"
#include "railyard/estimate/load_constants.hpp"
#include "railyard/estimate/load_runs.hpp"
#include "railyard/estimate/one_run.hpp"
#include "railyard/estimate/validation.hpp"
#include "railyard/input/library.hpp"
#include "railyard/output/calibrated_report.hpp"
#include "railyard/output/one_run_report.hpp"
#include "railyard/output/validation_report.hpp"
#include "railyard/picture_options.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"

namespace railyard::tool {
namespace {

struct ValidateOptions {
    enum class What { runs, one_run, collectives };
    What what = What::runs;
    // Asked for on the command line, so that what excludes each other can be told.
    bool collectives_asked = false;
    bool one_run_asked = false;
    std::string runs_file;
    std::string calibration;
    std::optional<CostModel> asked_model;
    OutputOptions output;

    // A file of constants is of the calibrated model alone.
    [[nodiscard]] CostModel model() const {
        return asked_model.value_or(calibration.empty() ? CostModel::reference : CostModel::calibrated);
    }
};

bool draws(const ValidateOptions& options) {
    return diagram::picture_format(options.output.path).has_value();
}

Calibration calibration_of(const ValidateOptions& options, const input::Library& library) {
    return load_calibration(calibration_file(library, options.calibration));
}

int run_collectives(const ValidateOptions& options, const input::Library& library) {
    const auto points = load_collectives(
        library, options.runs_file.empty() ? shipped_file(library, shipped_collectives) : options.runs_file);
    options.output.write(
        in_format(options.output.format, validate_collectives(calibration_of(options, library), points),
                  output::collectives_table, output::collectives_json, output::collectives_csv));
    return exit_done;
}

int run_calibrated(const ValidateOptions& options, const input::Library& library) {
    const Calibration calibration = calibration_of(options, library);
    const auto runs = load_runs(
        library, options.runs_file.empty() ? shipped_file(library, shipped_runs_file) : options.runs_file);
    const FittingRuns prepared = prepare_runs(calibration, runs);
    if (options.what == ValidateOptions::What::one_run) {
        options.output.write(in_format(options.output.format, validate_one_run(calibration, prepared),
                                       output::one_run_table, output::one_run_json, output::one_run_csv));
        return exit_done;
    }
    const CalibratedValidation validation = validate_calibrated(calibration, prepared);
    if (draws(options)) {
        PictureOptions{options.output.path}.write(diagram::validation_scene(validation));
        return exit_done;
    }
    options.output.write(in_format(options.output.format, validation, output::calibrated_table,
                                   output::calibrated_json, output::calibrated_csv));
    return exit_done;
}

[[noreturn]] void refuse(const std::string& message, const std::string& hint) {
    throw InputError(Diagnostic{{}, message, hint, "", 0});
}

// Options that would be passed over in silence.
void check_together(const ValidateOptions& options) {
    using What = ValidateOptions::What;
    if (options.collectives_asked && options.one_run_asked)
        refuse("--collectives and --one-run are two questions", "ask one at a time");
    if (options.what != What::runs && draws(options))
        refuse("'" + options.output.path + "': a picture is drawn of runs alone",
               std::string("leave out ") + (options.what == What::one_run ? "--one-run" : "--collectives") +
                   ", or give the file another ending");
    if (options.what != What::runs && options.asked_model == CostModel::reference)
        refuse(std::string(options.what == What::one_run ? "--one-run" : "--collectives") +
                   " is of the calibrated model",
               "leave out --model reference");
    if (options.what == What::runs && options.model() == CostModel::reference && !options.calibration.empty())
        refuse("--calibration is for the calibrated model",
               "the reference model has one constant of its own; leave out --model reference to use " +
                   options.calibration);
}

int run(const ValidateOptions& options) {
    check_together(options);
    const input::Library library(shipped_roots());
    if (options.what == ValidateOptions::What::collectives) return run_collectives(options, library);
    if (options.model() == CostModel::calibrated || options.what == ValidateOptions::What::one_run)
        return run_calibrated(options, library);
    const ReferenceCalibration calibration = calibrate_reference(library);
    const auto runs =
        options.runs_file.empty() ? shipped_runs(library) : load_runs(library, options.runs_file);
    const Validation validation = validate_reference(runs, calibration.eta, calibration.row);
    if (draws(options)) {
        PictureOptions{options.output.path}.write(diagram::validation_scene(validation));
    } else {
        options.output.write(in_format(options.output.format, validation, output::validation_table,
                                       output::validation_json, output::validation_csv));
    }
    return exit_done;
}

}  // namespace

void add_validate(CLI::App& app, Selected& selected) {
    CLI::App* command =
        app.add_subcommand("validate", "Predict published runs and compare with what was measured");
    const auto options = std::make_shared<ValidateOptions>();
    command->add_option("--runs", options->runs_file, "Runs of this file (YAML) instead of the shipped ones")
        ->type_name("FILE");
    command
        ->add_option_function<std::string>(
            "--model",
            [options](const std::string& name) {
                options->asked_model =
                    name == cost_model_names.front() ? CostModel::reference : CostModel::calibrated;
            },
            "The model of times (default: reference, or calibrated with --calibration)")
        ->check(one_of({cost_model_names.begin(), cost_model_names.end()}))
        ->type_name("");
    command
        ->add_option("--calibration", options->calibration,
                     "Constants of the calibrated model (railyard calibrate)")
        ->type_name("FILE");
    command->add_flag_callback(
        "--collectives",
        [options] {
            options->what = ValidateOptions::What::collectives;
            options->collectives_asked = true;
        },
        "Predict measured collectives instead (--runs: of this file)");
    command->add_flag_callback(
        "--one-run",
        [options] {
            options->what = ValidateOptions::What::one_run;
            options->one_run_asked = true;
        },
        "What one measured run of a site is worth for its others (calibrated model)");
    add_output_options(*command, options->output, {Format::table, Format::json, Format::csv},
                       PictureEndings::taken);
    command->footer(
        "With --output FILE.svg, .png, .pdf or .dot a chart is drawn: predicted against measured.");
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
