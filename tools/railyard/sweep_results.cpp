#include "railyard/sweep_results.hpp"

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

#include "railyard/base/error.hpp"
#include "railyard/output/text_table.hpp"
#include "railyard/picture_options.hpp"
#include "railyard/shared_options.hpp"

namespace railyard::tool {
namespace {

const std::vector<std::string> format_words = {"table", "csv", "jsonl", "sqlite"};

[[noreturn]] void wrong(const std::string& message, const std::string& hint) {
    throw InputError(Diagnostic{{}, message, hint, "", 0});
}

}  // namespace

RowFormat ResultOptions::row_format() const {
    const auto ends = [&](std::string_view ending) { return path.ends_with(ending); };
    std::string word = format;
    if (word.empty()) {
        const std::string ending = std::filesystem::path(path).extension().string();
        constexpr std::array<std::string_view, 6> known = {".csv",    ".jsonl",   ".db",
                                                           ".sqlite", ".sqlite3", ".txt"};
        if (!ending.empty() && std::find(known.begin(), known.end(), ending) == known.end()) {
            wrong("--output: no format has the ending '" + ending + "'",
                  ".csv, .jsonl, .db (or .sqlite, .sqlite3), .txt for the table; or say --format");
        }
        word = ends(".csv")                                         ? "csv"
               : ends(".jsonl")                                     ? "jsonl"
               : ends(".db") || ends(".sqlite") || ends(".sqlite3") ? "sqlite"
                                                                    : "table";
    }
    if (word == "sqlite" && (path.empty() || path == "-"))
        wrong("--format sqlite needs a file to write", "--output results.db");
    if (!chart.empty() && pareto.size() != 2)
        wrong("--chart draws two figures", "--pareto step_seconds,memory_gib --chart " + chart);
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

void tell_notes(const std::vector<std::string>& notes) {
    for (const std::string& note : notes)
        std::fprintf(stderr, "%s\n", output::wrapped("note: " + note, "  ").c_str());
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
    command
        .add_option("--chart", options.chart,
                    "Draw the points by the two figures of --pareto: .svg, .png, .pdf or .dot")
        ->check(picture_ending)
        ->type_name("FILE");
}

}  // namespace railyard::tool
