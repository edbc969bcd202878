#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <memory>
#include <string>
#include <vector>

#include "railyard/answer_format.hpp"
#include "railyard/command.hpp"
#include "railyard/input/catalogue.hpp"
#include "railyard/input/library.hpp"
#include "railyard/job/load.hpp"
#include "railyard/output/list_report.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/sweep/load_plan.hpp"
#include "railyard/sweep/opened_files.hpp"
#include "railyard/topology/load.hpp"

namespace railyard::tool {
namespace {

using input::Shelf;

enum class Listed { shipped, figures };

struct ListOptions {
    Listed what = Listed::shipped;
    OutputOptions output;
};

void load(const input::Library& library, Shelf shelf, const std::string& path) {
    switch (shelf) {
        case Shelf::topologies:
            return static_cast<void>(load_topology(library, path));
        case Shelf::domains:
            return static_cast<void>(load_domain(library, path));
        case Shelf::gpus:
            return static_cast<void>(load_gpu(library, path));
        case Shelf::layouts:
            return static_cast<void>(load_layout(library, path));
        case Shelf::models:
            return static_cast<void>(load_model(library, path));
        case Shelf::sweeps:
            return static_cast<void>(sweep::open_files(library, sweep::load_plan(path), {}));
    }
}

std::string written(const ListOptions& options, const std::vector<input::CatalogueEntry>& entries) {
    const auto colour = options.output.shows_colour() ? output::Colour::ansi : output::Colour::none;
    const auto table = [&](const auto& listed) { return output::list_table(listed, colour); };
    return in_format(options.output.format, entries, table, output::list_json, output::list_csv);
}

std::string figures_written(Format format) {
    switch (format) {
        case Format::json:
            return output::figure_json();
        case Format::csv:
            return output::figure_csv();
        case Format::table:
            break;
    }
    return output::figure_table();
}

int run(const ListOptions& options) {
    if (options.what == Listed::figures) {
        options.output.write(figures_written(options.output.format));
        return exit_done;
    }
    const input::Library library(shipped_roots());
    const auto entries =
        input::catalogue(library, [&](Shelf shelf, const std::string& path) { load(library, shelf, path); });
    options.output.write(written(options, entries));
    return exit_done;
}

}  // namespace

void add_list(CLI::App& app, Selected& selected) {
    CLI::App* command = app.add_subcommand(
        "list", "List what is shipped: topologies, domains, GPUs, layouts, models, sweeps");
    const auto options = std::make_shared<ListOptions>();
    command->add_flag_callback(
        "--figures", [options] { options->what = Listed::figures; },
        "List the figures of sweeps instead: columns, and names in constraints");
    add_output_options(*command, options->output, {Format::table, Format::json, Format::csv});
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
