#include "railyard/sweep_collector.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "railyard/base/figures.hpp"
#include "railyard/output_file.hpp"
#include "railyard/search/figures.hpp"
#include "railyard/sweep/sqlite.hpp"
#include "railyard/sweep_chart.hpp"
#include "railyard/unfinished_file.hpp"

namespace railyard::tool {

namespace {

// Where none is asked for: the first figure of rows, gathered from shards, that do not have the usual one.
std::string usual_figure(const std::vector<ResultColumn>& columns) {
    std::string first;
    bool is_figure = false;
    for (const ResultColumn& column : columns) {
        if (column.name == usual_best) return column.name;
        if (is_figure && first.empty()) first = column.name;
        is_figure = is_figure || column.name == reason_column;
    }
    return first.empty() ? std::string(usual_best) : first;
}

}  // namespace

ResultCollector::ResultCollector(const ResultOptions& options, std::string name,
                                 std::vector<ResultColumn> columns)
    : options_(options),
      name_(std::move(name)),
      columns_(std::move(columns)),
      format_(options.row_format()),
      counts_(columns_) {
    for (std::size_t i = 0; i < columns_.size(); ++i)
        if (columns_[i].name == status_column) status_ = i;
    if (format_ == RowFormat::csv) text_ = output::csv_header(columns_);
    if (!chooses()) return;
    std::vector<std::string> names = options.pareto;
    if (names.empty()) names = {options.best.empty() ? usual_figure(columns_) : options.best};
    for (const std::string& figure : names) {
        figures_.push_back(column_of(columns_, figure, options.pareto.empty() ? "--best" : "--pareto"));
        better_.push_back(better_of(columns_[figures_.back()].name));
    }
    values_.resize(figures_.size());
}

// Rows are picked: for a table always, else where it is asked for.
bool ResultCollector::chooses() const {
    return format_ == RowFormat::table || !options_.best.empty() || !options_.pareto.empty();
}

bool ResultCollector::needs_rows() const {
    return format_ == RowFormat::sqlite || !options_.chart.empty();
}

std::string ResultCollector::text_of(const ResultRow& row) const {
    return format_ == RowFormat::csv ? output::csv_row(columns_, row) : output::json_row(columns_, row);
}

ResultCollector::Block ResultCollector::block_of(const std::vector<ResultRow>& rows) const {
    Block block{
        output::PointCounts(columns_), "", std::vector<std::vector<double>>(figures_.size()), {}, {}, 0};
    const bool writes_all = !chooses() && format_ != RowFormat::sqlite;
    for (const ResultRow& row : rows) {
        const std::uint64_t ok_before = block.counts.ok();
        block.counts.add(row);
        if (writes_all) block.text += text_of(row);
        if (chooses() && block.counts.ok() > ok_before) {
            for (std::size_t i = 0; i < figures_.size(); ++i)
                block.values[i].push_back(number_in(row, figures_[i]));
            block.ok.push_back(block.rows);
            block.fits.push_back(output::is_over_memory(columns_, row) ? 0 : 1);
        }
        ++block.rows;
    }
    return block;
}

void ResultCollector::add(Block block) {
    counts_.add(block.counts);
    text_ += block.text;
    for (std::size_t i = 0; i < values_.size(); ++i)
        values_[i].insert(values_[i].end(), block.values[i].begin(), block.values[i].end());
    fits_.insert(fits_.end(), block.fits.begin(), block.fits.end());
    for (const std::uint64_t number : block.ok) row_of_.push_back(rows_ + number);
    rows_ += block.rows;
}

void ResultCollector::add_all(const ForEachRow& for_each) {
    constexpr std::size_t at_once = 1024;
    std::vector<ResultRow> rows;
    for_each([&](const ResultRow& row) {
        rows.push_back(row);
        if (rows.size() < at_once) return;
        add(block_of(rows));
        rows.clear();
    });
    add(block_of(rows));
}

// Designs that do not fit into memory would beat others that do: no front has them, unless none fits.
std::uint64_t ResultCollector::left_out() const {
    if (options_.pareto.empty()) return 0;
    const auto over = static_cast<std::uint64_t>(std::count(fits_.begin(), fits_.end(), std::uint8_t{0}));
    return over == fits_.size() ? 0 : over;
}

// Places in values_, those that are best by the first figure first.
std::vector<std::size_t> ResultCollector::choose() const {
    if (options_.pareto.empty()) return best_of(values_[0], better_[0], options_.top);
    auto values = values_;
    const bool some_fit = left_out() > 0;
    for (std::size_t i = 0; i < fits_.size() && some_fit; ++i)
        if (fits_[i] == 0) values[0][i] = std::numeric_limits<double>::quiet_NaN();
    std::vector<std::size_t> picked = pareto_of(values, better_);
    const auto& by = values_[0];
    std::stable_sort(picked.begin(), picked.end(), [&](std::size_t a, std::size_t b) {
        return better_[0] == Better::lower ? by[a] < by[b] : by[a] > by[b];
    });
    return picked;
}

std::string ResultCollector::table(const RowsAt& rows_at, std::uint64_t all) const {
    std::string text = name_ + ": ";
    if (rows_ < all)
        text += "stopped before all of its " + counted(all, "point") + " were done; of the first ";
    text += counts_.text();
    if (counts_.ok() == 0) return text;
    const std::vector<std::size_t> picked = choose();
    std::vector<std::uint64_t> numbers;
    for (const std::size_t i : picked)
        if (numbers.size() < options_.top) numbers.push_back(row_of_[i]);
    if (options_.pareto.empty()) {
        text += "\nthe best by " + columns_[figures_[0]].name + ":\n";
    } else {
        std::string by;
        for (const std::size_t figure : figures_) by += (by.empty() ? "" : ", ") + columns_[figure].name;
        text += "\nthat no other beats in " + by + ": " + std::to_string(picked.size()) +
                (numbers.size() < picked.size() ? ", the first of them" : "") + ":\n";
    }
    if (picked.empty()) {
        text += "  none: no point has a value of ";
        for (std::size_t i = 0; i < figures_.size(); ++i)
            text += (i == 0 ? "" : ", ") + columns_[figures_[i]].name;
        return text + "\n";
    }
    text += output::sweep_table(columns_, rows_at(numbers));
    if (left_out() > 0)
        text += counted(left_out(), "design") + " left out: more memory needed than there is\n";
    return text;
}

std::string ResultCollector::chosen_rows(const RowsAt& rows_at) const {
    std::vector<std::uint64_t> numbers;
    for (const std::size_t i : choose()) numbers.push_back(row_of_[i]);
    std::string text = text_;  // the header
    for (const ResultRow& row : rows_at(numbers)) text += text_of(row);
    return text;
}

std::string ResultCollector::what_is_written(std::uint64_t done) const {
    const std::string points = "the " + counted(done, "point") + " that are done";
    if (!chooses()) return points;
    if (counts_.ok() == 0) return "none of " + points + ": no design is ok so far";
    std::uint64_t picked = choose().size();
    if (format_ == RowFormat::table) picked = std::min<std::uint64_t>(picked, options_.top);
    if (!options_.pareto.empty()) return counted(picked, "design") + " of the front of " + points;
    return "the best " + grouped(picked) + " of " + points;
}

void ResultCollector::write(const RowsAt& rows_at, const ForEachRow& for_each, std::uint64_t all) const {
    if (!options_.chart.empty()) write_chart(options_, name_, columns_, for_each);
    if (format_ == RowFormat::sqlite) {
        const UnfinishedFile unfinished(sweep::unfinished_database(options_.path));
        try {
            sweep::write_sqlite(options_.path, columns_, for_each);
        } catch (const sweep::DatabaseError& error) {
            throw OutputError(error.what());
        }
    } else if (format_ == RowFormat::table) {
        write_output(options_.path, table(rows_at, all));
    } else {
        write_output(options_.path, chooses() ? chosen_rows(rows_at) : text_);
    }
}

}  // namespace railyard::tool
