#include "railyard/estimate/fitting.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "railyard/estimate/calibrated_step.hpp"
#include "railyard/estimate/least_squares.hpp"
#include "railyard/estimate/site_factor.hpp"

namespace railyard {
namespace {

constexpr double pull = 0.02;
constexpr double weight_of_table_1 = 2;
constexpr std::string_view table_1 = "narayanan2021-t1-";

// A constant as a number without bounds: the logit of where its logarithm lies in its range.
class Unbounded {
  public:
    explicit Unbounded(std::size_t constant) : row_(step_constant_rows[constant]) {}
    [[nodiscard]] double of(double value) const {
        const double share = std::clamp((std::log(value) - low()) / (high() - low()), 0.02, 0.98);
        return std::log(share / (1 - share));
    }
    [[nodiscard]] double back(double x) const {
        return std::exp(low() + (high() - low()) / (1 + std::exp(-x)));
    }

  private:
    [[nodiscard]] double low() const { return std::log(row_.least); }
    [[nodiscard]] double high() const { return std::log(row_.most); }
    const StepConstantRow& row_;
};

// Beyond `large_log_error` the square root of Huber's loss.
double bounded(double error) {
    const double size = std::abs(error);
    if (size <= large_log_error) return error;
    return std::copysign(std::sqrt(2 * large_log_error * size - large_log_error * large_log_error), error);
}

using Pointers = std::vector<const FittingRun*>;

std::vector<std::size_t> constants_of(RunKind kind) {
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < step_constant_count; ++i)
        if ((i < first_expert_constant) == (kind == RunKind::dense)) indices.push_back(i);
    return indices;
}

// How far a prediction moves when a constant moves by 10 %, as a share.
double moved_by(const FittingRun& run, const StepConstants& constants, std::size_t constant) {
    StepConstants moved = constants;
    moved.values[constant] *= 1.1;
    return std::abs(predicted(run, moved) / predicted(run, constants) - 1);
}
constexpr double decisive = 0.005;
constexpr double slight = 0.001;  // together such runs still decide a constant

// `constants` with those of a kind at their homes.
StepConstants kind_at_home(StepConstants constants, RunKind kind) {
    for (const std::size_t i : constants_of(kind)) constants.values[i] = constants.homes[i];
    return constants;
}

// Those of a kind that any of the runs decides.
std::vector<std::size_t> decided(const Pointers& runs, RunKind kind, const StepConstants& constants) {
    std::vector<std::size_t> indices = constants_of(kind);
    const auto undecided = [&](std::size_t i) {
        return std::none_of(runs.begin(), runs.end(),
                            [&](const FittingRun* run) { return moved_by(*run, constants, i) >= slight; });
    };
    indices.erase(std::remove_if(indices.begin(), indices.end(), undecided), indices.end());
    return indices;
}

// Fits some constants of one kind, the kind's others at their homes, the other kind's held.
StepConstants fit_some(const Pointers& runs, RunKind kind, const StepConstants& start,
                       const std::vector<std::size_t>& fitted) {
    const StepConstants at_home = kind_at_home(start, kind);
    std::map<std::string, double> rows_of;
    for (const FittingRun* run : runs) rows_of[run->source] += 1;
    std::vector<double> weights;
    for (const FittingRun* run : runs) {
        weights.push_back((run->id.starts_with(table_1) ? weight_of_table_1 : 1) /
                          std::sqrt(rows_of[run->source]));
    }
    std::vector<double> point;
    std::vector<double> home;
    for (const std::size_t i : fitted) {
        point.push_back(Unbounded(i).of(start.values[i]));
        home.push_back(Unbounded(i).of(start.homes[i]));
    }
    const auto constants_at = [&](const std::vector<double>& at) {
        StepConstants constants = at_home;
        for (std::size_t i = 0; i < fitted.size(); ++i)
            constants.values[fitted[i]] = Unbounded(fitted[i]).back(at[i]);
        return constants;
    };
    const auto residuals = [&](const std::vector<double>& at, std::vector<double>& out) {
        out.clear();
        const StepConstants constants = constants_at(at);
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const double error = std::log(predicted(*runs[i], constants) / runs[i]->measured);
            out.push_back(weights[i] * bounded(error));
        }
        for (std::size_t i = 0; i < at.size(); ++i) out.push_back(pull * (at[i] - home[i]));
    };
    LeastSquaresOptions options;
    options.difference = 1e-4;
    options.most_steps = 200;
    return constants_at(least_squares(residuals, std::move(point), options).point);
}

