#include "railyard/output/explained_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace railyard::output {
namespace {

struct Row {
    std::string_view part;
    Seconds time;
    std::string words;
};

// Part, time, share where there is a step to have a share of, and the words, folded into what is left of a
// page.
std::string table_of(const std::vector<Row>& rows, std::optional<Seconds> step) {
    std::size_t before = 0;
    std::vector<std::vector<std::string>> heads;
    for (const Row& row : rows) {
        std::vector<std::string> cells = {"  " + std::string(row.part), human(row.time)};
        if (step) cells.push_back(fmt::format("{:.1f} %", 100 * (row.time / *step)));
        heads.push_back(std::move(cells));
    }
    const std::size_t columns = step ? 3 : 2;
    for (std::size_t c = 0; c < columns; ++c) {
        std::size_t widest = 0;
        for (const auto& head : heads) widest = std::max(widest, head[c].size());
        before += widest + 2;
    }
    std::vector<TextTable::Column> titles = {{"", Align::left}, {""}};
    if (step) titles.emplace_back();
    titles.push_back({"", Align::left});
    TextTable table(titles);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        std::vector<std::string> cells = heads[r];
        const std::string words = wrapped(rows[r].words, "", page_width - before);
        for (std::size_t begin = 0; begin <= words.size();) {
            const std::size_t end = std::min(words.find('\n', begin), words.size());
            cells.push_back(words.substr(begin, end - begin));
            table.add(std::move(cells));
            cells.assign(columns, "");
            begin = end + 1;
        }
    }
    return table.text();
}

// What runs behind other work, or that nothing does.
std::string hidden_parts(const Layout& layout, const StepReport& report) {
    const auto waited = [](const CostReason& reason) {
        return reason.item >= CostItem::tensor && reason.item <= CostItem::gradients;
    };
    const std::string software(software_names[static_cast<std::size_t>(layout.software)]);
    if (report.hidden.empty()) {
        if (std::none_of(report.reasons.begin(), report.reasons.end(), waited)) return "";
        return wrapped("Behind other work, and in no part of the step: nothing, as software " + software +
                           " does it.",
                       "  ") +
               "\n";
    }
    std::vector<Row> rows;
    for (const HiddenPart& part : report.hidden)
        rows.push_back({cost_item_names[static_cast<std::size_t>(part.item)], part.time, part.behind});
    return "Behind other work, and in no part of the step, as software " + software + " does it:\n" +
           table_of(rows, std::nullopt);
}

}  // namespace

std::string explained_parts(const Layout& layout, const StepReport& report) {
    const Seconds step = report.estimate.step.total();
    std::vector<Row> rows;
    if (report.estimate.model == CostModel::reference) {
        for (const PartReason& reason : report.formulas)
            rows.push_back({reason.part, reason.time, reason.bound});
        if (rows.empty()) return "";
        return "What each part is, in the reference model, in which nothing runs behind anything:\n" +
               table_of(rows, step);
    }
    for (const CostReason& reason : report.reasons) {
        rows.push_back({cost_item_names[static_cast<std::size_t>(reason.item)], reason.time,
                        reason.bound + (reason.detail.empty() ? "" : "; " + reason.detail)});
    }
    if (rows.empty()) return "";
    return "What the parts are made of, and what bounds each:\n" + table_of(rows, step) +
           hidden_parts(layout, report);
}

}  // namespace railyard::output
