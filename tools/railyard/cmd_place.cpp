#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "railyard/command.hpp"
#include "railyard/estimate/evaluate.hpp"
#include "railyard/input/library.hpp"
#include "railyard/job/load.hpp"
#include "railyard/layout_options.hpp"
#include "railyard/output/place_report.hpp"
#include "railyard/output_file.hpp"
#include "railyard/placement/load.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/topology/load.hpp"

namespace railyard::tool {
namespace {

struct PlaceOptions {
    LayoutOptions layout;
    std::string topology;
    std::string placement_file;
    std::string ranks_file;
    OutputOptions output;
};

EvaluationResult answer(const PlaceOptions& options, const Topology& topology, const Layout& layout) {
    if (options.placement_file.empty()) return evaluate(topology, layout);
    const RankGrid grid(layout.order, layout.degrees);
    return evaluate(topology, layout, load_placement(topology, grid, options.placement_file));
}

std::string written(const PlaceOptions& options, const output::PlaceReport& report) {
    switch (options.output.format) {
        case Format::json:
            return place_json(report);
        case Format::csv:
            return place_csv(report);
        case Format::table:
            break;
    }
    return place_table(report, options.output.shows_colour() ? output::Colour::ansi : output::Colour::none);
}

int run(const PlaceOptions& options) {
    const input::Library library(shipped_roots());
    auto [layout, notes] = load_layout(library, options.layout.layout, options.layout.overrides);
    auto [topology, topology_notes] = load_topology(library, options.topology);
    notes.insert(notes.end(), topology_notes.begin(), topology_notes.end());
    const EvaluationResult result = answer(options, topology, layout);
    const auto* evaluation = std::get_if<Evaluation>(&result);
    if (evaluation != nullptr) {
        for (auto& note : output::placement_notes(topology, layout, *evaluation))
            notes.push_back(std::move(note));
    }
    if (evaluation != nullptr && !options.ranks_file.empty()) {
        write_output(options.ranks_file, output::ranks_csv(topology, layout, evaluation->placement));
    }
    options.output.write(written(options, {topology, layout, result, notes}));
    return evaluation != nullptr ? exit_done : exit_no;
}

}  // namespace

void add_place(CLI::App& app, Selected& selected) {
    CLI::App* command =
        app.add_subcommand("place", "Place a job on racks and count which hops stay on NVLink");
    const auto options = std::make_shared<PlaceOptions>();
    add_layout_options(*command, options->layout);
    command->add_option("--on", options->topology, "A topology or a domain (railyard list), or a file")
        ->type_name("TOPOLOGY")
        ->required();
    command
        ->add_option("--placement", options->placement_file,
                     "Count this placement (CSV, as --ranks writes it)")
        ->type_name("FILE");
    command->add_option("--ranks", options->ranks_file, "Write where every rank sits to this file (CSV)")
        ->type_name("FILE");
    add_output_options(*command, options->output, {Format::table, Format::json, Format::csv});
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
