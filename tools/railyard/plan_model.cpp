#include "railyard/plan_model.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/answer_format.hpp"
#include "railyard/base/error.hpp"
#include "railyard/command.hpp"
#include "railyard/input/library.hpp"
#include "railyard/interrupt.hpp"
#include "railyard/job/load.hpp"
#include "railyard/output/layout_yaml.hpp"
#include "railyard/output/place_report.hpp"
#include "railyard/output/plan_report.hpp"
#include "railyard/output/rank_lists_told.hpp"
#include "railyard/output_file.hpp"
#include "railyard/plan_layout.hpp"
#include "railyard/plan_progress.hpp"
#include "railyard/planned_topology.hpp"
#include "railyard/search/chosen_domains.hpp"
#include "railyard/search/kept_placement.hpp"
#include "railyard/search/pin_reasons.hpp"
#include "railyard/search/reasons.hpp"
#include "railyard/search/space_problem.hpp"
#include "railyard/search/spares.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/time_model.hpp"

namespace railyard::tool {
namespace {

// What a written layout says for its model: a shipped name as it is, a file by its whole path.
std::string model_reference(const std::string& model) {
    std::error_code failed;
    return std::filesystem::exists(model, failed) ? std::filesystem::absolute(model).string() : model;
}

class ModelPlanner {
  public:
    explicit ModelPlanner(const PlanOptions& options) : options_(options), library_(shipped_roots()) {}

    int run() {
        space_ = options_.space;
        space_.base.model = load_model(library_, options_.model);
        space_.base.name = space_.base.model.name + "-plan";
        if (const auto problem = search::space_problem(space_))
            throw InputError(Diagnostic{{}, problem->message, problem->hint, "", 0});
        const PlannedTopology on = planned_topology(options_, library_);
        std::vector<std::string> notes = on.notes;
        note_pins_of_experts(notes);
        for (const std::string& value : search::impossible_values(space_))
            notes.push_back("no cut has " + value + ": what else was given is searched");
        const LoadedTimeModel model = load_time_model(options_.step_model, library_, on.topology, notes);
        const search::TimeModel times = model.view();
        const Seconds took = search(on.topology, times);
        if (!options_.without.empty() && !answer_.best.empty()) return around_failures(std::move(notes));
        output::PlanReport report{on.topology,     space_,      answer_, {},
                                  model.fitted_on, model.model, took,    std::move(notes)};
        report.domains = options_.domains;
        report.without_preferences = std::move(without_preferences_);
        if (answer_.unmet.any()) report.why_unmet = why_unmet(on.topology);
        report.host_of = on.host_of;
        if (options_.writes_files() && !answer_.best.empty()) {
            for (const std::string& pin : chosen().machine.broken_pins)
                report.notes.push_back(pin + " is not kept by number " + std::to_string(chosen_number()));
        }
        if (options_.writes_files() || options_.output.format == Format::csv)
            std::fputs(plan_beside_files(report).c_str(), stderr);
        if (options_.writes_files() && answer_.best.empty()) return exit_no;
        if (!options_.ranks_file.empty()) write_ranks(on.topology);
        if (options_.write > 0) {
            options_.output.write(layout_file(on.topology));
            return exit_done;
        }
        for (const search::PlanEntry& entry : answer_.best)
            report.reasons.push_back(reasons_of(on.topology, times, entry));
        report.useful = useful_times(on.topology);
        if (!report.useful.empty()) report.failures = options_.failures;
        if (!on.host_of.empty()) {
            for (const search::PlanEntry& entry : answer_.best)
                report.hosts_of_best.push_back(
                    hosts_in_order(on, on.topology, placement_of(on.topology, entry)));
        }
        options_.output.write(in_format(options_.output.format, report, output::plan_table, output::plan_json,
                                        output::plan_csv));
        return answer_.best.empty() ? exit_no : exit_done;
    }

  private:
    Seconds search(const Topology& topology, const search::TimeModel& times) {
        search::PlanRules rules;
        rules.pins = pins_of(options_, topology);
        pins_ = rules.pins;
        rules.reserved = options_.reserved;
        rules.best = std::max(options_.best.value_or(20), options_.write);
        rules.pruning = options_.pruning;
        rules.domains = options_.domains;
        const auto start = std::chrono::steady_clock::now();
        const Interrupt interrupt;
        PlanProgressLine line;
        const auto found = [&] {
            return search::plan(
                topology, space_, times, rules,
                [&](const search::PlanProgress& progress) { line.show(progress); }, &interrupt.flag());
        };
        answer_ = found();
        // What that costs; a layout file does not say it.
        const bool tells_cost = !options_.preferred_pins.empty() && options_.write == 0;
        if (tells_cost && !answer_.best.empty() && !answer_.stopped) {
            rules.pins.erase(std::remove_if(rules.pins.begin(), rules.pins.end(),
                                            [](const search::Pin& pin) {
                                                return pin.strength == search::PinStrength::preferred;
                                            }),
                             rules.pins.end());
            rules.best = 1;
            search::PlanAnswer fastest = found();
            if (!fastest.stopped) without_preferences_ = std::move(fastest.best.front());
        }
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        return seconds(took.count());
    }

