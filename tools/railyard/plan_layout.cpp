#include "railyard/plan_layout.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>
#include <variant>

#include "railyard/answer_format.hpp"
#include "railyard/base/error.hpp"
#include "railyard/base/figures.hpp"
#include "railyard/command.hpp"
#include "railyard/input/library.hpp"
#include "railyard/job/load.hpp"
#include "railyard/output/layout_yaml.hpp"
#include "railyard/output/place_plan_report.hpp"
#include "railyard/output/place_report.hpp"
#include "railyard/output/rank_lists_told.hpp"
#include "railyard/output_file.hpp"
#include "railyard/placement/load.hpp"
#include "railyard/placement/per_domain.hpp"
#include "railyard/planned_topology.hpp"
#include "railyard/search/chosen_domains.hpp"
#include "railyard/search/kept_placement.hpp"
#include "railyard/search/pin_reasons.hpp"
#include "railyard/search/pinned_replan.hpp"
#include "railyard/search/spares.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/time_model.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::tool {
namespace {

InputError wrong(std::string message, std::string hint) {
    return InputError(Diagnostic{{}, std::move(message), std::move(hint), "", 0});
}

// The rows of the answer: the layout as given, what fewest moves make of it, the best ones.
class LayoutPlanner {
  public:
    LayoutPlanner(const PlanOptions& options, const input::Library& library)
        : options_(options), library_(library) {}

    int run(LoadedLayout loaded, std::optional<std::uint32_t> planned_first) {
        auto& [layout, notes] = loaded;
        const PlannedTopology on = planned_topology(options_, library_);
        check_per_domain(on.topology, layout.placement);
        notes.insert(notes.end(), on.notes.begin(), on.notes.end());
        const LoadedTimeModel model = load_time_model(options_.step_model, library_, on.topology, notes);
        times_ = model.view();
        const auto down = gpus_named(on, options_.without);
        const auto before = before_failures(on.topology, layout, planned_first);
        if (const auto* placed = std::get_if<Placement>(&before))
            refuse_where_nothing_is(on.topology, *placed);
        const Topology reduced = search::without(on.topology, down);
        search::PlaceRules rules;
        rules.goal = options_.goal;
        rules.domains = options_.domains;
        rules.seed = options_.seed;
        rules.best = std::max(options_.best.value_or(5), options_.write);
        rules.pins = pins_of(options_, reduced);
        search::PlaceAnswer answer = search::place_best(reduced, layout, times_, rules);
        output::PlacePlanReport report{reduced, layout, answer, {}, std::nullopt, {}, {}, {}, notes};
        report.model = model.model;
        report.goal = options_.goal;
        report.seed = options_.seed;
        for (const std::string& name : options_.without)
            if (std::find(report.without.begin(), report.without.end(), name) == report.without.end())
                report.without.push_back(name);
        if (const auto* placed = std::get_if<Placement>(&before))
            if (!options_.without.empty()) around_failures(on.topology, reduced, layout, *placed, report);
        if (answer.unmet.any())
            report.why_unmet =
                search::why_unmet(answer.unmet, rules.pins, reduced, layout.model, {layout.degrees});
        add_useful_time(reduced, report);
        add_hosts(reduced, on, report);
        if (options_.writes_files() && !answer.best.empty() && (options_.write > 0 || !report.after)) {
            for (const std::string& pin : answer.best[chosen(report)].broken_pins)
                report.notes.push_back(pin + " is not kept by number " + std::to_string(chosen(report) + 1));
        }
        // Neither a file nor CSV has room for it.
        if (options_.writes_files() || options_.output.format == Format::csv)
            std::fputs(place_plan_beside_files(report).c_str(), stderr);
        const bool nothing_to_write = answer.best.empty() && (options_.write > 0 || !report.after);
        if (options_.writes_files() && nothing_to_write) return exit_no;
        if (!options_.ranks_file.empty()) write_ranks(reduced, report);
        if (options_.write > 0) {
            options_.output.write(layout_file(report));
        } else {
            options_.output.write(in_format(options_.output.format, report, output::place_plan_table,
                                            output::place_plan_json, output::place_plan_csv));
        }
        const bool done = !answer.best.empty() && (options_.without.empty() || report.replan.has_value());
        return done ? exit_done : exit_no;
    }

  private:
    // Pins and --domains say where ranks may go, not where they are.
    [[nodiscard]] std::variant<Placement, DoesNotFit> before_failures(
        const Topology& topology, const Layout& layout, std::optional<std::uint32_t> planned_first) const {
        if (planned_first) {
            const search::KeptRuns runs(topology, pins_of(options_, topology));
            return search::place_keeping(topology, layout, options_.domains, runs, *planned_first);
        }
        const RankGrid grid(layout.order, layout.degrees);
        if (options_.placement_file.empty()) return place(topology, grid, layout.placement);
        Placement placed = load_placement(topology, grid, options_.placement_file);
        placed.block = block_size(grid, layout.placement.keep);
        return placed;
    }