// Those that no run decides where the fit of all comes out are put back, and the others fitted again.
StepConstants fit_kind(const Pointers& runs, RunKind kind, const StepConstants& start) {
    const StepConstants all = fit_some(runs, kind, start, constants_of(kind));
    const std::vector<std::size_t> some = decided(runs, kind, all);
    return some.size() == constants_of(kind).size() ? all : fit_some(runs, kind, all, some);
}

Pointers those_that_count(const std::vector<FittingRun>& runs, RunKind kind) {
    Pointers chosen;
    for (const FittingRun& run : runs)
        if (run.counts() && run.kind == kind) chosen.push_back(&run);
    return chosen;
}

std::vector<std::string> sources_of(const std::vector<FittingRun>& runs) {
    std::vector<std::string> sources;
    for (const FittingRun& run : runs) sources.push_back(run.source);
    return sources;
}

// For each run the name of what is left out with it: its source, or where that has all runs of the kind, a
// part.
std::vector<std::string> parts_of(const std::vector<FittingRun>& runs, RunKind kind) {
    constexpr std::size_t most_parts = 20;
    std::vector<std::string> parts = sources_of(runs);
    if (left_out_together(runs, kind) == LeftOut::source) return parts;
    std::size_t count = 0;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i].kind == kind && runs[i].counts()) parts[i] = std::to_string(count++ % most_parts);
    return parts;
}

// Predictions of the runs of a kind, each with constants that were fitted without its part; `alone` where no
// other part has runs that count.
void predict_left_out(const std::vector<FittingRun>& runs, RunKind kind,
                      const std::vector<std::string>& parts, const StepConstants& fitted,
                      const StepConstants& alone, std::vector<Seconds>& predictions) {
    for (const std::string& part : std::set<std::string>(parts.begin(), parts.end())) {
        Pointers others;
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (runs[i].counts() && runs[i].kind == kind && parts[i] != part) others.push_back(&runs[i]);
        const StepConstants constants = others.empty() ? alone : fit_kind(others, kind, fitted);
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (runs[i].kind == kind && parts[i] == part) predictions[i] = predicted(runs[i], constants);
    }
}

Layout as_people_place(const PublishedRun& run) {
    Layout layout = run.layout;
    const Degrees& degrees = layout.degrees;
    const std::uint32_t group = degrees.ep * degrees.etp;
    if (degrees.ep > 1 && group <= run.topology.kinds().front().gpus())
        layout.placement.keep = {{Dimension::ep, std::nullopt}};
    return layout;
}

}  // namespace

FittingRuns prepare_runs(const Calibration& calibration, const std::vector<RunOrSkip>& runs) {
    FittingRuns prepared;
    for (const RunOrSkip& item : runs) {
        if (const auto* skipped = std::get_if<SkippedRun>(&item)) {
            prepared.skipped.push_back(*skipped);
            continue;
        }
        const auto& run = std::get<PublishedRun>(item);
        Layout layout = as_people_place(run);
        const auto result = evaluate(run.topology, layout);
        if (const auto* no = std::get_if<DoesNotFit>(&result)) {
            prepared.skipped.push_back({run.id, "does not fit its machine: " + no->why});
            continue;
        }
        const auto& evaluation = std::get<Evaluation>(result);
        const Estimate estimate = look_at_links(run.topology, layout, evaluation);
        auto machine = calibrated_machine(calibration, run.topology, layout, evaluation, estimate.links);
        if (const auto* why = std::get_if<std::string>(&machine)) {
            prepared.skipped.push_back({run.id, *why});
            continue;
        }
        const RunKind kind = kind_of(layout);
        prepared.runs.push_back({run.id, run.source, run.quality, kind, std::move(layout),
                                 std::get<CalibratedMachine>(std::move(machine)), run.measured_causal,
                                 run.place, run.origin});
    }
    return prepared;
}

Seconds predicted(const FittingRun& run, const StepConstants& constants) {
    return seconds(calibrated_step(run.layout, run.machine, constants).sum());
}

StepConstants fit_constants(const std::vector<FittingRun>& runs, const StepConstants& start) {
    StepConstants constants = start;
    for (const RunKind kind : {RunKind::dense, RunKind::experts}) {
        const Pointers chosen = those_that_count(runs, kind);
        if (!chosen.empty()) constants = fit_kind(chosen, kind, constants);
    }
    return constants;
}

