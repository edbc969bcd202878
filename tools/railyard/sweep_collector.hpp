#pragma once
// What is kept of the rows of a sweep while they come, so that the answer is ready when the last one is
// there: no row is read twice.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "railyard/output/point_counts.hpp"
#include "railyard/output/sweep_rows.hpp"
#include "railyard/search/results.hpp"
#include "railyard/search/selection.hpp"
#include "railyard/sweep_results.hpp"

namespace railyard::tool {

// Rows by their number, from 0 on.
using RowsAt = std::function<std::vector<ResultRow>(const std::vector<std::uint64_t>& numbers)>;
// Rows in the order of the points; may be called again for another pass.
using ForEachRow = std::function<void(const std::function<void(const ResultRow&)>&)>;

class ResultCollector {
  public:
    // Throws InputError for figures that the rows do not have. `options` outlives it.
    ResultCollector(const ResultOptions& options, std::string name, std::vector<ResultColumn> columns);

    // What is kept of rows that follow each other.
    struct Block {
        output::PointCounts counts;
        std::string text;                         // as CSV or JSON lines, where all are wanted
        std::vector<std::vector<double>> values;  // of the figures that choose, of rows that are ok
        std::vector<std::uint64_t> ok;            // which those are, from the first of the block
        std::vector<std::uint8_t> fits;           // into memory, of each of those
        std::uint64_t rows = 0;
    };
    // Any thread may make it.
    [[nodiscard]] Block block_of(const std::vector<ResultRow>& rows) const;
    // In the order of the points.
    void add(Block block);
    // Rows that are there already.
    void add_all(const ForEachRow& for_each);

    [[nodiscard]] bool any_is_ok() const { return counts_.ok() > 0; }
    // Whether write() goes over the rows again: a database or a chart is made of them.
    [[nodiscard]] bool needs_rows() const;
    // Writes what was asked for of the rows so far, out of `all`; a table says so where there are fewer.
    // Throws OutputError.
    void write(const RowsAt& rows_at, const ForEachRow& for_each, std::uint64_t all) const;
    // What write() writes of a run that was stopped when so many points were done: "the best 20 of the 13,696
    // points that are done".
    [[nodiscard]] std::string what_is_written(std::uint64_t done) const;

  private:
    [[nodiscard]] bool chooses() const;
    [[nodiscard]] std::vector<std::size_t> choose() const;
    [[nodiscard]] std::uint64_t left_out() const;
    [[nodiscard]] std::string table(const RowsAt& rows_at, std::uint64_t all) const;
    [[nodiscard]] std::string chosen_rows(const RowsAt& rows_at) const;
    [[nodiscard]] std::string text_of(const ResultRow& row) const;

    const ResultOptions& options_;
    std::string name_;
    std::vector<ResultColumn> columns_;
    RowFormat format_;
    std::size_t status_ = 0;
    std::vector<std::size_t> figures_;  // that choose: of --pareto, or the one of --best
    std::vector<Better> better_;
    output::PointCounts counts_;
    std::string text_;
    std::vector<std::vector<double>> values_;
    std::vector<std::uint64_t> row_of_;  // number of each row that is ok
    std::vector<std::uint8_t> fits_;     // 1: it fits into memory
    std::uint64_t rows_ = 0;
};

}  // namespace railyard::tool
