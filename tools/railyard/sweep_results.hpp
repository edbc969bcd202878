#pragma once
// What `sweep` and `gather` do with the rows they have: write them as asked, or tell the best of them.

#include <CLI/App.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "railyard/search/results.hpp"

namespace railyard::tool {

enum class RowFormat { table, csv, jsonl, sqlite };

struct ResultOptions {
    std::string format;  // empty: what the ending of `path` says, or a table
    std::string path;    // empty: standard output
    std::string best;    // a figure; empty: the usual one
    std::vector<std::string> pareto;
    std::uint32_t top = 20;
    std::string chart;

    // Throws InputError where the options do not fit each other.
    [[nodiscard]] RowFormat row_format() const;
    // Figures that the rows must have for what is asked.
    [[nodiscard]] std::vector<std::string> figures() const;
};

// --format, --output, --best, --top, --pareto, --chart. `options` must outlive the parsing.
void add_result_options(CLI::App& command, ResultOptions& options);

// Rows in the order of the points; may be called again for another pass.
using ForEachRow = std::function<void(const std::function<void(const ResultRow&)>&)>;

// Writes results; without rows wanted in a format, the counts and a table of the best. Throws InputError for
// figures that the rows do not have, OutputError.
void write_results(const ResultOptions& options, const std::string& name,
                   const std::vector<ResultColumn>& columns, const ForEachRow& for_each);

// Whether there is any design among them.
bool any_is_ok(const std::vector<ResultColumn>& columns, const ForEachRow& for_each);

}  // namespace railyard::tool
