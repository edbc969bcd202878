#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "railyard/base/error.hpp"
#include "railyard/base/figures.hpp"
#include "railyard/command.hpp"
#include "railyard/output_file.hpp"
#include "railyard/sweep/parts.hpp"
#include "railyard/sweep/slurm.hpp"
#include "railyard/sweep_collector.hpp"
#include "railyard/sweep_results.hpp"

namespace railyard::tool {
namespace {

enum class Resubmit { no, yes };

struct GatherOptions {
    std::string folder;
    Resubmit resubmit = Resubmit::no;
    std::vector<std::string> sbatch;
    ResultOptions results;
};

std::string list_of(const std::vector<std::uint32_t>& numbers) {
    constexpr std::size_t most = 20;
    std::string text;
    for (std::size_t i = 0; i < numbers.size() && i < most; ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
    return numbers.size() > most ? text + " and " + counted(numbers.size() - most, "other") : text;
}

// What the tasks of missing shards left to read. A task that has not begun has none.
std::string logs_of(const std::string& folder, const std::vector<std::uint32_t>& missing) {
    constexpr std::size_t most = 3;
    std::vector<std::string> logs;
    std::error_code error;
    for (const std::uint32_t shard : missing) {
        std::string path = sweep::log_path(folder, std::to_string(shard));
        if (std::filesystem::exists(path, error)) logs.push_back(std::move(path));
    }
    if (logs.empty()) return "";
    std::string text = "what their tasks said: ";
    for (std::size_t i = 0; i < logs.size() && i < most; ++i) text += (i == 0 ? "" : ", ") + logs[i];
    return text + (logs.size() > most ? " and " + counted(logs.size() - most, "other") : "") + "\n";
}

// What is missing, and what was done about it.
int tell_missing(const GatherOptions& options, const sweep::Parts& parts) {
    std::string text = "missing: " + counted(parts.missing.size(), "shard") + " of " +
                       std::to_string(parts.of) + ": " + list_of(parts.missing) + "\n";
    if (parts.header) {
        text += grouped(parts.rows) + " of " + counted(parts.header->points, "point") + " are done\n";
    }
    text += logs_of(options.folder, parts.missing);
    if (options.resubmit == Resubmit::yes) {
        if (sweep::shards_of_script(options.folder) == 0) {
            throw InputError(Diagnostic{{},
                                        options.folder + " has no job to submit again",
                                        "run the missing shards by hand: railyard sweep SWEEP --shard " +
                                            std::to_string(parts.missing.front()) + "/" +
                                            std::to_string(parts.of) + " --into " + options.folder,
                                        "",
                                        0});
        }
        try {
            text +=
                "submitted again: job " + sweep::submit(options.folder, parts.missing, options.sbatch) + "\n";
        } catch (const sweep::SlurmError& why) {
            throw OutputError(std::string("sbatch: ") + why.what());
        }
    } else if (sweep::shards_of_script(options.folder) != 0) {
        text += "to submit only these: railyard gather " + options.folder + " --resubmit\n";
    }
    std::fputs(text.c_str(), stderr);
    return exit_no;
}

// Another pass over the parts.
std::vector<ResultRow> rows_at(const ForEachRow& for_each, const std::vector<std::uint64_t>& numbers) {
    std::map<std::uint64_t, std::size_t> place_of;
    for (std::size_t i = 0; i < numbers.size(); ++i) place_of.emplace(numbers[i], i);
    std::vector<ResultRow> rows(numbers.size());
    std::uint64_t at = 0;
    for_each([&](const ResultRow& row) {
        if (const auto found = place_of.find(at++); found != place_of.end()) rows[found->second] = row;
    });
    return rows;
}

int run(const GatherOptions& options) {
    (void)options.results.row_format();
    try {
        const sweep::Parts parts =
            sweep::look_at_parts(options.folder, sweep::shards_of_script(options.folder));
        if (parts.of == 0) {
            throw InputError(Diagnostic{{},
                                        options.folder + " has no parts of a sweep",
                                        "railyard sweep SWEEP --slurm " + options.folder,
                                        "",
                                        0});
        }
        if (!parts.missing.empty()) return tell_missing(options, parts);
        const ForEachRow for_each = [&](const auto& visit) { sweep::for_each_row(parts.paths, visit); };
        ResultCollector collector(options.results, parts.header->sweep, parts.header->columns);
        collector.add_all(for_each);
        collector.write([&](const auto& numbers) { return rows_at(for_each, numbers); }, for_each,
                        parts.header->points);
        tell_notes(parts.header->notes);
        return collector.any_is_ok() ? exit_done : exit_no;
    } catch (const sweep::JournalError& error) {
        throw InputError(Diagnostic{{}, error.what(), error.hint(), "", 0});
    }
}

}  // namespace

void add_gather(CLI::App& app, Selected& selected) {
    CLI::App* command = app.add_subcommand("gather", "Join the parts of a sweep that ran in shards");
    const auto options = std::make_shared<GatherOptions>();
    command->add_option("FOLDER", options->folder, "The folder that the shards worked in")->required();
    add_result_options(*command, options->results);
    command->add_flag_callback(
        "--resubmit", [options] { options->resubmit = Resubmit::yes; },
        "Submit the shards that are missing again, and only these");
    command->add_option("--sbatch", options->sbatch, "An option for sbatch, such as --sbatch=--time=10")
        ->allow_extra_args(false)
        ->type_name("OPTION");
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
