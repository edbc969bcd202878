// Several layouts side by side on one topology: the parts of a step, and memory.

#include <CLI/Option.hpp>
#include <memory>
#include <string>
#include <vector>

#include "railyard/diagram/cost_charts.hpp"
#include "railyard/draw_commands.hpp"
#include "railyard/memory/fit.hpp"
#include "railyard/picture_options.hpp"
#include "railyard/placed_job.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/step_model.hpp"

namespace railyard::tool {
namespace {

struct DrawCostsOptions {
    std::vector<std::string> layouts;
    std::string topology;
    StepModelOptions model;
    PictureOptions output;
};

// A layout that was placed, and its times.
struct Costs {
    PlacedJob job;
    Estimate estimate;
};

// Of the layouts that fit; says of the others why not.
std::vector<Costs> costs_of(const DrawCostsOptions& options) {
    const input::Library library(shipped_roots());
    std::vector<Costs> all;
    for (const std::string& name : options.layouts) {
        PlacedJob job = place_job(name, options.topology, library);
        if (job.evaluation() == nullptr) {
            say_no(job);
            return {};
        }
        auto step =
            timed_step(options.model, library, job.topology, job.layout, *job.evaluation(), job.notes);
        all.push_back({std::move(job), std::move(step.estimate)});
    }
    return all;
}

int run_step(const DrawCostsOptions& options) {
    std::vector<diagram::StepBar> bars;
    std::string topology;
    for (const Costs& costs : costs_of(options)) {
        topology = costs.job.topology.name();
        bars.push_back({costs.job.layout.name, diagram::degrees_text(costs.job.layout), costs.estimate.step,
                        costs.estimate.model});
    }
    if (bars.empty()) return exit_no;
    options.output.write(diagram::step_scene(topology, bars));
    return exit_done;
}

int run_memory(const DrawCostsOptions& options) {
    std::vector<diagram::MemoryBar> bars;
    std::string topology;
    for (const Costs& costs : costs_of(options)) {
        topology = costs.job.topology.name();
        bars.push_back({costs.job.layout.name,
                        diagram::degrees_text(costs.job.layout),
                        memory::estimate_memory(costs.job.layout).worst(),
                        {costs.estimate.rates.gpu_memory}});
    }
    if (bars.empty()) return exit_no;
    options.output.write(diagram::memory_scene(topology, bars));
    return exit_done;
}

void add_costs(CLI::App& command, DrawCostsOptions& options) {
    command.add_option("LAYOUT", options.layouts, "Shipped layouts (railyard list) or files, side by side")
        ->required();
    command.add_option("--on", options.topology, "A topology or a domain (railyard list), or a file")
        ->type_name("TOPOLOGY")
        ->required();
    add_step_model_options(command, options.model);
    add_picture_options(command, options.output);
}

}  // namespace

void add_draw_step(CLI::App& draw, Selected& selected) {
    CLI::App* command = draw.add_subcommand("step", "The parts of a step of several layouts, side by side");
    const auto options = std::make_shared<DrawCostsOptions>();
    add_costs(*command, *options);
    command->callback([options, &selected] { selected.run = [options] { return run_step(*options); }; });
}

void add_draw_memory(CLI::App& draw, Selected& selected) {
    CLI::App* command = draw.add_subcommand("memory", "The memory of several layouts, side by side");
    const auto options = std::make_shared<DrawCostsOptions>();
    add_costs(*command, *options);
    command->callback([options, &selected] { selected.run = [options] { return run_memory(*options); }; });
}

}  // namespace railyard::tool
