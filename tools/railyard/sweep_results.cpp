#include "railyard/sweep_results.hpp"

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "railyard/base/error.hpp"
#include "railyard/base/suggest.hpp"
#include "railyard/diagram/pareto_chart.hpp"
#include "railyard/diagram/scene_svg.hpp"
#include "railyard/output/sweep_rows.hpp"
#include "railyard/output_file.hpp"
#include "railyard/search/figures.hpp"
#include "railyard/search/selection.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/sweep/sqlite.hpp"

namespace railyard::tool {
namespace {

constexpr std::string_view usual_best = "step_seconds";
const std::vector<std::string> format_words = {"table", "csv", "jsonl", "sqlite"};

[[noreturn]] void wrong(const std::string& message, const std::string& hint) {
    throw InputError(Diagnostic{{}, message, hint, "", 0});
}

std::size_t column_of(const std::vector<ResultColumn>& columns, const std::string& name,
                      std::string_view option) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].name == name && columns[i].kind != CellKind::text) return i;
        if (columns[i].kind != CellKind::text) known.push_back(columns[i].name);
    }
    wrong(std::string(option) + ": the results have no figure '" + name + "'", suggestion(name, known));
}

double number_in(const ResultRow& row, std::size_t column) {
    if (const auto* number = std::get_if<double>(&row[column])) return *number;
    return std::numeric_limits<double>::quiet_NaN();
}

bool is_ok(const std::vector<ResultColumn>& columns, const ResultRow& row) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].name == status_column) return row[i] == ResultCell(std::string(status_names[0]));
    }
    return false;
}

// Of the rows that are ok, so many passes as needed: which are asked for, then these rows alone.
std::vector<ResultRow> rows_at(const ForEachRow& for_each, const std::vector<std::uint64_t>& numbers) {
    std::vector<ResultRow> rows(numbers.size());
    std::uint64_t at = 0;
    for_each([&](const ResultRow& row) {
        for (std::size_t i = 0; i < numbers.size(); ++i)
            if (numbers[i] == at) rows[i] = row;
        ++at;
    });
    return rows;
}

struct Chosen {
    std::vector<double> x, y;  // of all that are ok, where there are two figures
    std::vector<std::uint64_t> row_of;
    std::vector<std::size_t> picked;
};

Chosen choose(const ResultOptions& options, const std::vector<ResultColumn>& columns,
              const ForEachRow& for_each) {
    std::vector<std::string> names = options.pareto;
    if (names.empty()) names = {options.best.empty() ? std::string(usual_best) : options.best};
    const std::string_view option = options.pareto.empty() ? "--best" : "--pareto";
    std::vector<std::size_t> at;
    std::vector<Better> better;
    for (const std::string& name : names) {
        at.push_back(column_of(columns, name, option));
        better.push_back(better_of(name));
    }
    std::vector<std::vector<double>> values(names.size());
    Chosen chosen;
    std::uint64_t number = 0;
    for_each([&](const ResultRow& row) {
        if (is_ok(columns, row)) {
            for (std::size_t i = 0; i < at.size(); ++i) values[i].push_back(number_in(row, at[i]));
            chosen.row_of.push_back(number);
        }
        ++number;
    });
    chosen.picked =
        options.pareto.empty() ? best_of(values[0], better[0], options.top) : pareto_of(values, better);
    chosen.x = values[0];
    if (values.size() > 1) chosen.y = values[1];
    if (!options.pareto.empty()) {
        std::stable_sort(chosen.picked.begin(), chosen.picked.end(), [&](std::size_t a, std::size_t b) {
            return better[0] == Better::lower ? values[0][a] < values[0][b] : values[0][a] > values[0][b];
        });
    }
    return chosen;
}

// Choices on the axes, those that differ between the points or those that do not.
enum class Choices { differing, common };

std::string choices_of(const std::vector<ResultColumn>& columns, const ResultRow& row,
                       const std::vector<std::uint8_t>& differs, Choices wanted) {
    std::string label;
    for (std::size_t i = 1; i < columns.size() && columns[i].name != status_column; ++i) {
        if ((differs[i] != 0) != (wanted == Choices::differing)) continue;
        const std::string& name = columns[i].name;
        const std::string text = output::cell_text(columns[i].kind, row[i]);
        const bool is_file = name == "topology" || name == "layout";
        label += (label.empty() ? "" : ", ") + (is_file ? text : output::short_name(columns, i) + " " + text);
    }
    return label;
}

void draw(const ResultOptions& options, const std::string& title, const std::vector<ResultColumn>& columns,
          const ForEachRow& for_each) {
    diagram::ParetoChart chart;
    chart.title = title;
    const auto axis = [&](const std::string& name) {
        return diagram::ParetoAxis{
            name, better_of(name) == Better::lower ? diagram::Better::lower : diagram::Better::higher};
    };
    chart.x = axis(options.pareto[0]);
    chart.y = axis(options.pareto[1]);
    const std::size_t x = column_of(columns, options.pareto[0], "--pareto");
    const std::size_t y = column_of(columns, options.pareto[1], "--pareto");
    std::optional<ResultRow> first;
    std::vector<std::uint8_t> differs(columns.size(), 0);
    for_each([&](const ResultRow& row) {
        if (!is_ok(columns, row)) return;
        if (!first) first = row;
        for (std::size_t i = 0; i < row.size(); ++i)
            if (row[i] != (*first)[i]) differs[i] = 1;
    });
    if (first) {
        const std::string common = choices_of(columns, *first, differs, Choices::common);
        if (!common.empty()) chart.title += ": " + common;
    }
    for_each([&](const ResultRow& row) {
        if (!is_ok(columns, row)) return;
        chart.points.push_back(
            {number_in(row, x), number_in(row, y), choices_of(columns, row, differs, Choices::differing)});
    });
    write_output(options.chart, diagram::svg_of(diagram::pareto_scene(chart)));
}

