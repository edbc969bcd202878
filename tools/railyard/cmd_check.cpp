#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/base/error.hpp"
#include "railyard/command.hpp"
#include "railyard/input/library.hpp"
#include "railyard/job/load.hpp"
#include "railyard/layout_options.hpp"
#include "railyard/machine/observed.hpp"
#include "railyard/machine/sources.hpp"
#include "railyard/output/check_report.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/topology/load.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::tool {
namespace {

struct CheckOptions {
    LayoutOptions layout;
    std::string topology;
    std::vector<std::string> files;
    OutputOptions output;
};

// Everything that was read, before it is compared.
struct Gathered {
    machine::Observed machine;
    std::vector<output::CheckedSource> sources;
    Findings findings;  // of the reading itself: disagreements between sources
};

void read_file(const std::string& path, Gathered& gathered) {
    const input::SourcePtr source = input::read_source(path, machine::largest_machine_file);
    // A file of a whole cluster (Slurm, InfiniBand, Kubernetes, Topograph) is asked for here, when
    // machine::recognise() knows it not: cluster/ has a table of its own with the same two functions, and
    // what it reads goes into a member of Gathered beside `machine`.
    machine::Observed read = machine::read_machine(*source);
    gathered.sources.push_back({path, read.sources.front().format, ""});
    gathered.machine = std::move(read);
}

int run(const CheckOptions& options) {
    const input::Library library(shipped_roots());
    auto [layout, notes] = load_layout(library, options.layout.layout, options.layout.overrides);
    const LoadedTopology on = load_topology(library, options.topology);
    notes.insert(notes.end(), on.notes.begin(), on.notes.end());
    Gathered gathered;
    for (const std::string& file : options.files) read_file(file, gathered);

    // Findings about --hosts and cluster files are appended here, from functions of cluster/ that take the
    // topology, the grid and the placement and return Findings.
    output::CheckReport report{layout.name, on.topology.name(), gathered.sources,
                               {},          gathered.findings,  notes};
    options.output.write(options.output.format == Format::json
                             ? check_json(report)
                             : check_table(report, options.output.shows_colour() ? output::Colour::ansi
                                                                                 : output::Colour::none));
    return any_mismatch(report.findings) ? exit_no : exit_done;
}

}  // namespace

void add_check(CLI::App& app, Selected& selected) {
    CLI::App* command = app.add_subcommand(
        "check", "Say what of a real machine is not as its topology says, and what it does");
    const auto options = std::make_shared<CheckOptions>();
    add_layout_options(*command, options->layout);
    command->add_option("--on", options->topology, "What the machine should be: a topology or a domain")
        ->type_name("TOPOLOGY")
        ->required();
    command->add_option("--machine", options->files, "What the machine says of itself; any number of files")
        ->type_name("FILE")
        ->required();
    add_output_options(*command, options->output, {Format::table, Format::json});
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
