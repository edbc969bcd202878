#pragma once
// What is to be done with the rows of `sweep` and `gather`: all of them written, or the best of them told.

#include <CLI/App.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace railyard::tool {

enum class RowFormat { table, csv, jsonl, sqlite };

// Points are told apart by this figure where none is named.
inline constexpr std::string_view usual_best = "step_seconds";

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

// What is to be said of a sweep as a whole, a line or more for each, to standard error.
void tell_notes(const std::vector<std::string>& notes);

// --format, --output, --best, --top, --pareto, --chart. `options` must outlive the parsing.
void add_result_options(CLI::App& command, ResultOptions& options);

}  // namespace railyard::tool