std::string table(const ResultOptions& options, const std::string& name,
                  const std::vector<ResultColumn>& columns, const ForEachRow& for_each) {
    output::PointCounts counts(columns);
    for_each([&](const ResultRow& row) { counts.add(row); });
    std::string text = name + ": " + counts.text();
    if (counts.ok() == 0) return text;
    const Chosen chosen = choose(options, columns, for_each);
    std::vector<std::uint64_t> numbers;
    for (const std::size_t i : chosen.picked) {
        if (numbers.size() < options.top) numbers.push_back(chosen.row_of[i]);
    }
    if (options.pareto.empty()) {
        const std::string best = options.best.empty() ? std::string(usual_best) : options.best;
        text += "\nthe best by " + best + ":\n";
    } else {
        std::string by;
        for (const std::string& figure : options.pareto) by += (by.empty() ? "" : ", ") + figure;
        text += "\nthat no other beats in " + by + ": " + std::to_string(chosen.picked.size()) +
                (numbers.size() < chosen.picked.size() ? ", the first of them" : "") + ":\n";
    }
    return text + output::sweep_table(columns, rows_at(for_each, numbers), options.figures());
}

std::string all_rows(RowFormat format, const ResultOptions& options, const std::vector<ResultColumn>& columns,
                     const ForEachRow& for_each) {
    std::string text = format == RowFormat::csv ? output::csv_header(columns) : "";
    const auto write = [&](const ResultRow& row) {
        text += format == RowFormat::csv ? output::csv_row(columns, row) : output::json_row(columns, row);
    };
    if (options.best.empty() && options.pareto.empty()) {
        for_each(write);
        return text;
    }
    const Chosen chosen = choose(options, columns, for_each);
    std::vector<std::uint64_t> numbers;
    for (const std::size_t i : chosen.picked) numbers.push_back(chosen.row_of[i]);
    for (const ResultRow& row : rows_at(for_each, numbers)) write(row);
    return text;
}

}  // namespace

RowFormat ResultOptions::row_format() const {
    const auto ends = [&](std::string_view ending) { return path.ends_with(ending); };
    std::string word = format;
    if (word.empty()) {
        word = ends(".csv")                                         ? "csv"
               : ends(".jsonl")                                     ? "jsonl"
               : ends(".db") || ends(".sqlite") || ends(".sqlite3") ? "sqlite"
                                                                    : "table";
    }
    if (word == "sqlite" && (path.empty() || path == "-"))
        wrong("--format sqlite needs a file to write", "--output results.db");
    if (!chart.empty() && pareto.size() != 2)
        wrong("--chart draws two figures", "--pareto step_seconds,cost --chart " + chart);
    if (!best.empty() && !pareto.empty()) wrong("--best and --pareto exclude each other", "");
    if (word == "sqlite" && (!best.empty() || !pareto.empty()))
        wrong("a database takes all rows", "leave --best and --pareto out, and ask the database");
    return static_cast<RowFormat>(std::find(format_words.begin(), format_words.end(), word) -
                                  format_words.begin());
}

std::vector<std::string> ResultOptions::figures() const {
    std::vector<std::string> wanted = pareto;
    if (!best.empty()) wanted.push_back(best);
    if (wanted.empty()) wanted.emplace_back(usual_best);
    return wanted;
}

void add_result_options(CLI::App& command, ResultOptions& options) {
    command
        .add_option("--format", options.format, "table, csv, jsonl or sqlite (default: by the file's ending)")
        ->check(one_of(format_words))
        ->type_name("");
    command.add_option("-o,--output", options.path, "Write to this file instead of standard output")
        ->type_name("FILE");
    command.add_option("--best", options.best, "Only the best points by this figure, best first")
        ->type_name("FIGURE");
    command.add_option("--top", options.top, "So many points")
        ->check(CLI::Range(1, 1000000))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--pareto", options.pareto, "Only points that no other beats in all of these figures")
        ->delimiter(',')
        ->type_name("FIGURE,FIGURE");
    command.add_option("--chart", options.chart, "Draw the points by the two figures of --pareto (SVG)")
        ->type_name("FILE");
}

void write_results(const ResultOptions& options, const std::string& name,
                   const std::vector<ResultColumn>& columns, const ForEachRow& for_each) {
    const RowFormat format = options.row_format();
    if (!options.chart.empty()) draw(options, name, columns, for_each);
    if (format == RowFormat::sqlite) {
        try {
            sweep::write_sqlite(options.path, columns, for_each);
        } catch (const sweep::DatabaseError& error) {
            throw OutputError(error.what());
        }
    } else {
        write_output(options.path, format == RowFormat::table ? table(options, name, columns, for_each)
                                                              : all_rows(format, options, columns, for_each));
    }
}

bool any_is_ok(const std::vector<ResultColumn>& columns, const ForEachRow& for_each) {
    bool found = false;
    for_each([&](const ResultRow& row) { found = found || is_ok(columns, row); });
    return found;
}

}  // namespace railyard::tool