LeftOut left_out_together(const std::vector<FittingRun>& runs, RunKind kind) {
    std::set<std::string> sources;
    for (const FittingRun* run : those_that_count(runs, kind)) sources.insert(run->source);
    return sources.size() == 1 ? LeftOut::run : LeftOut::source;
}

std::vector<Seconds> left_out_predictions(const std::vector<FittingRun>& runs, const StepConstants& fitted) {
    std::vector<Seconds> predictions(runs.size());
    for (const RunKind kind : {RunKind::dense, RunKind::experts})
        predict_left_out(runs, kind, sources_of(runs), fitted, fitted, predictions);
    return predictions;
}

std::vector<Seconds> unseen_predictions(const std::vector<FittingRun>& runs, const StepConstants& fitted) {
    std::vector<Seconds> predictions(runs.size());
    for (const RunKind kind : {RunKind::dense, RunKind::experts})
        predict_left_out(runs, kind, parts_of(runs, kind), fitted, kind_at_home(fitted, kind), predictions);
    return predictions;
}

std::vector<std::string> deciding_runs(const std::vector<FittingRun>& runs, const StepConstants& constants,
                                       StepConstant constant) {
    const auto i = static_cast<std::size_t>(constant);
    const RunKind kind = i < first_expert_constant ? RunKind::dense : RunKind::experts;
    const Pointers chosen = those_that_count(runs, kind);
    std::vector<std::string> ids;
    for (const double least : {decisive, slight}) {
        for (const FittingRun* run : chosen)
            if (moved_by(*run, constants, i) >= least) ids.push_back(run->id);
        if (!ids.empty()) break;
    }
    return ids;
}

std::vector<ErrorBand> error_bands(const std::vector<FittingRun>& runs,
                                   const std::vector<Seconds>& left_out) {
    constexpr std::uint32_t small = 64;
    constexpr std::size_t enough = 8;
    std::vector<ErrorBand> bands;
    const auto add = [&](RunKind kind, std::optional<Generation> generation, std::uint32_t most) {
        std::vector<double> errors;
        ErrorBand band;
        band.kind = kind;
        band.left_out = left_out_together(runs, kind);
        band.generation = generation;
        band.most_gpus = most;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const FittingRun& run = runs[i];
            if (!run.counts() || run.kind != kind || (most != 0 && run.gpus() > most)) continue;
            if (generation && run.machine.gpu.generation != *generation) continue;
            errors.push_back(std::abs(left_out[i] / run.measured - 1));
            if (run.origin == RunOrigin::own) band.origin = RunOrigin::own;
            band.widen(band_question(run.layout, run.machine));
        }
        if (errors.size() < enough) return;
        std::sort(errors.begin(), errors.end());
        const std::size_t eight_of_ten = (errors.size() * 8 + 9) / 10 - 1;
        band.percent = 100 * errors[eight_of_ten];
        band.rows = static_cast<std::uint32_t>(errors.size());
        bands.push_back(std::move(band));
    };
    for (const RunKind kind : {RunKind::dense, RunKind::experts}) {
        add(kind, std::nullopt, 0);
        for (const Generation generation : {Generation::ampere, Generation::hopper, Generation::blackwell}) {
            add(kind, generation, 0);
            add(kind, generation, small);
        }
    }
    return bands;
}

Calibration at_first_guesses(Calibration calibration) {
    calibration.constants.values = StepConstants::start().values;
    for (auto& rows : calibration.rows) rows.clear();
    calibration.files.constants.clear();
    return calibration;
}

Calibration fitted_on(const Calibration& base, const std::vector<FittingRun>& runs) {
    Calibration calibration = base;
    calibration.site = 1;
    calibration.site_rows.clear();
    calibration.constants = fit_constants(runs, base.constants.at_home());
    for (std::size_t i = 0; i < step_constant_count; ++i) {
        if (calibration.constants.is_at_home(i)) continue;
        calibration.rows[i] = deciding_runs(runs, calibration.constants, static_cast<StepConstant>(i));
    }
    calibration.bands = error_bands(runs, unseen_predictions(runs, calibration.constants));
    return calibration;
}

Calibration fitted_to_site(const Calibration& base, const std::vector<FittingRun>& runs) {
    Calibration calibration = base;
    std::vector<RunRatio> ratios;
    for (const FittingRun& run : runs)
        ratios.push_back({run.kind, run.measured / predicted(run, base.constants)});
    calibration.site = site_factor(ratios);
    calibration.site_rows.clear();
    for (const FittingRun& run : runs) calibration.site_rows.push_back(run.id);
    return calibration;
}

}  // namespace railyard