    // Where as many domains come as the job needs, those beyond them are not there.
    void refuse_where_nothing_is(const Topology& topology, const Placement& placed) const {
        if (!topology.as_needed()) return;
        std::uint32_t last = 0;
        for (const Segment& segment : placed.segments) last = std::max(last, segment.domain.value());
        const auto name_of = [&](std::uint32_t domain) {
            return domain_name(topology, topology.domain(DomainId(domain)));
        };
        for (const std::string& name : options_.without) {
            const GpuId first = std::get<GpuRange>(parse_name(topology, name)).first;
            if (topology.place(first).domain.value() <= last) continue;
            throw wrong(
                "--without " + name + ": the job does not reach that far",
                last == 0 ? "it sits in " + name_of(0) : "it sits in " + name_of(0) + " to " + name_of(last));
        }
    }

    void around_failures(const Topology& whole, const Topology& reduced, const Layout& layout,
                         const Placement& placed, output::PlacePlanReport& report) {
        const auto row = [&](const Topology& topology, const Placement& placement) {
            auto result = evaluate(topology, layout, placement);
            std::optional<search::PlacedLayout> found;
            if (auto* evaluation = std::get_if<Evaluation>(&result)) {
                const auto step = search::step_of(topology, times_, layout, *evaluation);
                if (step) {
                    found = search::PlacedLayout{layout,        placement, step->times, step->network,
                                                 step->volumes, 0,         {},          {}};
                }
            }
            return found;
        };
        report.before = row(whole, placed);
        auto around = search::replan_within(reduced, layout, placed, pins_of(options_, reduced));
        if (auto* found = std::get_if<search::PinnedReplan>(&around)) {
            report.after = row(reduced, found->replan.placement);
            report.replan = std::move(found->replan);
            report.broken_by_fewest = std::move(found->broken);
            report.fewest_moves = found->fewest;
        } else if (const auto* none = std::get_if<search::NoPinnedReplan>(&around)) {
            std::string pins;
            for (const std::string& pin : none->broken) pins += (pins.empty() ? "" : ", ") + pin;
            report.notes.push_back("around what is down at least " + counted(none->fewest, "rank") +
                                   " would move, which breaks " + pins +
                                   "; no way to move more was found that keeps it");
        } else {
            report.notes.push_back("nothing takes the place of what is down: " +
                                   std::get<DoesNotFit>(around).why);
        }
    }

    void add_useful_time(const Topology& topology, output::PlacePlanReport& report) const {
        if (options_.failures.mtbf.raw() <= 0) return;
        report.failures = options_.failures;
        const auto useful = [&](const search::PlacedLayout& placed) {
            return search::useful_time(*report.failures, search::spares_of(topology, placed.placement));
        };
        if (report.answer.as_given) report.useful_as_given = useful(*report.answer.as_given);
        for (const search::PlacedLayout& placed : report.answer.best) report.useful.push_back(useful(placed));
    }

    // Who sits where, as launchers want to know it.
    void add_hosts(const Topology& topology, const PlannedTopology& on,
                   output::PlacePlanReport& report) const {
        if (on.host_of.empty()) return;
        report.host_of = on.host_of;
        const auto order = [&](const search::PlacedLayout& placed) {
            return hosts_in_order(on, topology, placed.placement);
        };
        for (const search::PlacedLayout& placed : report.answer.best)
            report.hosts_of_best.push_back(order(placed));
        if (report.after) report.hosts_after = order(*report.after);
    }

    [[nodiscard]] std::size_t chosen(const output::PlacePlanReport& report) const {
        const std::size_t number = std::max<std::size_t>(1, options_.write);
        if (number > report.answer.best.size())
            throw wrong("placement number " + std::to_string(number) +
                            " is not there: " + std::to_string(report.answer.best.size()) + " were found",
                        "see them without --write and --ranks");
        return number - 1;
    }

    // Where ranks sit after a failure, or in the chosen placement.
    void write_ranks(const Topology& topology, const output::PlacePlanReport& report) const {
        if (report.after && options_.write == 0) {
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
        std::string comment = "Number " + std::to_string(options_.write) + " of railyard plan --layout " +
                              placed.layout.name + " on " + report.topology.name() + ".";
        if (needs_ranks) comment += "\n" + std::string(output::needs_rank_list);
        return output::layout_yaml(placed.layout, placed.layout.model.name, comment);
    }

    const PlanOptions& options_;
    const input::Library& library_;
    search::TimeModel times_;
};

}  // namespace

int plan_layout(const PlanOptions& options) {
    const input::Library library(shipped_roots());
    return plan_layout(options, library, load_layout(library, options.layout));
}

int plan_layout(const PlanOptions& options, const input::Library& library, LoadedLayout layout,
                std::optional<std::uint32_t> planned_first) {
    return LayoutPlanner(options, library).run(std::move(layout), planned_first);
}

}  // namespace railyard::tool
