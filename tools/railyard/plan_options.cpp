#include "railyard/plan_options.hpp"

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <utility>
#include <variant>

#include "railyard/base/error.hpp"
#include "railyard/input/quantity.hpp"
#include "railyard/plan_space_options.hpp"

namespace railyard::tool {
namespace {

// A duration, hours as well.
void add_duration(CLI::App& command, const std::string& flag, Seconds& value, const std::string& about) {
    const auto parse = [](const std::string& text) -> input::Parsed<Seconds> {
        if (!text.empty() && text.back() == 'h') {
            std::string number = text.substr(0, text.size() - 1);
            while (!number.empty() && number.back() == ' ') number.pop_back();
            auto hours = input::parse_number(number);
            if (auto* complaint = std::get_if<input::Complaint>(&hours)) return *complaint;
            return seconds(3600 * std::get<double>(hours));
        }
        return input::parse_duration(text, input::Zero::refused);
    };
    command
        .add_option_function<std::string>(
            flag, [&value, parse](const std::string& text) { value = std::get<Seconds>(parse(text)); }, about)
        ->check([parse](const std::string& text) -> std::string {
            const auto time = parse(text);
            const auto* complaint = std::get_if<input::Complaint>(&time);
            if (complaint != nullptr) return complaint->message + " (a time is such as 50000h or 600 s)";
            return std::get<Seconds>(time).raw() > 0 ? "" : "'" + text + "' is no time to wait for";
        })
        ->type_name("TIME")
        ->group("Failures");
}

void add_job_options(CLI::App& command, PlanOptions& options) {
    options.space.gpus = options.space.base.batch.sequences = options.space.base.batch.length = 0;
    command.add_option("MODEL", options.model, "A shipped model (railyard list), a file, or a config.json");
    command.add_option("--on", options.topology, "A topology or a domain (railyard list), or a file")
        ->type_name("TOPOLOGY")
        ->required();
    command.add_option("--gpus", options.space.gpus, "GPUs that the job has: tp x cp x pp x dp")
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{1} << 24U))
        ->type_name("N");
    command.add_option("--sequences", options.space.base.batch.sequences, "Sequences of one step")
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{1} << 28U))
        ->type_name("N");
    command.add_option("--length", options.space.base.batch.length, "Tokens of a sequence")
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{1} << 28U))
        ->type_name("N");
}

void add_allocation_options(CLI::App& command, PlanOptions& options) {
    add_host_options(command, options.hosts,
                     "Plan for these hosts alone: Slurm's hostlist, or @FILE; called as\n"
                     "servers are (rack3-tray7), or anything with --machine");
    command
        .add_option("--machine", options.cluster_files,
                    "What says where the hosts of --hosts are: Slurm's topology, Kubernetes\n"
                    "nodes, InfiniBand; may be given several times")
        ->allow_extra_args(false)
        ->type_name("FILE");
}

void add_answer_options(CLI::App& command, PlanOptions& options) {
    command
        .add_option("--best", options.best,
                    "Cuts, or placements, that the answer has\n(default: 20, with --layout 5)")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1000}))
        ->type_name("K");
    command.add_option("--write", options.write, "Write the layout file of number K instead")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1000}))
        ->type_name("K");
    command
        .add_option("--ranks", options.ranks_file,
                    "Write where every rank then sits to this file (CSV): of number 1,\n"
                    "of the number of --write, or what --without leaves")
        ->type_name("FILE");
    command.add_flag_callback(
        "--try-all", [&options] { options.pruning = search::Pruning::off; },
        "Time every candidate of a model instead of leaving out what\ncannot be among the best (slow)");
}

void add_constraint_options(CLI::App& command, PlanOptions& options) {
    constexpr const char* group = "What must hold";
    command
        .add_option("--pin", options.pins,
                    "Keep WHAT (a dimension, job, or '8 servers' of consecutive ranks)\n"
                    "within REACH (nvlink, network for off NVLink, or a tier);\n"
                    "may be given several times")
        ->allow_extra_args(false)
        ->type_name("WHAT=REACH")
        ->group(group);
    command
        .add_option("--prefer", options.preferred_pins,
                    "The same, where it can be had: what breaks fewer of these comes first,\n"
                    "whatever it takes")
        ->allow_extra_args(false)
        ->type_name("WHAT=REACH")
        ->group(group);
    command
        .add_option_function<std::string>(
            "--domains",
            [&options](const std::string& word) {
                const auto& names = search::domain_choice_names;
                options.domains = static_cast<search::DomainChoice>(
                    std::find(names.begin(), names.end(), word) - names.begin());
            },
            "Domains that are taken: as-listed (default), fewest (only\nplacements on as few as any has), or "
            "tightest first")
        ->check(one_of({search::domain_choice_names.begin(), search::domain_choice_names.end()}))
        ->type_name("")
        ->group(group);
}

