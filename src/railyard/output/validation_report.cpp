#include "railyard/output/validation_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "railyard/output/step_parts.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {
namespace {

std::string rows_table(const Validation& validation) {
    TextTable table({{"run", Align::left}, {"measured s"}, {"predicted s"}, {"error %"}, {"", Align::left}});
    for (const ValidationRow& row : validation.rows) {
        table.add({row.id, fmt::format("{:.3f}", row.measured.raw()),
                   fmt::format("{:.3f}", row.predicted.raw()), with_sign(row.error_percent, 2),
                   row.use == RowUse::fitted ? "fitted on this row" : ""});
    }
    return table.text();
}

std::string sources_table(const Validation& validation) {
    constexpr std::size_t longest = 64;  // so that a line stays within 100 columns
    TextTable table({{"source", Align::left}, {"rows"}, {"mean |error| %"}, {"worst %"}});
    const auto add = [&](const SourceErrors& errors) {
        table.add({shortened(errors.source, longest), grouped(errors.rows),
                   fmt::format("{:.2f}", errors.mean_percent), with_sign(errors.worst_percent, 2)});
    };
    for (const auto& source : validation.sources) add(source);
    if (validation.sources.size() > 1) add(validation.all);
    return table.text();
}

}  // namespace

std::string validation_table(const Validation& validation) {
    std::string text = fmt::format(
        "{} model, eta {:.4f} fitted on {}\nerror of throughput, negative: predicted too slow\n\n",
        cost_model_names[static_cast<std::size_t>(validation.model)], validation.eta, validation.fitted_on);
    text += rows_table(validation) + "\n" + sources_table(validation);
    return text + skipped_told(validation.skipped);
}

std::string skipped_told(const std::vector<SkippedRun>& runs) {
    if (runs.empty()) return "";
    std::string text = fmt::format("\nskipped {}:\n", counted(runs.size(), "run"));
    for (const SkippedRun& run : runs) text += wrapped("  " + run.id + ": " + run.why, "    ") + "\n";
    return text;
}

std::string validation_json(const Validation& validation) {
    using Json = nlohmann::ordered_json;
    Json json = {{"model", cost_model_names[static_cast<std::size_t>(validation.model)]},
                 {"eta", validation.eta},
                 {"fitted_on", validation.fitted_on},
                 {"rows", Json::array()},
                 {"sources", Json::array()},
                 {"mean_percent", validation.all.mean_percent},
                 {"max_percent", std::abs(validation.all.worst_percent)},
                 {"skipped", Json::array()}};
    for (const ValidationRow& row : validation.rows) {
        Json parts;
        for (const auto& [name, time] : named_parts(row.parts)) parts[std::string(name)] = time.raw();
        json["rows"].push_back({{"id", row.id},
                                {"source", row.source},
                                {"measured_seconds", row.measured.raw()},
                                {"predicted_seconds", row.predicted.raw()},
                                {"error_percent", row.error_percent},
                                {"fitted", row.use == RowUse::fitted},
                                {"parts", std::move(parts)}});
    }
    for (const SourceErrors& source : validation.sources) {
        json["sources"].push_back({{"source", source.source},
                                   {"rows", source.rows},
                                   {"mean_percent", source.mean_percent},
                                   {"max_percent", std::abs(source.worst_percent)}});
    }
    for (const SkippedRun& run : validation.skipped)
        json["skipped"].push_back({{"id", run.id}, {"why", run.why}});
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string validation_csv(const Validation& validation) {
    std::string text = "id,source,measured_seconds,predicted_seconds,error_percent,fitted\n";
    for (const ValidationRow& row : validation.rows) {
        text += fmt::format("{},{},{},{},{},{}\n", csv_cell(row.id), csv_cell(row.source), row.measured.raw(),
                            row.predicted.raw(), row.error_percent, row.use == RowUse::fitted);
    }
    return text;
}

}  // namespace railyard::output
