#include "railyard/sweep_chart.hpp"

#include <limits>
#include <optional>
#include <utility>

#include "railyard/base/error.hpp"
#include "railyard/base/figures.hpp"
#include "railyard/base/suggest.hpp"
#include "railyard/diagram/pareto_chart.hpp"
#include "railyard/input/quantity.hpp"
#include "railyard/output/figure_title.hpp"
#include "railyard/output/point_counts.hpp"
#include "railyard/output/sweep_rows.hpp"
#include "railyard/picture_options.hpp"
#include "railyard/search/figures.hpp"

namespace railyard::tool {
namespace {

bool is_ok(const std::vector<ResultColumn>& columns, const ResultRow& row) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].name == status_column) return row[i] == ResultCell(std::string(status_names[0]));
    }
    return false;
}

// Choices on the axes, those that differ between the points or those that do not.
enum class Choices { differing, common };

std::vector<std::string> choices_of(const std::vector<ResultColumn>& columns, const ResultRow& row,
                                    const std::vector<std::uint8_t>& differs, Choices wanted) {
    std::vector<std::string> choices;
    for (std::size_t i = 1; i < columns.size() && columns[i].name != status_column; ++i) {
        if ((differs[i] != 0) != (wanted == Choices::differing)) continue;
        if (output::is_twin(columns, i, columns.size())) continue;
        const std::string& name = columns[i].name;
        const std::string text = output::cell_text(columns[i].kind, row[i]);
        const bool is_file = name == "topology" || name == "layout";
        choices.push_back(is_file ? text : output::short_name(columns, i) + " " + text);
    }
    return choices;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

}  // namespace

std::size_t column_of(const std::vector<ResultColumn>& columns, const std::string& name,
                      std::string_view option) {
    const auto figure = figure_named(name);
    const std::string_view own = figure ? figures()[*figure].column : std::string_view(name);
    std::vector<std::string> known;
    // The first is the number of the point. Where a key of an axis is a figure's other name, the figure has
    // it.
    for (const std::string_view wanted : {own, std::string_view(name)}) {
        known.clear();
        for (std::size_t i = 1; i < columns.size(); ++i) {
            if (columns[i].kind == CellKind::text) continue;
            if (columns[i].name == wanted) return i;
            known.push_back(columns[i].name);
        }
    }
    // A figure that there is, but not in these rows, is no slip of the pen.
    throw InputError(Diagnostic{{},
                                std::string(option) + ": the results have no figure '" + name + "'",
                                (figure ? "a sweep has the figures under its 'columns'; these: " : "") +
                                    (figure ? listed(known) : suggestion(name, known)),
                                "",
                                0});
}

double number_in(const ResultRow& row, std::size_t column) {
    if (const auto* number = std::get_if<double>(&row[column])) return *number;
    // A choice on an axis, as the sweep has it.
    if (const auto* text = std::get_if<std::string>(&row[column])) {
        const auto parsed = input::parse_number(*text);
        if (const auto* value = std::get_if<double>(&parsed)) return *value;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

void write_chart(const ResultOptions& options, const std::string& title,
                 const std::vector<ResultColumn>& columns, const ForEachRow& for_each) {
    diagram::ParetoChart chart;
    chart.title = title;
    const auto axis = [&](const std::string& name) {
        return diagram::ParetoAxis{output::figure_title(name), better_of(name) == Better::lower
                                                                   ? diagram::Better::lower
                                                                   : diagram::Better::higher};
    };
    const std::size_t x = column_of(columns, options.pareto[0], "--pareto");
    const std::size_t y = column_of(columns, options.pareto[1], "--pareto");
    chart.x = axis(columns[x].name);
    chart.y = axis(columns[y].name);
    std::optional<ResultRow> first;
    std::vector<std::uint8_t> differs(columns.size(), 0);
    bool any_fits = false;
    std::uint64_t over = 0;
    for_each([&](const ResultRow& row) {
        if (!is_ok(columns, row)) return;
        if (output::is_over_memory(columns, row)) {
            ++over;
        } else {
            any_fits = true;
        }
        if (!first) first = row;
        for (std::size_t i = 0; i < row.size(); ++i)
            if (row[i] != (*first)[i]) differs[i] = 1;
    });
    if (first) {
        const char* before = ": ";
        for (const std::string& choice : choices_of(columns, *first, differs, Choices::common))
            chart.title += std::exchange(before, ", ") + choice;
    }
    if (any_fits && over > 0) chart.title += " (without " + counted(over, "design") + " over the memory)";
    for_each([&](const ResultRow& row) {
        if (!is_ok(columns, row) || (any_fits && output::is_over_memory(columns, row))) return;
        chart.points.push_back(
            {number_in(row, x), number_in(row, y), choices_of(columns, row, differs, Choices::differing)});
    });
    PictureOptions{options.chart}.write(diagram::pareto_scene(chart));
}

}  // namespace railyard::tool