void add_layout_search_options(CLI::App& command, PlanOptions& options) {
    constexpr const char* group = "Placing a layout";
    command.add_option("--layout", options.layout, "Find where this layout's ranks best sit; no MODEL then")
        ->type_name("LAYOUT")
        ->group(group);
    command
        .add_option_function<std::string>(
            "--for",
            [&options](const std::string& word) {
                options.goal = word == "time" ? search::PlaceGoal::time : search::PlaceGoal::network_bytes;
            },
            "What is made least: time of a step (default), or bytes between\ndomains")
        ->check(one_of({"time", "bytes"}))
        ->type_name("")
        ->group(group);
    command.add_option("--seed", options.seed, "Of the search on topologies that are not regular")
        ->type_name("N")
        ->capture_default_str()
        ->group(group);
}

void add_failure_options(CLI::App& command, PlanOptions& options) {
    command
        .add_option("--without", options.without,
                    "What is down (rack3/tray7,rack5/tray0/gpu2): says which ranks of the\n"
                    "layout, or of a model's best cut, move and what it costs")
        ->delimiter(',')
        ->type_name("NAME,...")
        ->group("Failures");
    command
        .add_option("--placement", options.placement_file,
                    "Where the ranks of the layout sit before that (CSV, as --ranks writes\nit), if not as "
                    "its rules put them")
        ->type_name("FILE")
        ->group("Failures");
    add_duration(command, "--gpu-mtbf", options.failures.mtbf,
                 "Between failures of one GPU, such as 50000h: tells what spares are\nworth");
    add_duration(command, "--repair", options.failures.repair,
                 "Until a failed server is back (default: 24 h)");
    add_duration(command, "--restart", options.failures.restart,
                 "From a failure to the next new step (default: 600 s)");
    add_duration(command, "--checkpoint", options.failures.checkpoint,
                 "That a checkpoint holds the job up (default: 60 s)");
}

}  // namespace

void add_plan_options(CLI::App& command, PlanOptions& options) {
    add_job_options(command, options);
    add_allocation_options(command, options);
    add_answer_options(command, options);
    add_reserved_option(command, options.reserved);
    add_step_model_options(command, options.step_model);
    add_output_options(command, options.output, {Format::table, Format::json, Format::csv});
    add_constraint_options(command, options);
    add_layout_search_options(command, options);
    add_failure_options(command, options);
    add_plan_space_options(command, options.space);
}

void refuse_what_a_layout_says(CLI::App& command, const PlanOptions& options) {
    const auto refuse = [](const CLI::Option& option, const std::string& why, const std::string& hint) {
        throw InputError(Diagnostic{{}, option.get_name() + " " + why, hint, "", 0});
    };
    for (const CLI::Option* option : command.get_options({})) {
        if (option->count() == 0) continue;
        const std::string& group = option->get_group();
        const std::string name = option->get_name();
        const bool of_model = group == plan_choice_group || group == plan_given_group || name == "--gpus" ||
                              name == "--sequences" || name == "--length" || name == "--reserved" ||
                              name == "--try-all";
        if (of_model && !options.layout.empty())
            refuse(*option, "is for the plan of a model, and --layout is given",
                   "the layout says it itself: change it there, or plan its model");
        if ((name == "--repair" || name == "--restart" || name == "--checkpoint") &&
            options.failures.mtbf.raw() <= 0)
            refuse(*option, "says nothing without --gpu-mtbf",
                   "give the time between failures of one GPU as well, such as --gpu-mtbf 50000h");
        if (name == "--placement" && (options.layout.empty() || options.without.empty()))
            refuse(*option, "says where a layout's ranks sit before something fails",
                   "give --layout LAYOUT and what is down as well: --without NAME");
        if ((name == "--for" || name == "--seed") && options.layout.empty())
            refuse(*option, "is for --layout",
                   "write a cut of the model with --write, then plan --layout FILE " + name + " ...");
    }
}

std::vector<search::Pin> pins_of(const PlanOptions& options, const Topology& topology) {
    std::vector<search::Pin> pins;
    const auto add = [&](const std::vector<std::string>& texts, search::PinStrength strength,
                         const std::string& flag) {
        for (const std::string& text : texts) {
            auto pin = search::parse_pin(text, strength, topology);
            if (const auto* problem = std::get_if<search::PinProblem>(&pin))
                throw InputError(Diagnostic{{}, flag + ": " + problem->message, problem->hint, "", 0});
            pins.push_back(std::get<search::Pin>(std::move(pin)));
        }
    };
    add(options.pins, search::PinStrength::required, "--pin");
    add(options.preferred_pins, search::PinStrength::preferred, "--prefer");
    return pins;
}

}  // namespace railyard::tool
