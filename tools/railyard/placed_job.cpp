#include "railyard/placed_job.hpp"

#include <CLI/Option.hpp>
#include <utility>

#include "railyard/asked_topology.hpp"
#include "railyard/command.hpp"
#include "railyard/job/load.hpp"
#include "railyard/output/place_report.hpp"
#include "railyard/output_file.hpp"
#include "railyard/placement/load.hpp"
#include "railyard/placement/per_domain.hpp"
#include "railyard/topology/load.hpp"

namespace railyard::tool {

void add_placed_job_options(CLI::App& command, PlacedJobOptions& options) {
    add_layout_options(command, options.layout);
    command.add_option("--on", options.topology, "A topology or a domain (railyard list), or a file")
        ->type_name("TOPOLOGY")
        ->required();
    command
        .add_option("--placement", options.placement_file,
                    "Draw this placement (CSV, as place --ranks writes it)")
        ->type_name("FILE");
}

PlacedJob place_job(const PlacedJobOptions& options, const input::Library& library) {
    auto [layout, notes] = load_layout(library, options.layout.layout, options.layout.overrides);
    LoadedTopology on = asked_topology(library, options.topology);
    notes.insert(notes.end(), on.notes.begin(), on.notes.end());
    if (options.placement_file.empty()) {
        check_per_domain(on.topology, layout.placement);
        EvaluationResult result = evaluate(on.topology, layout);
        return {std::move(on.topology), std::move(layout), std::move(result), std::move(notes)};
    }
    const RankGrid grid(layout.order, layout.degrees);
    EvaluationResult result =
        evaluate(on.topology, layout, load_placement(on.topology, grid, options.placement_file));
    return {std::move(on.topology), std::move(layout), std::move(result), std::move(notes)};
}

PlacedJob place_job(const std::string& layout, const std::string& topology, const input::Library& library) {
    return place_job(PlacedJobOptions{{layout, {}}, topology, ""}, library);
}

int say_no(const PlacedJob& job) {
    write_output("", output::place_table({job.topology, job.layout, job.result}, output::Colour::none));
    return exit_no;
}

}  // namespace railyard::tool
