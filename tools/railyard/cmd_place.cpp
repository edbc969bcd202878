#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "railyard/base/error.hpp"
#include "railyard/command.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/input/library.hpp"
#include "railyard/input/quantity.hpp"
#include "railyard/job/load.hpp"
#include "railyard/layout_options.hpp"
#include "railyard/memory/estimate.hpp"
#include "railyard/memory/fit.hpp"
#include "railyard/output/place_report.hpp"
#include "railyard/output_file.hpp"
#include "railyard/placement/load.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/step_model.hpp"
#include "railyard/topology/load.hpp"

namespace railyard::tool {
namespace {

struct PlaceOptions {
    LayoutOptions layout;
    std::string topology;
    std::string placement_file;
    std::string ranks_file;
    StepModelOptions model;
    output::StepDetail step_detail = output::StepDetail::in_short;
    double tokens = 1e12;
    output::LinkDetail links = output::LinkDetail::left_out;
    output::MemoryDetail memory_detail = output::MemoryDetail::in_short;
    Bytes reserved = memory::GpuMemory{}.reserved;
    bool must_fit = false;
    OutputOptions output;
};

EvaluationResult answer(const PlaceOptions& options, const Topology& topology, const Layout& layout) {
    if (options.placement_file.empty()) return evaluate(topology, layout);
    const RankGrid grid(layout.order, layout.degrees);
    return evaluate(topology, layout, load_placement(topology, grid, options.placement_file));
}

output::MemoryAnswer remembered(const PlaceOptions& options, const Layout& layout, const Estimate& estimate) {
    if (options.reserved >= estimate.rates.gpu_memory) {
        throw InputError(Diagnostic{{},
                                    "--reserved leaves nothing of a GPU's memory",
                                    "it is for context and communication buffers, a few GiB",
                                    "",
                                    0});
    }
    memory::Memory memory = memory::estimate_memory(layout);
    memory::Fit fit = memory::check_fit(layout, memory, {estimate.rates.gpu_memory, options.reserved});
    return {std::move(memory), std::move(fit)};
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
    const LoadedTopology on = load_topology(library, options.topology);
    const Topology& topology = on.topology;
    notes.insert(notes.end(), on.notes.begin(), on.notes.end());
    const EvaluationResult result = answer(options, topology, layout);
    const auto* evaluation = std::get_if<Evaluation>(&result);
    if (evaluation != nullptr) {
        for (auto& note : output::placement_notes(topology, layout, *evaluation))
            notes.push_back(std::move(note));
    }
    if (evaluation != nullptr && !options.ranks_file.empty()) {
        write_output(options.ranks_file, output::ranks_csv(topology, layout, evaluation->placement));
    }
    output::PlaceReport report{topology, layout, result, {}, options.links, {}, options.memory_detail, notes};
    if (evaluation != nullptr) {
        report.step = timed_step(options.model, library, topology, layout, *evaluation, report.notes);
        report.step->tokens = options.tokens;
        report.step->detail = options.step_detail;
        report.memory = remembered(options, layout, report.step->estimate);
    }
    options.output.write(written(options, report));
    const bool fits = evaluation != nullptr && (!options.must_fit || report.memory->fit.fits());
    return fits ? exit_done : exit_no;
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
    add_step_model_options(*command, options->model);
    command->add_flag_callback(
        "--explain", [options] { options->step_detail = output::StepDetail::explained; },
        "Tell what each part of the calibrated model's step costs and what bounds it");
    command->add_option("--tokens", options->tokens, "Tokens that GPU-hours are told for")
        ->check(CLI::PositiveNumber)
        ->type_name("N")
        ->capture_default_str();
    command->add_flag_callback(
        "--explain-links", [options] { options->links = output::LinkDetail::told; },
        "Tell what the groups of each dimension see of the links");
    command
        ->add_option_function<std::string>(
            "--reserved",
            [options](const std::string& text) {
                options->reserved = std::get<Bytes>(input::parse_bytes(text, input::Zero::allowed));
            },
            "Memory of each GPU kept for context and communication buffers (default: 2 GiB)")
        ->check([](const std::string& text) -> std::string {
            const auto size = input::parse_bytes(text, input::Zero::allowed);
            const auto* complaint = std::get_if<input::Complaint>(&size);
            return complaint == nullptr ? "" : complaint->message;
        })
        ->type_name("SIZE");
    command->add_flag_callback(
        "--explain-memory", [options] { options->memory_detail = output::MemoryDetail::explained; },
        "Tell memory stage by stage and tensor by tensor");
    command->add_flag("--must-fit", options->must_fit, "Exit with 1 if the job does not fit into memory");
    add_output_options(*command, options->output, {Format::table, Format::json, Format::csv});
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
