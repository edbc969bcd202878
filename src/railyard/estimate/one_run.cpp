#include "railyard/estimate/one_run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "railyard/estimate/run_likeness.hpp"
#include "railyard/estimate/site_factor.hpp"

namespace railyard {
namespace {

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}
double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

struct Known {
    const FittingRun* run;
    double measured, predicted;

    // Percent, after the whole site was found to take `factor` times as long.
    [[nodiscard]] double error(double factor) const {
        return 100 * std::abs(factor * predicted / measured - 1);
    }
    [[nodiscard]] double factor() const { return site_factor({{run->kind, measured / predicted}}); }
};

// Of a run when the one most like it was measured; the mean where several are as like.
double error_by_nearest(const std::vector<Known>& runs, std::size_t asked) {
    constexpr double alike = 1e-9;
    double least = std::numeric_limits<double>::infinity();
    std::vector<double> errors;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (i == asked) continue;
        const double distance = unlikeness(runs[asked].run->layout, runs[i].run->layout);
        if (distance > least + alike) continue;
        if (distance < least - alike) errors.clear();
        least = std::min(least, distance);
        errors.push_back(runs[asked].error(runs[i].factor()));
    }
    return mean(errors);
}

// With the run that is most like all the others together: the least sum. The mean where several are.
double error_by_typical(const std::vector<Known>& runs) {
    constexpr double alike = 1e-9;
    double least = std::numeric_limits<double>::infinity();
    std::vector<double> errors;
    for (std::size_t known = 0; known < runs.size(); ++known) {
        double distance = 0;
        std::vector<double> of_others;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (i == known) continue;
            distance += unlikeness(runs[i].run->layout, runs[known].run->layout);
            of_others.push_back(runs[i].error(runs[known].factor()));
        }
        if (distance > least + alike) continue;
        if (distance < least - alike) errors.clear();
        least = std::min(least, distance);
        errors.push_back(mean(of_others));
    }
    return mean(errors);
}

// Of every run when all the others of its site were measured.
double error_by_others(const std::vector<Known>& runs) {
    std::vector<double> errors;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        std::vector<RunRatio> others;
        for (std::size_t j = 0; j < runs.size(); ++j)
            if (j != i) others.push_back({runs[j].run->kind, runs[j].measured / runs[j].predicted});
        errors.push_back(runs[i].error(site_factor(others)));
    }
    return mean(errors);
}

SiteRatios ratios_of(const std::vector<Known>& runs) {
    SiteRatios ratios;
    for (const Known& run : runs) ratios.push_back(run.measured / run.predicted);
    return ratios;
}

SiteErrors errors_of(const std::vector<Known>& runs) {
    constexpr double goal = 4;
    std::vector<double> unknown;
    std::vector<double> with_one;
    std::vector<double> with_nearest;
    for (std::size_t known = 0; known < runs.size(); ++known) {
        unknown.push_back(runs[known].error(1));
        with_nearest.push_back(error_by_nearest(runs, known));
        const double factor = runs[known].factor();
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (i != known) with_one.push_back(runs[i].error(factor));
    }
    SiteErrors errors;
    errors.runs = runs.size();
    errors.unknown = mean(unknown);
    errors.mean = mean(with_one);
    errors.nearest = mean(with_nearest);
    errors.median = median(with_one);
    const auto near = std::count_if(with_one.begin(), with_one.end(), [](double e) { return e <= goal; });
    errors.typical = error_by_typical(runs);
    errors.others = error_by_others(runs);
    errors.best = best_factor_error(ratios_of(runs));
    errors.within_4 = static_cast<double>(near) / static_cast<double>(with_one.size());
    return errors;
}

// Means over the sites of a kind; `ratios` are their runs.
SiteSummary summary_of(const std::vector<SiteErrors>& sites, RunKind kind,
                       const std::vector<SiteRatios>& ratios) {
    const auto over_sites = [&](double SiteErrors::*figure) {
        std::vector<double> values;
        for (const SiteErrors& site : sites)
            if (site.kind == kind) values.push_back(site.*figure);
        return values;
    };
    SiteSummary summary;
    summary.kind = kind;
    summary.sites = ratios.size();
    summary.unknown = mean(over_sites(&SiteErrors::unknown));
    summary.mean = mean(over_sites(&SiteErrors::mean));
    summary.nearest = mean(over_sites(&SiteErrors::nearest));
    summary.median_of_means = median(over_sites(&SiteErrors::mean));
    summary.within_4 = mean(over_sites(&SiteErrors::within_4));
    summary.typical = mean(over_sites(&SiteErrors::typical));
    summary.others = mean(over_sites(&SiteErrors::others));
    summary.best = mean(over_sites(&SiteErrors::best));
    summary.share = best_share(ratios);
    summary.spread = site_spread(ratios);
    return summary;
}

}  // namespace

OneRunValidation validate_one_run(const Calibration& calibration, const FittingRuns& runs) {
    OneRunValidation validation;
    validation.calibration = calibration.name;
    const auto left_out = left_out_predictions(runs.runs, calibration.constants);
    std::map<std::tuple<RunKind, std::string, std::string>, std::vector<Known>> sites;
    for (std::size_t i = 0; i < runs.runs.size(); ++i) {
        const FittingRun& run = runs.runs[i];
        if (!run.counts()) continue;
        sites[{run.kind, run.source, run.machine.gpu.gpu}].push_back(
            {&run, run.measured.raw(), left_out[i].raw()});
    }
    std::map<RunKind, std::vector<SiteRatios>> ratios;
    for (const auto& [site, known] : sites) {
        if (known.size() < 2) continue;
        ratios[std::get<RunKind>(site)].push_back(ratios_of(known));
        SiteErrors errors = errors_of(known);
        std::tie(errors.kind, errors.source, errors.gpu) = site;
        validation.sites.push_back(std::move(errors));
    }
    for (const auto& [kind, of_sites] : ratios)
        validation.kinds.push_back(summary_of(validation.sites, kind, of_sites));
    return validation;
}

}  // namespace railyard
