#include "railyard/output/calibrated_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <nlohmann/json.hpp>

#include "railyard/output/step_parts.hpp"
#include "railyard/output/text_table.hpp"
#include "railyard/output/validation_report.hpp"

namespace railyard::output {
namespace {

using Json = nlohmann::ordered_json;

std::string one_decimal(double percent) {
    return fmt::format("{:.1f}", percent);
}
std::string with_sign(double percent) {
    return fmt::format("{:+.1f}", percent);
}

// `id` in `most` columns: its end from `word` on where that fits, else the word that starts there, whole,
// with what fits before and after it.
std::string cut_around(const std::string& id, std::size_t word, std::size_t most) {
    constexpr std::size_t dots = 3;
    const std::size_t rest = id.size() - word;
    if (rest + dots <= most) return id.substr(0, most - rest - dots) + "..." + id.substr(word);
    const std::size_t end = std::min(id.find('-', word), id.size());
    const std::size_t length = end - word;
    if (length + 2 * dots > most) return middle_left_out(id, most);
    const bool whole_head = word + length + dots <= most / 2;
    const std::size_t head = whole_head ? word : (most - length - 2 * dots) / 2;
    const std::size_t tail = most - length - head - (whole_head ? dots : 2 * dots);
    return id.substr(0, head) + (whole_head ? "" : "...") + id.substr(word, length) + "..." +
           id.substr(id.size() - tail);
}

// Where the word starts in which ids of a group first differ.
std::size_t first_word_apart(const std::vector<CalibratedRow>& rows, const std::vector<std::size_t>& group) {
    const std::string& first = rows[group.front()].id;
    std::size_t same = first.size();
    for (const std::size_t i : group) {
        const auto differ = std::mismatch(first.begin(), first.end(), rows[i].id.begin(), rows[i].id.end());
        same = std::min(same, static_cast<std::size_t>(differ.first - first.begin()));
    }
    return std::min(first.rfind('-', same) + 1, same);  // from its first letter
}

// Ids cut to `most` columns. Those that would read the same are cut before where they differ; what that makes
// alike with another group, once more.
std::vector<std::string> cut_ids(const std::vector<CalibratedRow>& rows, std::size_t most) {
    constexpr int rounds = 3;
    std::vector<std::string> cut;
    for (const CalibratedRow& row : rows) cut.push_back(middle_left_out(row.id, most));
    for (int round = 0; round < rounds; ++round) {
        std::map<std::string, std::vector<std::size_t>> alike;
        for (std::size_t i = 0; i < cut.size(); ++i) alike[cut[i]].push_back(i);
        for (const auto& [name, group] : alike) {
            if (group.size() < 2) continue;
            const std::size_t word = first_word_apart(rows, group);
            for (const std::size_t i : group) {
                const std::string& id = rows[i].id;
                const bool is_ascii =
                    std::all_of(id.begin(), id.end(), [](char c) { return (c & 0x80) == 0; });
                if (is_ascii && id.size() > most) cut[i] = cut_around(id, word, most);
            }
        }
    }
    return cut;
}

// Shortened to `most` columns, in the middle where it would read as another's.
std::string name_of_source(const ErrorSummary& summary, const std::vector<ErrorSummary>& all,
                           std::size_t most) {
    const std::string name = shortened(summary.what, most);
    const auto same = std::count_if(all.begin(), all.end(), [&](const ErrorSummary& other) {
        return other.rows > 0 && shortened(other.what, most) == name;
    });
    return same > 1 ? middle_left_out(summary.what, most) : name;
}

std::string rows_table(const CalibratedValidation& validation) {
    TextTable table({{"run", Align::left},
                     {"measured s"},
                     {"predicted s"},
                     {"error %"},
                     {"left out %"},
                     {"", Align::left}});
    constexpr std::size_t longest = 41;  // so that a line stays within 100 columns
    const auto ids = cut_ids(validation.rows, longest);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const CalibratedRow& row = validation.rows[i];
        table.add({ids[i], fmt::format("{:.3f}", row.measured.raw()),
                   fmt::format("{:.3f}", row.predicted.raw()), with_sign(row.error_percent()),
                   with_sign(row.left_out_percent()), row.why_not});
    }
    return table.text();
}

std::string summary_table(const std::string& title, const std::vector<ErrorSummary>& summaries) {
    TextTable table({{title, Align::left},
                     {"rows"},
                     {"mean %"},
                     {"9 of 10"},
                     {"worst"},
                     {"left out: mean"},
                     {"9 of 10"},
                     {"worst"}});
    for (const ErrorSummary& s : summaries) {
        if (s.rows == 0) continue;
        const std::string what = name_of_source(s, summaries, 36);
        table.add({what, grouped(s.rows), one_decimal(s.mean), one_decimal(s.nine_of_ten),
                   one_decimal(s.worst), one_decimal(s.left_out_mean), one_decimal(s.left_out_nine_of_ten),
                   one_decimal(s.left_out_worst)});
    }
    return table.text();
}

std::string pairs(std::string_view kind, const PairOrder& order) {
    if (order.pairs == 0) return "";
    return fmt::format("{} of {} pairs of {} layouts in the right order, {} left out\n", order.right,
                       order.pairs, kind, order.right_left_out);
}

std::string left_out_words(const CalibratedValidation& validation) {
    const auto& kinds = validation.left_out;
    if (validation.has_site) return "constants and a site fitted without any run of its source";
    const auto alone = std::count(kinds.begin(), kinds.end(), LeftOut::run);
    if (alone == 0) return "constants fitted without any run of its source";
    const bool all_alone = std::all_of(validation.rows.begin(), validation.rows.end(), [&](const auto& row) {
        return kinds[static_cast<std::size_t>(row.kind)] == LeftOut::run;
    });
    return all_alone ? "constants fitted without the run: all are of one source"
                     : "constants fitted without any run of its source, or\n"
                       "without the run itself where all of its kind are of one source";
}

// Of the kinds that have runs.
std::string means_of_sources(const CalibratedValidation& validation) {
    std::string text;
    for (const RunKind kind : {RunKind::dense, RunKind::experts}) {
        const bool any =
            std::any_of(validation.rows.begin(), validation.rows.end(),
                        [&](const CalibratedRow& row) { return row.counts && row.kind == kind; });
        if (!any) continue;
        const double mean =
            kind == RunKind::dense ? validation.dense_sources_left_out : validation.expert_sources_left_out;
        text += fmt::format("{} {} {:.1f} %", text.empty() ? "left out, mean over sources:" : ",",
                            run_kind_names[static_cast<std::size_t>(kind)], mean);
    }
    return text.empty() ? "" : text + "\n";
}

Json summaries_json(const std::vector<ErrorSummary>& summaries) {
    Json list = Json::array();
    for (const ErrorSummary& s : summaries) {
        list.push_back({{"what", s.what},
                        {"rows", s.rows},
                        {"mean_percent", s.mean},
                        {"nine_of_ten_percent", s.nine_of_ten},
                        {"worst_percent", s.worst},
                        {"left_out_mean_percent", s.left_out_mean},
                        {"left_out_nine_of_ten_percent", s.left_out_nine_of_ten},
                        {"left_out_worst_percent", s.left_out_worst}});
    }
    return list;
}

Json pairs_json(const PairOrder& order) {
    return {{"pairs", order.pairs}, {"right", order.right}, {"right_left_out", order.right_left_out}};
}

std::string dumped(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string calibrated_table(const CalibratedValidation& validation) {
    std::string text = fmt::format(
        "calibrated model, calibration '{}'; error of step time, positive: predicted too slow.\n"
        "left out: predicted with {}\n",
        validation.calibration, left_out_words(validation));
    if (validation.seen_before > 0)
        text += wrapped(fmt::format(
                            "note: {} of these runs decided constants that '{}' kept from the calibration it "
                            "started from, and no figure here is without what they decided",
                            grouped(validation.seen_before), validation.calibration),
                        "  ") +
                "\n";
    const auto not_fitted = std::count_if(validation.rows.begin(), validation.rows.end(),
                                          [](const CalibratedRow& row) { return !row.counts; });
    if (not_fitted > 0)
        text += fmt::format("{} of quality C or from memory: not fitted, and not in the means below\n",
                            counted(static_cast<std::size_t>(not_fitted), "run"));
    text += "\n";
    text += rows_table(validation) + "\n" + summary_table("of these", validation.groups) + "\n" +
            summary_table("source", validation.sources) + "\n";
    text += means_of_sources(validation);
    const bool has_table_1 =
        std::any_of(validation.rows.begin(), validation.rows.end(),
                    [](const CalibratedRow& row) { return row.id.starts_with("narayanan2021-t1-"); });
    if (has_table_1)
        text += fmt::format(
            "Narayanan 2021, Table 1: the three largest err by {:+.1f} points more than the three "
            "smallest\n",
            validation.narayanan_drift);
    text += pairs("dense", validation.dense_pairs) + pairs("expert", validation.expert_pairs);
    return text + skipped_told(validation.skipped);
}

std::string calibrated_json(const CalibratedValidation& validation) {
    Json json = {{"model", "calibrated"},
                 {"calibration", validation.calibration},
                 {"rows", Json::array()},
                 {"groups", summaries_json(validation.groups)},
                 {"sources", summaries_json(validation.sources)},
                 {"dense_sources_left_out_percent", validation.dense_sources_left_out},
                 {"expert_sources_left_out_percent", validation.expert_sources_left_out},
                 {"narayanan_drift_points", validation.narayanan_drift},
                 {"dense_pairs", pairs_json(validation.dense_pairs)},
                 {"expert_pairs", pairs_json(validation.expert_pairs)},
                 {"skipped", Json::array()}};
    for (const CalibratedRow& row : validation.rows) {
        Json parts;
        for (const auto& [name, time] : named_parts(row.parts)) parts[std::string(name)] = time.raw();
        json["rows"].push_back({{"id", row.id},
                                {"source", row.source},
                                {"kind", run_kind_names[static_cast<std::size_t>(row.kind)]},
                                {"counts", row.counts},
                                {"measured_seconds", row.measured.raw()},
                                {"predicted_seconds", row.predicted.raw()},
                                {"error_percent", row.error_percent()},
                                {"left_out_seconds", row.left_out.raw()},
                                {"left_out_percent", row.left_out_percent()},
                                {"parts", std::move(parts)}});
    }
    for (const SkippedRun& run : validation.skipped)
        json["skipped"].push_back({{"id", run.id}, {"why", run.why}});
    return dumped(json);
}

std::string calibrated_csv(const CalibratedValidation& validation) {
    std::string text =
        "id,source,kind,counts,measured_seconds,predicted_seconds,error_percent,left_out_percent\n";
    for (const CalibratedRow& row : validation.rows) {
        text +=
            fmt::format("{},{},{},{},{},{},{},{}\n", csv_cell(row.id), csv_cell(row.source),
                        run_kind_names[static_cast<std::size_t>(row.kind)], row.counts, row.measured.raw(),
                        row.predicted.raw(), row.error_percent(), row.left_out_percent());
    }
    return text;
}

std::string collectives_table(const CollectiveValidation& validation) {
    TextTable table(
        {{"measured", Align::left}, {"points"}, {"median |error| %"}, {"worst %"}, {"beyond 30 %"}});
    const auto add = [&](const CollectiveErrors& e) {
        table.add(
            {e.what, grouped(e.points), one_decimal(e.median), with_sign(e.worst), grouped(e.beyond_30)});
    };
    for (const CollectiveErrors& e : validation.tables) add(e);
    add(validation.all);
    std::string text = "collectives; error of time, positive: predicted too slow\n\n" + table.text();
    TextTable worst(
        {{"beyond 30 %", Align::left}, {"members"}, {"size"}, {"measured"}, {"predicted"}, {"error %"}});
    for (const CollectiveRow& row : validation.rows) {
        if (std::abs(row.error_percent()) <= 30) continue;
        worst.add(
            {row.point.on + ", " + std::string(collective_names[static_cast<std::size_t>(row.point.kind)]),
             grouped(row.point.group.members), human(row.point.size), human(row.point.measured),
             human(row.predicted.time), with_sign(row.error_percent())});
    }
    if (validation.all.beyond_30 > 0) text += "\n" + worst.text();
    return text;
}

std::string collectives_json(const CollectiveValidation& validation) {
    Json json = {{"rows", Json::array()}, {"tables", Json::array()}};
    for (const CollectiveRow& row : validation.rows) {
        json["rows"].push_back(
            {{"on", row.point.on},
             {"collective", collective_names[static_cast<std::size_t>(row.point.kind)]},
             {"members", row.point.group.members},
             {"bytes", row.point.size.raw()},
             {"measured_seconds", row.point.measured.raw()},
             {"predicted_seconds", row.predicted.time.raw()},
             {"algorithm", algorithm_names[static_cast<std::size_t>(row.predicted.algorithm)]},
             {"error_percent", row.error_percent()},
             {"source", row.point.source}});
    }
    for (const CollectiveErrors& e : validation.tables)
        json["tables"].push_back({{"what", e.what},
                                  {"points", e.points},
                                  {"median_percent", e.median},
                                  {"worst_percent", e.worst}});
    json["median_percent"] = validation.all.median;
    json["worst_percent"] = validation.all.worst;
    json["beyond_30_percent"] = validation.all.beyond_30;
    return dumped(json);
}

std::string collectives_csv(const CollectiveValidation& validation) {
    std::string text =
        "on,collective,members,bytes,measured_seconds,predicted_seconds,algorithm,error_percent\n";
    for (const CollectiveRow& row : validation.rows) {
        text += fmt::format(
            "{},{},{},{},{},{},{},{}\n", csv_cell(row.point.on),
            collective_names[static_cast<std::size_t>(row.point.kind)], row.point.group.members,
            row.point.size.raw(), row.point.measured.raw(), row.predicted.time.raw(),
            algorithm_names[static_cast<std::size_t>(row.predicted.algorithm)], row.error_percent());
    }
    return text;
}

}  // namespace railyard::output
