#include "railyard/plan_layout.hpp"

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "railyard/base/error.hpp"
#include "railyard/command.hpp"
#include "railyard/input/library.hpp"
#include "railyard/input/quantity.hpp"
#include "railyard/job/load.hpp"
#include "railyard/output/layout_yaml.hpp"
#include "railyard/output/place_plan_report.hpp"
#include "railyard/output/place_report.hpp"
#include "railyard/output_file.hpp"
#include "railyard/search/chosen_domains.hpp"
#include "railyard/search/replan.hpp"
#include "railyard/search/spares.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/time_model.hpp"
#include "railyard/topology/load.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::tool {
namespace {

constexpr const char* group = "Placing a layout (--layout)";

InputError wrong(std::string message, std::string hint) {
    return InputError(Diagnostic{{}, std::move(message), std::move(hint), "", 0});
}

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
            if (complaint != nullptr) return complaint->message;
            return std::get<Seconds>(time).raw() > 0 ? "" : "'" + text + "' is no time to wait for";
        })
        ->type_name("TIME")
        ->group("Failures");
}

std::vector<GpuId> gpus_named(const Topology& topology, const std::vector<std::string>& names) {
    std::vector<GpuId> gpus;
    for (const std::string& name : names) {
        const auto found = parse_name(topology, name);
        if (const auto* why = std::get_if<std::string>(&found))
            throw wrong("--without " + name + ": " + *why,
                        "a domain, a server or a GPU, such as " + gpu_name(topology, GpuId(0)));
        const auto& range = std::get<GpuRange>(found);
        for (std::uint32_t i = 0; i < range.count; ++i) gpus.emplace_back(range.first.value() + i);
    }
    return gpus;
}

std::string written(const OutputOptions& output, const output::PlacePlanReport& report) {
    switch (output.format) {
        case Format::json:
            return place_plan_json(report);
        case Format::csv:
            return place_plan_csv(report);
        case Format::table:
            break;
    }
    return place_plan_table(report);
}

// The rows of the answer: the layout as given, what fewest moves make of it, the best ones.
class LayoutPlanner {
  public:
    explicit LayoutPlanner(const PlanLayoutQuestion& question)
        : question_(question), options_(question.options), library_(shipped_roots()) {}

    int run() {
        auto [layout, notes] = load_layout(library_, options_.layout);
        const LoadedTopology on = load_topology(library_, question_.topology);
        notes.insert(notes.end(), on.notes.begin(), on.notes.end());
        const LoadedTimeModel model = load_time_model(question_.step_model, library_, on.topology, notes);
        times_ = model.view();
        const Topology reduced = search::without(on.topology, gpus_named(on.topology, options_.without));
        search::PlaceRules rules;
        rules.goal = options_.goal;
        rules.domains = options_.domains;
        rules.seed = options_.seed;
        rules.best = std::max(question_.best, question_.write);
        rules.pins = pins_of(question_.pins, question_.preferred_pins, reduced);
        search::PlaceAnswer answer = search::place_best(reduced, layout, times_, rules);
        output::PlacePlanReport report{reduced, layout, answer, {}, std::nullopt, {}, {}, {}, notes};
        report.model = model.model;
        report.goal = options_.goal;
        report.without = options_.without;
        if (!options_.without.empty()) around_failures(on.topology, reduced, layout, report);
        add_useful_time(reduced, report);
        if (!options_.ranks_file.empty()) write_ranks(reduced, report);
        if (question_.write > 0) {
            question_.output.write(layout_file(report));
        } else {
            question_.output.write(written(question_.output, report));
        }
        const bool done = !answer.best.empty() && (options_.without.empty() || report.replan.has_value());
        return done ? exit_done : exit_no;
    }

  private:
    void around_failures(const Topology& whole, const Topology& reduced, const Layout& layout,
                         output::PlacePlanReport& report) {
        auto before = search::place_on(whole, layout, options_.domains);
        const auto* placed = std::get_if<Placement>(&before);
        if (placed == nullptr) return;
        const auto row = [&](const Topology& topology, const Placement& placement) {
            auto result = evaluate(topology, layout, placement);
            std::optional<search::PlacedLayout> found;
            if (auto* evaluation = std::get_if<Evaluation>(&result)) {
                const auto step = search::step_of(topology, times_, layout, *evaluation);
                if (step) {
                    found = search::PlacedLayout{layout, placement, *step, {}, 0, {}};
                    for (const auto& own : evaluation->dimensions)
                        found->network += own.bytes_per_step.network();
                }
            }
            return found;
        };
        report.before = row(whole, *placed);
        auto around = search::replan(reduced, *placed);
        if (auto* found = std::get_if<search::Replan>(&around)) {
            report.after = row(reduced, found->placement);
            report.replan = std::move(*found);
        } else {
            report.notes.push_back("nothing takes the place of what is down: " +
                                   std::get<DoesNotFit>(around).why);
        }
    }

