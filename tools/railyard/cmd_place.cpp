#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <memory>
#include <string>
#include <utility>

#include "railyard/answer_format.hpp"
#include "railyard/base/error.hpp"
#include "railyard/command.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/input/library.hpp"
#include "railyard/memory/estimate.hpp"
#include "railyard/memory/fit.hpp"
#include "railyard/output/place_report.hpp"
#include "railyard/output_file.hpp"
#include "railyard/placed_job.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/step_model.hpp"

namespace railyard::tool {
namespace {

struct PlaceOptions {
    PlacedJobOptions job;
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
    const auto colour = options.output.shows_colour() ? output::Colour::ansi : output::Colour::none;
    const auto table = [&](const output::PlaceReport& answer) { return place_table(answer, colour); };
    return in_format(options.output.format, report, table, output::place_json, output::place_csv);
}

// Rows of hops have no place for words: asked for both, the user is told where the words are.
void refuse_words_in_rows(const PlaceOptions& options) {
    if (options.output.format != Format::csv) return;
    const auto refuse = [](const std::string& option, const std::string& where) {
        throw InputError(
            Diagnostic{{},
                       option + " tells in words what --format csv, rows of hops, has no columns for",
                       "leave out --format for a table; " + where,
                       "",
                       0});
    };
    if (options.step_detail == output::StepDetail::explained)
        refuse("--explain", "--format json always has it, as step.reasons and step.hidden");
    if (options.links == output::LinkDetail::told)
        refuse("--explain-links", "--format json has it, as links of each dimension");
    if (options.memory_detail == output::MemoryDetail::explained)
        refuse("--explain-memory", "--format json always has it, as memory");
}

int run(const PlaceOptions& options) {
    refuse_words_in_rows(options);
    const input::Library library(shipped_roots());
    const PlacedJob job = place_job(options.job, library);
    const auto& [topology, layout, result, file_notes] = job;
    const Evaluation* evaluation = job.evaluation();
    auto notes = file_notes;
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
    add_layout_options(*command, options->job.layout);
    command->add_option("--on", options->job.topology, "A topology or a domain (railyard list), or a file")
        ->type_name("TOPOLOGY")
        ->required();
    command
        ->add_option("--placement", options->job.placement_file,
                     "Count this placement (CSV, as --ranks writes it)")
        ->type_name("FILE");
    command->add_option("--ranks", options->ranks_file, "Write where every rank sits to this file (CSV)")
        ->type_name("FILE");
    add_step_model_options(*command, options->model);
    command->add_flag_callback(
        "--explain", [options] { options->step_detail = output::StepDetail::explained; },
        "Tell what each part of the step costs, what bounds it, and what is hidden");
    command->add_option("--tokens", options->tokens, "Tokens that GPU-hours are told for")
        ->check(CLI::PositiveNumber)
        ->type_name("N")
        ->capture_default_str();
    command->add_flag_callback(
        "--explain-links", [options] { options->links = output::LinkDetail::told; },
        "Tell what the groups of each dimension see of the links");
    add_reserved_option(*command, options->reserved);
    command->add_flag_callback(
        "--explain-memory", [options] { options->memory_detail = output::MemoryDetail::explained; },
        "Tell memory stage by stage and tensor by tensor");
    command->add_flag("--must-fit", options->must_fit, "Exit with 1 if the job does not fit into memory");
    add_output_options(*command, options->output, {Format::table, Format::json, Format::csv});
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
