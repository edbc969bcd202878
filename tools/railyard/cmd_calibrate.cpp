#include <fmt/format.h>
#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "railyard/base/error.hpp"
#include "railyard/base/figures.hpp"
#include "railyard/command.hpp"
#include "railyard/estimate/fitting.hpp"
#include "railyard/estimate/load_collectives.hpp"
#include "railyard/estimate/load_constants.hpp"
#include "railyard/estimate/load_runs.hpp"
#include "railyard/input/library.hpp"
#include "railyard/output/calibration_yaml.hpp"
#include "railyard/output/text_table.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"

namespace railyard::tool {
namespace {

enum class FitFrom { calibration, first_guesses };

struct CalibrateOptions {
    std::string base;
    std::string name = "own";
    std::vector<std::string> runs;
    std::vector<std::string> collectives;
    std::vector<std::string> nccl_tests;
    std::string on;
    std::uint32_t members = 0;
    std::string collective;  // empty: as the tables say
    FitFrom from = FitFrom::calibration;
    OutputOptions output;
};

// Fewer runs than this cannot decide constants; they say how fast the site is.
constexpr std::size_t enough_for_constants = 20;

InputError usage(const std::string& message, const std::string& hint) {
    return InputError(Diagnostic{{}, message, hint, "", 0});
}

std::optional<Collective> collective_named(const std::string& name) {
    for (std::size_t i = 0; i < collective_count; ++i)
        if (collective_names[i] == name) return static_cast<Collective>(i);
    return std::nullopt;
}

// People read how it went beside the file, wherever that goes.
void tell(const std::string& text) {
    std::fputs((output::wrapped(text, "  ") + "\n").c_str(), stderr);
}

void add_once(std::vector<std::string>& names, const std::vector<std::string>& more) {
    for (const std::string& name : more)
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
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
        for (const std::string& path : options.nccl_tests) {
            const auto more = load_nccl_tests(library, path, options.on, options.members,
                                              collective_named(options.collective));
            for (const std::string& remark : more.remarks) tell(remark);
            points.insert(points.end(), more.points.begin(), more.points.end());
        }
    }
    return points;
}

// Times that no curve of this form meets were not measured so: a table of another size, a unit.
void refuse_wild_curve(const CurveFit& fit) {
    constexpr double most = 25;  // percent
    if (fit.after <= most) return;
    throw usage(
        fmt::format("the curve of {} cannot be fitted: half of {} points are still {:.0f} % off or more",
                    fit.what, fit.points, fit.after),
        "are sizes in bytes, times in microseconds, and is it the machine it ran on?");
}

std::string list_of(const std::vector<std::uint32_t>& numbers) {
    std::string list;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        list += (i == 0 ? "" : i + 1 < numbers.size() ? ", " : " and ") + std::to_string(numbers[i]);
    return list;
}

// Throws InputError if nothing is left to fit.
Calibration with_curves(const Calibration& base, const std::vector<CollectivePoint>& points,
                        const CalibrateOptions& options) {
    if (points.empty()) return base;
    Calibration fitted = with_fitted_curves(base, points);
    const auto fits = curve_fits(base, fitted, points);
    const bool any =
        std::any_of(fits.begin(), fits.end(), [](const CurveFit& fit) { return fit.not_fitted.empty(); });
    if (!any && options.runs.empty()) {
        const std::string why =
            fits.empty() ? "all points say 'use: check'" : fits.front().what + ": " + fits.front().not_fitted;
        throw usage("no curve can be fitted to these collectives", why);
    }
    if (any) {
        add_once(fitted.files.curves, options.collectives);
        add_once(fitted.files.curves, options.nccl_tests);
    }
    for (const CurveFit& fit : fits) {
        if (fit.not_fitted.empty()) {
            refuse_wild_curve(fit);
            tell(fmt::format(
                "fitted: the curve of {}, {} points: median error {:.1f} % before, {:.1f} % after", fit.what,
                fit.points, fit.before, fit.after));
            if (fit.after > fit.before)
                tell(fmt::format(
                    "note: half of them are farther off than before, as the fit lessens the large "
                    "errors: the worst was {:.1f} %, and is {:.1f} %",
                    fit.worst_before, fit.worst_after));
            if (!fit.unmeasured.empty())
                tell("note: no groups of " + list_of(fit.unmeasured) +
                     " GPUs were measured: there the curve stays near what it was");
        } else {
            tell("not fitted: " + fit.what + ": " + fit.not_fitted);
        }
    }
    return fitted;
}

// A run counts once, whichever files it stands in.
void refuse_same_ids(const std::vector<RunOrSkip>& runs, const std::vector<RunOrSkip>& more,
                     const std::string& path) {
    const auto id_of = [](const RunOrSkip& run) {
        return std::visit([](const auto& either) { return either.id; }, run);
    };
    std::set<std::string> ids;
    for (const RunOrSkip& run : runs) ids.insert(id_of(run));
    for (const RunOrSkip& run : more)
        if (ids.count(id_of(run)) > 0)
            throw usage("the run '" + id_of(run) + "' of " + path + " stands in another file of --runs too",
                        "each run once: a run measured twice needs two ids");
}

double mean_error(const Calibration& calibration, const std::vector<FittingRun>& runs) {
    double sum = 0;
    for (const FittingRun& run : runs)
        sum += std::abs(calibration.site * (predicted(run, calibration.constants) / run.measured) - 1);
    return 100 * sum / static_cast<double>(runs.size());
}

std::size_t deciding(const std::vector<FittingRun>& runs) {
    return static_cast<std::size_t>(
        std::count_if(runs.begin(), runs.end(), [](const FittingRun& run) { return run.counts(); }));
}

// Four times as long as predicted, or a quarter, is no site: a unit, a wrong degree.
void refuse_wild_runs(const Calibration& calibration, const std::vector<FittingRun>& runs) {
    constexpr double most = 4;
    std::vector<Diagnostic> problems;
    for (const FittingRun& run : runs) {
        const double ratio = run.measured / predicted(run, calibration.constants);
        if (ratio >= 1 / most && ratio <= most) continue;
        Diagnostic problem = run.place;
        problem.message =
            fmt::format("the run '{}' took {:.4g} s, {} times what is predicted", run.id, run.measured.raw(),
                        ratio < 100 ? fmt::format("{:.3g}", ratio) : fmt::format("{:.0f}", ratio));
        problem.hint = "step_time_s is in seconds (not ms); are its degrees, batch and GPU right?";
        problems.push_back(std::move(problem));
    }
    if (!problems.empty()) throw InputError(std::move(problems));
}

// The constants that no run decides.
std::string kept_names(const Calibration& fitted) {
    std::string names;
    for (std::size_t i = 0; i < step_constant_count; ++i)
        if (fitted.constants.is_at_home(i))
            names += (names.empty() ? "" : ", ") + std::string(step_constant_rows[i].name);
    return names;
}

Calibration with_constants(const Calibration& base, const std::vector<FittingRun>& runs, FitFrom from) {
    const std::string number = counted(deciding(runs), "run");
    const bool afresh = from == FitFrom::first_guesses;
    Calibration fitted = fitted_on(afresh ? at_first_guesses(base) : base, runs);
    fitted.about = "constants fitted on " + number;
    const std::string start = afresh ? "the first guesses" : "'" + base.name + "'";
    if (!afresh) fitted.about += ", from those of " + start;
    if (const std::string names = kept_names(fitted); !names.empty())
        tell("kept as in " + start + ", as no run decides them: " + names);
    return fitted;
}

Calibration with_runs(const Calibration& base, const std::vector<FittingRun>& runs, FitFrom from) {
    if (runs.empty()) return base;
    Calibration fitted = base;
    refuse_wild_runs(base, runs);
    const bool are_enough = deciding(runs) >= enough_for_constants;
    // Constants are fitted on those that count, a site on all.
    const std::string number = counted(are_enough ? deciding(runs) : runs.size(), "run");
    if (are_enough && deciding(runs) < runs.size())
        tell(fmt::format("not fitted: {} of quality C or from memory",
                         counted(runs.size() - deciding(runs), "run")));
    if (are_enough) {
        fitted = with_constants(base, runs, from);
    } else {
        fitted = fitted_to_site(base, runs);
        fitted.about = fmt::format("the constants of '{}', every step times site, which was fitted on {}",
                                   base.name, number);
    }
    tell(fmt::format("fitted: {} on {}: mean error {:.1f} % before, {:.1f} % after",
                     are_enough ? "the constants" : fmt::format("site {:.3f}", fitted.site), number,
                     mean_error(base, runs), mean_error(fitted, runs)));
    constexpr double much = 20;  // percent
    if (const double left = mean_error(fitted, runs); left > much)
        tell(fmt::format("note: {:.1f} % is left, which is much: are units, degrees, batch and GPU right?",
                         left));
    else if (fitted.site < 0.5 || fitted.site > 2)
        tell(fmt::format(
            "note: a site {:.3g} times as slow as the constants say is rare: are units, degrees and "
            "GPU right?",
            fitted.site));
    return fitted;
}

// The files of runs that a calibration with `files` stands on after `runs` of the options were fitted.
FittedFiles with_files_of_runs(FittedFiles files, const CalibrateOptions& options,
                               const std::vector<FittingRun>& runs) {
    if (deciding(runs) >= enough_for_constants) {
        add_once(files.constants, options.runs);
        files.site.clear();
    } else if (!runs.empty()) {
        files.site = options.runs;
    }
    return files;
}

int run(const CalibrateOptions& options) {
    if (options.nccl_tests.empty() && (!options.on.empty() || options.members > 0))
        throw usage("--on and --members are for --nccl-tests",
                    "the file of --runs or --collectives says what they ran on");
    const input::Library library(shipped_roots());
    Calibration calibration = load_calibration(calibration_file(library, options.base));
    const auto points = measured_collectives(options, library);
    if (points.empty() && options.runs.empty())
        throw usage("there is nothing to calibrate on",
                    "--runs FILE, --collectives FILE or --nccl-tests FILE");
    calibration = with_curves(calibration, points, options);
    std::vector<RunOrSkip> runs;
    for (const std::string& path : options.runs) {
        const auto more = load_runs(library, path);
        refuse_same_ids(runs, more, path);
        runs.insert(runs.end(), more.begin(), more.end());
    }
    const FittingRuns prepared = prepare_runs(calibration, runs);
    for (const SkippedRun& skipped : prepared.skipped)
        tell("not used: the run '" + skipped.id + "': " + skipped.why);
    if (!options.runs.empty() && prepared.runs.empty())
        throw usage(
            prepared.skipped.empty() ? "there are no runs in the file" : "none of the runs can be used",
            prepared.skipped.empty() ? "each run starts with '- id: ...'" : "the reasons stand above");
    if (options.from == FitFrom::first_guesses && deciding(prepared.runs) < enough_for_constants)
        throw usage(fmt::format("--first-guesses is for {} runs or more: fewer decide no constants",
                                enough_for_constants),
                    "leave it out, and the runs fit the site's speed");
    calibration = with_runs(calibration, prepared.runs, options.from);
    calibration.name = options.name;
    calibration.files = with_files_of_runs(calibration.files, options, prepared.runs);
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
    command
        ->add_option("--nccl-tests", options->nccl_tests,
                     "What nccl-tests printed, on one domain or several; each table is checked")
        ->type_name("FILE");
    command->add_option("--on", options->on, "The topology or domain that nccl-tests ran on")
        ->type_name("TOPOLOGY");
    command->add_option("--members", options->members, "GPUs that took part in nccl-tests")->type_name("N");
    command->add_option("--collective", options->collective, "Which test, where its output does not say")
        ->check(one_of({collective_names.begin(), collective_names.end()}))
        ->type_name("");
    command->add_option("--calibration", options->base, "Start from this file (default: the shipped one)")
        ->type_name("FILE");
    command->add_flag_callback(
        "--first-guesses", [options] { options->from = FitFrom::first_guesses; },
        "Fit all constants anew, not from the values of --calibration (as the shipped one was)");
    command->add_option("--name", options->name, "Name of the calibration")->capture_default_str();
    add_output_options(*command, options->output, {});
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