    [[nodiscard]] std::vector<std::string> why_unmet(const Topology& topology) const {
        std::vector<Degrees> cuts;
        for (const search::Cut& cut : search::cuts_of(space_)) cuts.push_back(cut.degrees);
        return search::why_unmet(answer_.unmet, pins_of(options_, topology), topology, space_.base.model,
                                 cuts);
    }

    // Pins that every cut keeps, since it has no such groups.
    void note_pins_of_experts(std::vector<std::string>& notes) const {
        if (space_.base.model.experts) return;
        for (const auto* pins : {&options_.pins, &options_.preferred_pins}) {
            for (const std::string& pin : *pins) {
                const std::string what = pin.substr(0, pin.find('='));
                if (what == "ep" || what == "etp" || what == "edp")
                    notes.push_back(pin + " says nothing: " + space_.base.model.name + " has no experts");
            }
        }
    }

    // The best cut, planned with nothing down, where something is.
    int around_failures(std::vector<std::string> notes) {
        notes.push_back(std::string("the cut is number 1 of this plan with nothing down") +
                        (answer_.stopped ? ", the best when the search was stopped" : "") +
                        "; --write 1 without --without writes it");
        const search::PlanEntry& best = answer_.best.front();
        return plan_layout(options_, library_, {best.layout, std::move(notes)}, best.machine.first);
    }

    [[nodiscard]] std::size_t chosen_number() const { return std::max<std::size_t>(1, options_.write); }

    [[nodiscard]] const search::PlanEntry& chosen() const {
        const std::size_t number = chosen_number();
        const std::size_t found = answer_.best.size();
        if (number <= found) return answer_.best[number - 1];
        const std::string flag = options_.write > 0 ? "--write " + std::to_string(number) : "--ranks";
        throw InputError(Diagnostic{
            {},
            flag + ": the plan has " + std::to_string(found) + (found == 1 ? " cut" : " cuts") + " that fit",
            "ask for one of these",
            "",
            0});
    }

    [[nodiscard]] std::string layout_file(const Topology& topology) const {
        std::string about =
            "Number " + std::to_string(options_.write) + " of railyard plan on " + topology.name() + ".";
        if (chosen().machine.origin == PlacementOrigin::given)
            about += "\n" + std::string(output::needs_rank_list);
        if (answer_.stopped) about += "\nThe search was stopped before its end: of the best so far.";
        return output::layout_yaml(chosen().layout, model_reference(options_.model), about);
    }

    [[nodiscard]] Placement placement_of(const Topology& topology, const search::PlanEntry& entry) const {
        const search::KeptRuns runs(topology, pins_);
        auto placed =
            search::place_keeping(topology, entry.layout, options_.domains, runs, entry.machine.first);
        return std::get<Placement>(std::move(placed));  // as it was when it was timed
    }

    [[nodiscard]] search::StepReasons reasons_of(const Topology& topology, const search::TimeModel& times,
                                                 const search::PlanEntry& entry) const {
        if (entry.machine.origin == PlacementOrigin::rules)
            return search::reasons_of(topology, times, entry.layout);
        return search::reasons_of(topology, times, entry.layout, placement_of(topology, entry));
    }

    void write_ranks(const Topology& topology) const {
        const search::PlanEntry& entry = chosen();
        write_output(options_.ranks_file,
                     output::ranks_csv(topology, entry.layout, placement_of(topology, entry)));
    }

    // The share of time in which each of the best gets on, if that was asked for.
    [[nodiscard]] std::vector<search::UsefulTime> useful_times(const Topology& topology) const {
        std::vector<search::UsefulTime> useful;
        if (options_.failures.mtbf.raw() <= 0) return useful;
        for (const search::PlanEntry& entry : answer_.best) {
            const Placement placement = placement_of(topology, entry);
            useful.push_back(search::useful_time(options_.failures, search::spares_of(topology, placement)));
        }
        return useful;
    }

    const PlanOptions& options_;
    input::Library library_;
    search::PlanSpace space_;
    std::vector<search::Pin> pins_;
    search::PlanAnswer answer_;
    std::optional<search::PlanEntry> without_preferences_;
};

}  // namespace

int plan_model(const PlanOptions& options) {
    return ModelPlanner(options).run();
}

}  // namespace railyard::tool
