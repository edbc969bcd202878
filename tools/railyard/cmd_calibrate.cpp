#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "railyard/base/error.hpp"
#include "railyard/command.hpp"
#include "railyard/estimate/fitting.hpp"
#include "railyard/estimate/load_collectives.hpp"
#include "railyard/estimate/load_constants.hpp"
#include "railyard/estimate/load_runs.hpp"
#include "railyard/input/library.hpp"
#include "railyard/output/calibration_yaml.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"

namespace railyard::tool {
namespace {

struct CalibrateOptions {
    std::string base;
    std::string name = "own";
    std::vector<std::string> runs;
    std::vector<std::string> collectives;
    std::string nccl_tests;
    std::string on;
    std::uint32_t members = 0;
    std::string collective = std::string(collective_names.front());
    OutputOptions output;
};

// Fewer runs than this cannot decide constants; they say how fast the site is.
constexpr std::size_t enough_for_constants = 20;

InputError usage(const std::string& message, const std::string& hint) {
    return InputError(Diagnostic{{}, message, hint, "", 0});
}

Collective collective_named(const std::string& name) {
    for (std::size_t i = 0; i < collective_count; ++i)
        if (collective_names[i] == name) return static_cast<Collective>(i);
    return Collective::all_reduce;
}

std::vector<CollectivePoint> measured_collectives(const CalibrateOptions& options,
                                                  const input::Library& library) {
    std::vector<CollectivePoint> points;
    for (const std::string& path : options.collectives) {
        const auto more = load_collectives(library, path);
        points.insert(points.end(), more.begin(), more.end());
    }
    if (!options.nccl_tests.empty()) {
        if (options.on.empty() || options.members < 2)
            throw usage("--nccl-tests needs --on and --members", "--on hgx-h100 --members 8");
        const auto more = load_nccl_tests(library, options.nccl_tests, options.on, options.members,
                                          collective_named(options.collective));
        points.insert(points.end(), more.begin(), more.end());
    }
    return points;
}

int run(const CalibrateOptions& options) {
    const input::Library library(shipped_roots());
    Calibration calibration =
        load_calibration(options.base.empty() ? shipped_file(library, shipped_calibration) : options.base);
    calibration.name = options.name;
    const auto points = measured_collectives(options, library);
    if (points.empty() && options.runs.empty())
        throw usage("there is nothing to calibrate on",
                    "--runs FILE, --collectives FILE or --nccl-tests FILE");
    if (!points.empty()) calibration = with_fitted_curves(calibration, points);
    std::vector<RunOrSkip> runs;
    for (const std::string& path : options.runs) {
        const auto more = load_runs(library, path);
        runs.insert(runs.end(), more.begin(), more.end());
    }
    const FittingRuns prepared = prepare_runs(calibration, runs);
    if (!options.runs.empty() && prepared.runs.empty())
        throw usage("none of the runs can be used: " + prepared.skipped.front().why, "");
    if (prepared.runs.size() >= enough_for_constants) {
        calibration = fitted_on(calibration, prepared.runs);
    } else if (!prepared.runs.empty()) {
        calibration = fitted_to_site(calibration, prepared.runs);
    }
    options.output.write(output::calibration_yaml(calibration));
    return exit_done;
}

}  // namespace

void add_calibrate(CLI::App& app, Selected& selected) {
    CLI::App* command = app.add_subcommand(
        "calibrate", "Fit the calibrated model to measured runs and collectives, and write the file for it");
    const auto options = std::make_shared<CalibrateOptions>();
    command->add_option("--runs", options->runs, "Measured runs (YAML); under 20 fit the site's speed alone")
        ->type_name("FILE");
    command->add_option("--collectives", options->collectives, "Measured collectives (YAML)")
        ->type_name("FILE");
    command->add_option("--nccl-tests", options->nccl_tests, "What nccl-tests printed, on one domain")
        ->type_name("FILE");
    command->add_option("--on", options->on, "The topology or domain that nccl-tests ran on")
        ->type_name("TOPOLOGY");
    command->add_option("--members", options->members, "GPUs that took part in nccl-tests")->type_name("N");
    command->add_option("--collective", options->collective, "Which test, where its output does not say")
        ->check(one_of({collective_names.begin(), collective_names.end()}))
        ->type_name("");
    command->add_option("--calibration", options->base, "Start from this file (default: the shipped one)")
        ->type_name("FILE");
    command->add_option("--name", options->name, "Name of the calibration")->capture_default_str();
    add_output_options(*command, options->output, {});
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
