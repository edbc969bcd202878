#include "railyard/estimate/validation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace railyard {
namespace {

void add_error(SourceErrors& errors, double percent) {
    errors.mean_percent = (errors.mean_percent * static_cast<double>(errors.rows) + std::abs(percent)) /
                          static_cast<double>(errors.rows + 1);
    ++errors.rows;
    if (std::abs(percent) > std::abs(errors.worst_percent)) errors.worst_percent = percent;
}

SourceErrors& errors_of(std::vector<SourceErrors>& sources, const std::string& source) {
    const auto found = std::find_if(sources.begin(), sources.end(),
                                    [&](const SourceErrors& s) { return s.source == source; });
    if (found != sources.end()) return *found;
    sources.push_back({source, 0, 0, 0});
    return sources.back();
}

}  // namespace

Validation validate_reference(const std::vector<RunOrSkip>& runs, double eta, std::string_view fitted_row) {
    Validation validation;
    validation.eta = eta;
    validation.fitted_on = fitted_row;
    validation.all.source = "all";
    for (const RunOrSkip& item : runs) {
        if (const auto* skipped = std::get_if<SkippedRun>(&item)) {
            validation.skipped.push_back(*skipped);
            continue;
        }
        const auto& run = std::get<PublishedRun>(item);
        if (!run.assumed.empty()) {
            validation.skipped.push_back({run.id, run.assumed + " is missing"});
            continue;
        }
        const auto result = evaluate(run.topology, run.layout);
        const auto* evaluation = std::get_if<Evaluation>(&result);
        if (evaluation == nullptr) {
            validation.skipped.push_back(
                {run.id, "does not fit its machine: " + std::get<DoesNotFit>(result).why});
            continue;
        }
        ValidationRow row;
        row.id = run.id;
        row.source = run.source;
        row.measured = run.measured;
        row.parts =
            estimate_reference(run.topology, run.layout, *evaluation, eta, BatchAssumption::papers_silent)
                .step;
        row.predicted = row.parts.total();
        row.error_percent = 100 * (row.measured / row.predicted - 1);
        SourceErrors& source = errors_of(validation.sources, run.source);
        if (run.id == fitted_row) {
            row.use = RowUse::fitted;
        } else {
            add_error(source, row.error_percent);
            add_error(validation.all, row.error_percent);
        }
        validation.rows.push_back(std::move(row));
    }
    return validation;
}

}  // namespace railyard