    void add_useful_time(const Topology& topology, output::PlacePlanReport& report) const {
        if (options_.failures.mtbf.raw() <= 0) return;
        report.failures = options_.failures;
        for (const search::PlacedLayout& placed : report.answer.best)
            report.useful.push_back(
                search::useful_time(*report.failures, search::spares_of(topology, placed.placement)));
    }

    [[nodiscard]] std::size_t chosen(const output::PlacePlanReport& report) const {
        const std::size_t number = std::max<std::size_t>(1, question_.write);
        if (number > report.answer.best.size())
            throw wrong("placement number " + std::to_string(number) +
                            " is not there: " + std::to_string(report.answer.best.size()) + " were found",
                        "see them without --write and --ranks");
        return number - 1;
    }

    // Where ranks sit after a failure, or in the chosen placement.
    void write_ranks(const Topology& topology, const output::PlacePlanReport& report) const {
        if (report.after && question_.write == 0) {
            write_output(options_.ranks_file,
                         output::ranks_csv(topology, report.after->layout, report.after->placement));
            return;
        }
        const search::PlacedLayout& placed = report.answer.best[chosen(report)];
        write_output(options_.ranks_file, output::ranks_csv(topology, placed.layout, placed.placement));
    }

    [[nodiscard]] std::string layout_file(const output::PlacePlanReport& report) const {
        const search::PlacedLayout& placed = report.answer.best[chosen(report)];
        const bool needs_ranks = placed.placement.origin == PlacementOrigin::given;
        std::string comment = "Number " + std::to_string(question_.write) + " of railyard plan --layout " +
                              placed.layout.name + " on " + report.topology.name() + ".";
        if (needs_ranks) comment += "\nIts blocks sit as --ranks writes them, for place --placement.";
        return output::layout_yaml(placed.layout, placed.layout.model.name, comment);
    }

    const PlanLayoutQuestion& question_;
    const PlanLayoutOptions& options_;
    input::Library library_;
    search::TimeModel times_;
};

}  // namespace

std::vector<search::Pin> pins_of(const std::vector<std::string>& required,
                                 const std::vector<std::string>& preferred, const Topology& topology) {
    std::vector<search::Pin> pins;
    const auto add = [&](const std::vector<std::string>& texts, search::PinStrength strength,
                         const std::string& flag) {
        for (const std::string& text : texts) {
            auto pin = search::parse_pin(text, strength, topology);
            if (const auto* problem = std::get_if<search::PinProblem>(&pin))
                throw wrong(flag + ": " + problem->message, problem->hint);
            pins.push_back(std::get<search::Pin>(std::move(pin)));
        }
    };
    add(required, search::PinStrength::required, "--pin");
    add(preferred, search::PinStrength::preferred, "--prefer");
    return pins;
}

void add_plan_layout_options(CLI::App& command, PlanLayoutOptions& options) {
    command.add_option("--layout", options.layout, "Find where this layout's ranks best sit; no MODEL then")
        ->type_name("LAYOUT")
        ->group(group);
    command
        .add_option_function<std::string>(
            "--for",
            [&options](const std::string& word) {
                options.goal = word == "time" ? search::PlaceGoal::time : search::PlaceGoal::network_bytes;
            },
            "What is made least: time of a step (default), or bytes between domains")
        ->check(one_of({"time", "bytes"}))
        ->type_name("")
        ->group(group);
    command
        .add_option_function<std::string>(
            "--domains",
            [&options](const std::string& word) {
                const auto& names = search::domain_choice_names;
                options.domains = static_cast<search::DomainChoice>(
                    std::find(names.begin(), names.end(), word) - names.begin());
            },
            "Domains that are taken where they differ: as-listed (default), fewest, or tightest first")
        ->check(one_of({search::domain_choice_names.begin(), search::domain_choice_names.end()}))
        ->type_name("")
        ->group(group);
    command.add_option("--seed", options.seed, "Of the search on topologies that are not regular")
        ->type_name("N")
        ->capture_default_str()
        ->group(group);
    command.add_option("--ranks", options.ranks_file, "Write where every rank then sits to this file (CSV)")
        ->type_name("FILE")
        ->group(group);
    command
        .add_option("--without", options.without,
                    "What is down (rack3/tray7,rack5/tray0/gpu2): says which ranks move and what it costs")
        ->delimiter(',')
        ->type_name("NAME,...")
        ->group(group);
    add_duration(command, "--gpu-mtbf", options.failures.mtbf,
                 "Between failures of one GPU, such as 50000h: tells what spares are worth");
    add_duration(command, "--repair", options.failures.repair,
                 "Until a failed server is back (default: 24 h)");
    add_duration(command, "--restart", options.failures.restart,
                 "From a failure to the next new step (default: 600 s)");
    add_duration(command, "--checkpoint", options.failures.checkpoint,
                 "That a checkpoint holds the job up (default: 60 s)");
}

int plan_layout(const PlanLayoutQuestion& question) {
    return LayoutPlanner(question).run();
}

}  // namespace railyard::tool
