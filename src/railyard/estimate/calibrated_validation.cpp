#include "railyard/estimate/calibrated_validation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "railyard/estimate/calibrated_step.hpp"
#include "railyard/estimate/site_factor.hpp"

namespace railyard {
namespace {

constexpr std::string_view table_1 = "narayanan2021-t1-";
constexpr std::string_view llama_3 = "llama3-405b-t4-";

struct Spread {
    double mean = 0, nine_of_ten = 0, worst = 0;
};
Spread spread_of(std::vector<double> errors) {
    Spread spread;
    if (errors.empty()) return spread;
    for (double& error : errors) {
        error = std::abs(error);
        spread.mean += error / static_cast<double>(errors.size());
    }
    std::sort(errors.begin(), errors.end());
    spread.worst = errors.back();
    spread.nine_of_ten = errors[(errors.size() * 9 + 9) / 10 - 1];
    return spread;
}

ErrorSummary summary(std::string what, const std::vector<CalibratedRow>& rows,
                     const std::function<bool(const CalibratedRow&)>& belongs) {
    std::vector<double> fitted;
    std::vector<double> left_out;
    for (const CalibratedRow& row : rows) {
        if (!belongs(row)) continue;
        fitted.push_back(row.error_percent());
        left_out.push_back(row.left_out_percent());
    }
    const Spread in = spread_of(fitted);
    const Spread out = spread_of(left_out);
    return {std::move(what), fitted.size(), in.mean,         in.nine_of_ten,
            in.worst,        out.mean,      out.nine_of_ten, out.worst};
}

// The constants that the fit of the calibration moved, or those it kept from the calibration it started from.
enum class Fitted { here, before };

// Ids of the runs that decide them.
std::set<std::string> ids_of_constants(const Calibration& calibration, Fitted fitted) {
    std::set<std::string> ids;
    for (std::size_t i = 0; i < step_constant_count; ++i)
        if (calibration.constants.is_at_home(i) == (fitted == Fitted::before))
            ids.insert(calibration.rows[i].begin(), calibration.rows[i].end());
    return ids;
}

bool any_seen(const Calibration& calibration, const std::vector<FittingRun>& runs) {
    const std::set<std::string> seen = ids_of_constants(calibration, Fitted::here);
    return std::any_of(runs.begin(), runs.end(),
                       [&](const FittingRun& run) { return seen.count(run.id) > 0; });
}

// Predictions that saw no run of the source: neither the constants nor the site. What the calibration was not
// fitted on, by the ids it names, needs no other fit.
std::vector<Seconds> never_seen(const Calibration& calibration, const std::vector<FittingRun>& runs) {
    const std::set<std::string> of_site(calibration.site_rows.begin(), calibration.site_rows.end());
    std::vector<Seconds> predictions;
    if (any_seen(calibration, runs)) {
        predictions = unseen_predictions(runs, calibration.constants);
    } else {
        for (const FittingRun& run : runs) predictions.push_back(predicted(run, calibration.constants));
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        bool is_fitted = false;
        std::vector<RunRatio> others;
        for (const FittingRun& run : runs) {
            if (of_site.count(run.id) == 0) continue;
            if (run.source == runs[i].source) {
                is_fitted = true;
            } else {
                others.push_back({run.kind, run.measured / predicted(run, calibration.constants)});
            }
        }
        predictions[i] = predictions[i] * (is_fitted ? site_factor(others) : calibration.site);
    }
    return predictions;
}

PairOrder order_pairs(const std::vector<FittingRun>& runs, const std::vector<CalibratedRow>& rows,
                      RunKind kind) {
    constexpr double apart = 0.04;
    PairOrder order;
    // Seconds of a GPU for a token.
    const auto cost = [&](std::size_t i, Seconds step) {
        const Batch& batch = runs[i].layout.batch;
        return step.raw() * runs[i].gpus() / (static_cast<double>(batch.sequences) * batch.length);
    };
    for (std::size_t a = 0; a < runs.size(); ++a) {
        for (std::size_t b = a + 1; b < runs.size(); ++b) {
            if (runs[a].kind != kind || runs[b].kind != kind || !runs[a].counts() || !runs[b].counts())
                continue;
            if (runs[a].source != runs[b].source || runs[a].layout.model.name != runs[b].layout.model.name ||
                runs[a].machine.gpu.gpu != runs[b].machine.gpu.gpu)
                continue;
            const bool first_slower = cost(a, rows[a].measured) > cost(b, rows[b].measured);
            if (std::abs(std::log(cost(a, rows[a].measured) / cost(b, rows[b].measured))) < apart) continue;
            ++order.pairs;
            order.right +=
                (cost(a, rows[a].predicted) > cost(b, rows[b].predicted)) == first_slower ? 1U : 0U;
            order.right_left_out +=
                (cost(a, rows[a].left_out) > cost(b, rows[b].left_out)) == first_slower ? 1U : 0U;
        }
    }
    return order;
}

void summarize(CalibratedValidation& validation) {
    const auto& rows = validation.rows;
    const auto counted = [](RunKind kind) {
        return [kind](const CalibratedRow& row) { return row.kind == kind && row.counts; };
    };
    validation.groups = {summary("Narayanan 2021, Table 1", rows,
                                 [](const CalibratedRow& row) { return row.id.starts_with(table_1); }),
                         summary("those and Llama 3", rows,
                                 [](const CalibratedRow& row) {
                                     return row.id.starts_with(table_1) || row.id.starts_with(llama_3);
                                 }),
                         summary("dense", rows, counted(RunKind::dense)),
                         summary("experts", rows, counted(RunKind::experts))};
    for (const RunKind kind : {RunKind::dense, RunKind::experts}) {
        double sum = 0;
        std::size_t count = 0;
        for (const CalibratedRow& row : rows) {
            if (row.kind != kind || !row.counts) continue;
            const std::string what = row.source + (kind == RunKind::experts ? " (experts)" : "");
            if (std::any_of(validation.sources.begin(), validation.sources.end(),
                            [&](const ErrorSummary& s) { return s.what == what; }))
                continue;
            validation.sources.push_back(summary(what, rows, [&](const CalibratedRow& other) {
                return other.kind == kind && other.counts && other.source == row.source;
            }));
            sum += validation.sources.back().left_out_mean;
            ++count;
        }
        (kind == RunKind::dense ? validation.dense_sources_left_out : validation.expert_sources_left_out) =
            count == 0 ? 0 : sum / static_cast<double>(count);
    }
}

// With their signs: a model that is wrong about scale drifts.
double drift(const std::vector<CalibratedRow>& rows) {
    std::vector<double> errors;  // the file has them from small to large
    for (const CalibratedRow& row : rows)
        if (row.id.starts_with(table_1)) errors.push_back(row.error_percent());
    if (errors.size() < 6) return 0;
    const std::size_t n = errors.size();
    return (errors[n - 1] + errors[n - 2] + errors[n - 3] - errors[0] - errors[1] - errors[2]) / 3;
}

}  // namespace

CalibratedValidation validate_calibrated(const Calibration& calibration, const FittingRuns& runs) {
    CalibratedValidation validation;
    validation.calibration = calibration.name;
    validation.skipped = runs.skipped;
    const auto left_out = never_seen(calibration, runs.runs);
    const std::set<std::string> seen_before = ids_of_constants(calibration, Fitted::before);
    for (const FittingRun& run : runs.runs)
        if (seen_before.count(run.id) > 0) ++validation.seen_before;
    if (any_seen(calibration, runs.runs)) {
        for (const RunKind kind : {RunKind::dense, RunKind::experts})
            validation.left_out[static_cast<std::size_t>(kind)] = left_out_together(runs.runs, kind);
    }
    validation.has_site = !calibration.site_rows.empty();
    for (std::size_t i = 0; i < runs.runs.size(); ++i) {
        const FittingRun& run = runs.runs[i];
        CalibratedRow row;
        row.id = run.id;
        row.source = run.source;
        row.kind = run.kind;
        row.counts = run.counts();
        row.why_not = run.why_not();
        row.measured = run.measured;
        StepCosts costs = calibrated_step(run.layout, run.machine, calibration.constants);
        row.parts = step_times(costs.scale(calibration.site));
        row.predicted = row.parts.total();
        row.left_out = left_out[i];
        validation.rows.push_back(std::move(row));
    }
    summarize(validation);
    validation.narayanan_drift = drift(validation.rows);
    validation.dense_pairs = order_pairs(runs.runs, validation.rows, RunKind::dense);
    validation.expert_pairs = order_pairs(runs.runs, validation.rows, RunKind::experts);
    return validation;
}

}  // namespace railyard
