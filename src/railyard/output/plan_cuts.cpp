#include "railyard/output/plan_cuts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "railyard/job/flops.hpp"
#include "railyard/output/row_ranges.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {
namespace {

using search::PlanEntry;

enum class Words { full, shortened };

std::string schedule_text(const Pipeline& pipeline, std::uint32_t stages, Words words) {
    if (stages == 1) return "-";
    if (pipeline.schedule == PipelineSchedule::interleaved)
        return fmt::format("{} x{}", words == Words::full ? "interl." : "int.", pipeline.chunks);
    return std::string(pipeline_schedule_names[static_cast<std::size_t>(pipeline.schedule)]);
}

std::string recompute_cell(const Layout& layout, Words words) {
    std::string text = recompute_text(layout);
    const std::string_view selective = "selective, ";
    if (words == Words::shortened && text.rfind(selective, 0) == 0)
        text.replace(0, selective.size(), "sel., ");
    return text;
}

// A column and its cells. `once`: what all rows have in common may be told below instead.
struct Column {
    TextTable::Column head;
    std::vector<std::string> cells;
    std::string once = {};  // what it is called there
    bool dispensable = false;

    [[nodiscard]] bool is_same_everywhere() const {
        return std::all_of(cells.begin(), cells.end(),
                           [&](const std::string& cell) { return cell == cells.front(); });
    }
};

std::vector<Column> columns_of(const PlanReport& report, Words words) {
    std::vector<Column> columns;
    const auto add = [&](TextTable::Column head, auto cell, std::string once = "", bool dispensable = false) {
        Column column{std::move(head), {}, std::move(once), dispensable};
        for (const PlanEntry& entry : report.answer.best) column.cells.push_back(cell(entry.layout, entry));
        columns.push_back(std::move(column));
    };
    const auto degree = [&](const char* name, std::uint32_t Degrees::*own) {
        add(
            {name}, [own](const Layout& l, const PlanEntry&) { return grouped(l.degrees.*own); }, name);
    };
    std::size_t number = 0;
    add({""}, [&](const Layout&, const PlanEntry&) { return std::to_string(++number); });
    degree("tp", &Degrees::tp);
    degree("cp", &Degrees::cp);
    degree("pp", &Degrees::pp);
    degree("dp", &Degrees::dp);
    if (report.space.base.model.experts) {
        degree("ep", &Degrees::ep);
        degree("etp", &Degrees::etp);
    }
    add(
        {"micro"}, [](const Layout& l, const PlanEntry&) { return grouped(l.batch.micro); }, "micro");
    add(
        {"schedule", Align::left},
        [&](const Layout& l, const PlanEntry&) { return schedule_text(l.pipeline, l.degrees.pp, words); },
        "schedule");
    add(
        {"recompute", Align::left},
        [&](const Layout& l, const PlanEntry&) { return recompute_cell(l, words); }, "recompute");
    add(
        {words == Words::full ? "sharding" : "shard", Align::left},
        [](const Layout& l, const PlanEntry&) {
            return std::string(sharding_names[static_cast<std::size_t>(l.sharding.kind)]);
        },
        "sharding");
    add(
        {"sp", Align::left},
        [](const Layout& l, const PlanEntry&) {
            return std::string(l.sequence_parallel == SequenceParallel::on ? "yes" : "-");
        },
        "sp");
    add({"step"}, [](const Layout&, const PlanEntry& e) { return human_to_milliseconds(e.step.total()); });
    add(
        {"TFLOP/s"},
        [](const Layout& l, const PlanEntry& e) {
            const FlopsPerSecond rate = model_flops_per_gpu(
                l, step_flops(l, AttentionCount::full, RecomputeCount::model), e.step.total());
            return rounded(rate / teraflops_per_second(1));
        },
        "", true);
    add({"memory"}, [](const Layout&, const PlanEntry& e) { return human(e.memory); });
    return columns;
}

std::string table_of(const std::vector<Column>& columns) {
    std::vector<TextTable::Column> heads;
    for (const Column& column : columns) heads.push_back(column.head);
    TextTable table(std::move(heads));
    for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
        std::vector<std::string> cells;
        for (const Column& column : columns) cells.push_back(column.cells[row]);
        table.add(std::move(cells));
    }
    return table.text();
}

// Columns whose cells are all the same go below the table.
std::string with_common_below(std::vector<Column> columns) {
    std::vector<std::string> common;
    const auto is_common = [&](const Column& column) {
        if (column.once.empty() || !column.is_same_everywhere()) return false;
        common.push_back(column.once + " " + column.cells.front());
        return true;
    };
    columns.erase(std::remove_if(columns.begin(), columns.end(), is_common), columns.end());
    std::string text = table_of(columns);
    if (!common.empty())
        text += wrapped("All of them: " + fmt::format("{}", fmt::join(common, ", ")) + ".", "  ") + "\n";
    return text;
}

}  // namespace

std::string recompute_text(const Layout& layout) {
    std::string text(recompute_names[static_cast<std::size_t>(layout.recompute)]);
    if (layout.saves == Saves::lean && layout.recompute != Recompute::full)
        text = layout.recompute == Recompute::none ? "lean" : text + ", lean";
    return text;
}

bool fits_page(const std::string& text) {
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (end - begin > page_width) return false;
        begin = end + 1;
    }
    return true;
}

std::string cuts_table(const PlanReport& report) {
    std::string text = table_of(columns_of(report, Words::full));
    if (fits_page(text)) return text;
    std::vector<Column> columns = columns_of(report, Words::shortened);
    text = table_of(columns);
    if (fits_page(text)) return text;
    text = with_common_below(columns);
    if (fits_page(text)) return text;
    columns.erase(std::remove_if(columns.begin(), columns.end(),
                                 [](const Column& column) { return column.dispensable; }),
                  columns.end());
    return with_common_below(std::move(columns));
}

}  // namespace railyard::output
