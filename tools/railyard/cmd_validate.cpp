#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <memory>
#include <string>

#include "railyard/command.hpp"
#include "railyard/diagram/validation_chart.hpp"
#include "railyard/estimate/load_calibration.hpp"
#include "railyard/estimate/load_runs.hpp"
#include "railyard/estimate/validation.hpp"
#include "railyard/input/library.hpp"
#include "railyard/output/validation_report.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"

namespace railyard::tool {
namespace {

struct ValidateOptions {
    std::string runs_file;
    std::string model = std::string(cost_model_names.front());
    OutputOptions output;
};

std::string written(const ValidateOptions& options, const Validation& validation) {
    if (options.output.path.ends_with(".svg")) return diagram::validation_chart(validation);
    switch (options.output.format) {
        case Format::json:
            return output::validation_json(validation);
        case Format::csv:
            return output::validation_csv(validation);
        case Format::table:
            break;
    }
    return output::validation_table(validation);
}

int run(const ValidateOptions& options) {
    const input::Library library(shipped_roots());
    const ReferenceCalibration calibration = calibrate_reference(library);
    const auto runs =
        options.runs_file.empty() ? shipped_runs(library) : load_runs(library, options.runs_file);
    const Validation validation = validate_reference(runs, calibration.eta, calibration.row);
    options.output.write(written(options, validation));
    return exit_done;
}

}  // namespace

void add_validate(CLI::App& app, Selected& selected) {
    CLI::App* command =
        app.add_subcommand("validate", "Predict published runs and compare with what was measured");
    const auto options = std::make_shared<ValidateOptions>();
    command->add_option("--runs", options->runs_file, "Runs of this file (YAML) instead of the shipped ones")
        ->type_name("FILE");
    command->add_option("--model", options->model, "The model of times")
        ->check(one_of({cost_model_names.begin(), cost_model_names.end()}))
        ->type_name("");
    add_output_options(*command, options->output, {Format::table, Format::json, Format::csv});
    command->footer("With --output FILE.svg a chart is drawn: predicted against measured.");
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
