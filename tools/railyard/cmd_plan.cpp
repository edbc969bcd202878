// railyard plan: the best ways to cut a model over GPUs, and to place each.

#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "railyard/base/error.hpp"
#include "railyard/command.hpp"
#include "railyard/input/library.hpp"
#include "railyard/interrupt.hpp"
#include "railyard/job/load.hpp"
#include "railyard/output/layout_yaml.hpp"
#include "railyard/output/plan_report.hpp"
#include "railyard/plan_layout.hpp"
#include "railyard/plan_progress.hpp"
#include "railyard/plan_space_options.hpp"
#include "railyard/search/plan.hpp"
#include "railyard/search/reasons.hpp"
#include "railyard/search/spares.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/step_model.hpp"
#include "railyard/time_model.hpp"
#include "railyard/topology/load.hpp"

namespace railyard::tool {
namespace {

struct PlanOptions {
    std::string model;
    std::string topology;
    search::PlanSpace space;
    PlanLayoutOptions layout;
    std::optional<std::size_t> best;
    std::size_t write = 0;  // 0: the table
    std::vector<std::string> pins;
    std::vector<std::string> preferred_pins;
    Bytes reserved = gibibytes(2);
    search::Pruning pruning = search::Pruning::on;
    StepModelOptions step_model;
    OutputOptions output;
};

// What a written layout says for its model: a shipped name as it is, a file by its whole path.
std::string model_reference(const std::string& model) {
    std::error_code failed;
    return std::filesystem::exists(model, failed) ? std::filesystem::absolute(model).string() : model;
}

std::string written_layout(const PlanOptions& options, const search::PlanAnswer& answer,
                           const Topology& topology) {
    if (options.write > answer.best.size()) {
        throw InputError(Diagnostic{
            {},
            "--write " + std::to_string(options.write) + ": the plan has " +
                std::to_string(answer.best.size()) + (answer.best.size() == 1 ? " cut" : " cuts") +
                " that fit",
            answer.best.empty() ? "see what keeps them out without --write" : "ask for one of these",
            "",
            0});
    }
    const search::PlanEntry& entry = answer.best[options.write - 1];
    return output::layout_yaml(
        entry.layout, model_reference(options.model),
        "Number " + std::to_string(options.write) + " of railyard plan on " + topology.name() + ".");
}

std::string written(const PlanOptions& options, const output::PlanReport& report) {
    switch (options.output.format) {
        case Format::json:
            return plan_json(report);
        case Format::csv:
            return plan_csv(report);
        case Format::table:
            break;
    }
    return plan_table(report);
}

// The share of time in which each of the best gets on, if that was asked for.
std::vector<search::UsefulTime> useful_times(const PlanOptions& options, const Topology& topology,
                                             const search::PlanAnswer& answer) {
    std::vector<search::UsefulTime> useful;
    const search::FailureRates& rates = options.layout.failures;
    if (rates.mtbf.raw() <= 0) return useful;
    for (const search::PlanEntry& entry : answer.best) {
        const RankGrid grid(entry.layout.order, entry.layout.degrees);
        const auto placed = place(topology, grid, entry.layout.placement);
        useful.push_back(
            search::useful_time(rates, search::spares_of(topology, std::get<Placement>(placed))));
    }
    return useful;
}

// What a model's plan cannot do without, and a layout's has already.
void check_question(const PlanOptions& options) {
    const auto wrong = [](std::string message, std::string hint) {
        return InputError(Diagnostic{{}, std::move(message), std::move(hint), "", 0});
    };
    const bool for_layout = !options.layout.layout.empty();
    if (for_layout && !options.model.empty())
        throw wrong("both a model and --layout are given",
                    "plan MODEL finds a cut and its placement, plan --layout the placement of a given cut");
    if (for_layout) return;
    if (options.model.empty())
        throw wrong(
            "nothing to plan for",
            "plan MODEL --on TOPOLOGY --gpus N --sequences B --length S, or plan --layout LAYOUT --on "
            "TOPOLOGY");
    if (!options.layout.without.empty() || !options.layout.ranks_file.empty())
        throw wrong("--without and --ranks are for plan --layout",
                    "write a cut with --write first, then plan its placement");
    const bool all = options.space.gpus > 0 && options.space.base.batch.sequences > 0 &&
                     options.space.base.batch.length > 0;
    if (!all)
        throw wrong("a model's plan needs --gpus, --sequences and --length",
                    "--gpus 1024 --sequences 2048 --length 8192");
}

int run(PlanOptions& options) {
    check_question(options);
    if (!options.layout.layout.empty()) {
        return plan_layout({options.layout, options.topology, options.pins, options.preferred_pins,
                            options.best.value_or(5), options.write, options.step_model, options.output});
    }
    const input::Library library(shipped_roots());
    search::PlanSpace& space = options.space;
    space.base.model = load_model(library, options.model);
    const LoadedTopology on = load_topology(library, options.topology);
    const Topology& topology = on.topology;
    std::vector<std::string> notes = on.notes;
    const LoadedTimeModel model = load_time_model(options.step_model, library, topology, notes);
    const search::TimeModel times = model.view();
    search::PlanRules rules;
    rules.pins = pins_of(options.pins, options.preferred_pins, topology);
    rules.reserved = options.reserved;
    rules.best = std::max(options.best.value_or(20), options.write);
    rules.pruning = options.pruning;
    space.base.name = space.base.model.name + "-plan";
    const auto start = std::chrono::steady_clock::now();
    search::PlanAnswer answer;
    {
        const Interrupt interrupt;
        PlanProgressLine line;
        answer = search::plan(
            topology, space, times, rules, [&](const search::PlanProgress& progress) { line.show(progress); },
            &interrupt.flag());
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (options.write > 0) {
        options.output.write(written_layout(options, answer, topology));
        return exit_done;
    }
    output::PlanReport report{
        topology, space, answer, {}, model.fitted_on, model.model, seconds(took.count()), std::move(notes)};
    for (const search::PlanEntry& entry : answer.best)
        report.reasons.push_back(search::reasons_of(topology, times, entry.layout));
    report.useful = useful_times(options, topology, answer);
    options.output.write(written(options, report));
    return answer.best.empty() ? exit_no : exit_done;
}

}  // namespace

void add_plan(CLI::App& app, Selected& selected) {
    CLI::App* command =
        app.add_subcommand("plan", "Find the best ways to cut a model over GPUs, and to place each");
    const auto options = std::make_shared<PlanOptions>();
    command->add_option("MODEL", options->model, "A shipped model (railyard list), a file, or a config.json");
    command->add_option("--on", options->topology, "A topology or a domain (railyard list), or a file")
        ->type_name("TOPOLOGY")
        ->required();
    command->add_option("--gpus", options->space.gpus, "GPUs that the job has: tp x cp x pp x dp")
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{1} << 24U))
        ->type_name("N");
    command->add_option("--sequences", options->space.base.batch.sequences, "Sequences of one step")
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{1} << 28U))
        ->type_name("N");
    command->add_option("--length", options->space.base.batch.length, "Tokens of a sequence")
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{1} << 28U))
        ->type_name("N");
    command
        ->add_option("--best", options->best,
                     "Cuts, or placements, that the answer has (default: 20, with --layout 5)")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1000}))
        ->type_name("K");
    command->add_option("--write", options->write, "Write the layout file of number K instead")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1000}))
        ->type_name("K");
    command
        ->add_option("--pin", options->pins,
                     "Keep WHAT (a dimension, job, or '8 servers' of consecutive ranks) within REACH\n"
                     "(nvlink, network for off NVLink, or a tier); may be given several times")
        ->allow_extra_args(false)
        ->type_name("WHAT=REACH");
    command->add_option("--prefer", options->preferred_pins, "The same, where it can be had")
        ->allow_extra_args(false)
        ->type_name("WHAT=REACH");
    add_reserved_option(*command, options->reserved);
    command->add_flag_callback(
        "--try-all", [options] { options->pruning = search::Pruning::off; },
        "Time every candidate instead of leaving out what cannot be among the best (slow)");
    options->space.gpus = options->space.base.batch.sequences = options->space.base.batch.length = 0;
    add_plan_layout_options(*command, options->layout);
    add_plan_space_options(*command, options->space);
    add_step_model_options(*command, options->step_model);
    add_output_options(*command, options->output, {Format::table, Format::json, Format::csv});
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
