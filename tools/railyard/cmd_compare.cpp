#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "railyard/base/error.hpp"
#include "railyard/command.hpp"
#include "railyard/estimate/load_calibration.hpp"
#include "railyard/estimate/load_constants.hpp"
#include "railyard/output/compare_report.hpp"
#include "railyard/output_file.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/sweep/design_points.hpp"
#include "railyard/sweep/load_plan.hpp"
#include "railyard/sweep_file.hpp"
#include "railyard/sweep_results.hpp"
#include "railyard/topology/bill_notes.hpp"

namespace railyard::tool {
namespace {

struct CompareOptions {
    std::string a;
    std::string b;
    std::string times;
    OutputOptions output;
};

// A sweep of one point; LAYOUT@TOPOLOGY stands for the one that names these two.
class Side {
  public:
    Side(const input::Library& library, const std::string& name, const std::string& times)
        : plan_(plan_of(library, name)) {
        if (plan_.grid.points() != 1) {
            throw InputError(
                Diagnostic{{},
                           name + " is " + std::to_string(plan_.grid.points()) + " designs, not one",
                           "compare takes sweeps of one point: leave one value on every axis",
                           "",
                           0});
        }
        if (times == cost_model_names[0]) plan_.times = CostModel::reference;
        if (times == cost_model_names[1]) plan_.times = CostModel::calibrated;
        if (plan_.times == CostModel::reference) {
            points_.emplace(library, plan_, calibrate_reference(library).eta);
        } else {
            points_.emplace(
                library, plan_,
                sweep::CalibratedTimes{load_calibration(shipped_file(library, shipped_calibration)),
                                       calibrate_reference(library).eta});
        }
        found_ = points_->design(0);
    }

    [[nodiscard]] CostModel times() const { return plan_.times; }
    [[nodiscard]] const std::string& why_not() const { return found_.why_not; }
    // That another model than asked for timed it.
    [[nodiscard]] const std::string& caveat() const { return found_.caveat; }
    // All that is to be said of the design.
    [[nodiscard]] std::vector<std::string> notes() const {
        std::vector<std::string> all = found_.notes;
        if (!found_.caveat.empty()) all.insert(all.begin(), found_.caveat);
        return all;
    }
    [[nodiscard]] bool is_timed_by_reference() const {
        return found_.assessment && found_.assessment->estimate.model == CostModel::reference;
    }
    [[nodiscard]] PointFacts facts() const {
        return {*found_.topology, *found_.layout, plan_.terms, &*found_.assessment, &found_.bill};
    }
    [[nodiscard]] const std::vector<StepPiece>& pieces() const { return found_.pieces; }
    [[nodiscard]] std::uint32_t billed_domains() const { return found_.billed_domains; }
    [[nodiscard]] const Bill& bill() const { return found_.bill; }
    // What its cost or power leaves out and takes for granted.
    [[nodiscard]] std::vector<std::string> bill_notes(Billed figure) const {
        return railyard::bill_notes(*found_.topology, 1, figure);
    }
    // Keys and what they are set to.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> settings() const {
        std::vector<std::pair<std::string, std::string>> all;
        for (const sweep::Axis& axis : plan_.axes)
            for (const auto& key : axis.keys) all.emplace_back(key.path, sweep::text_of(key.values[0]));
        for (const auto& key : plan_.fixed) all.emplace_back(key.path, sweep::text_of(key.values[0]));
        return all;
    }
    [[nodiscard]] std::string called(const std::string& name) const {
        const std::string what = found_.layout->name + " on " + found_.topology->name();
        return name.find('@') != std::string::npos ? what : plan_.name + " (" + what + ")";
    }

  private:
    static sweep::Plan plan_of(const input::Library& library, const std::string& name) {
        const std::size_t at = name.find('@');
        if (at == std::string::npos) return sweep::load_plan(sweep_file(library, name));
        const std::string text = "{sweep: command line, layout: \"" + name.substr(0, at) +
                                 "\", topology: \"" + name.substr(at + 1) + "\"}\n";
        return sweep::load_plan(input::parse_yaml(input::make_source("command line", text)));
    }

    sweep::Plan plan_;
    std::optional<sweep::DesignPoints> points_;
    sweep::Design found_;
};

std::vector<std::string> changed_keys(const Side& a, const Side& b) {
    std::vector<std::string> changed;
    const auto of_a = a.settings();
    const auto of_b = b.settings();
    const auto value = [](const auto& settings, const std::string& key) {
        for (const auto& [path, text] : settings)
            if (path == key) return text;
        return std::string("as the files have it");
    };
    for (const auto& [key, text] : of_a)
        if (value(of_b, key) != text) changed.push_back(key + ": " + text + " -> " + value(of_b, key));
    for (const auto& [key, text] : of_b) {
        bool known = false;
        for (const auto& [other, unused] : of_a) known = known || other == key;
        if (!known) changed.push_back(key + ": as the files have it -> " + text);
    }
    return changed;
}

bool have_the_same_times(const Side& a, const Side& b) {
    for (std::size_t i = 0; i < std::min(a.pieces().size(), b.pieces().size()); ++i)
        if (a.pieces()[i].time.raw() != b.pieces()[i].time.raw()) return false;
    return true;
}

// What is true of both is told once.
void tell(const std::vector<std::string>& of_a, const std::vector<std::string>& of_b,
          std::vector<std::string>& notes) {
    const auto has = [](const std::vector<std::string>& all, const std::string& note) {
        return std::find(all.begin(), all.end(), note) != all.end();
    };
    for (const std::string& note : of_a) notes.push_back((has(of_b, note) ? "" : "A: ") + note);
    for (const std::string& note : of_b)
        if (!has(of_a, note)) notes.push_back("B: " + note);
}

// Of figures that one of the two has.
void bill_notes(const Side& a, const Side& b, std::vector<std::string>& notes) {
    const auto of = [&](Billed figure) { tell(a.bill_notes(figure), b.bill_notes(figure), notes); };
    if (a.bill().cost || b.bill().cost) of(Billed::cost);
    if (a.bill().power || b.bill().power) of(Billed::power);
}

int run(const CompareOptions& options) {
    const input::Library library(shipped_roots());
    std::optional<Side> side_a(std::in_place, library, options.a, options.times);
    std::optional<Side> side_b(std::in_place, library, options.b, options.times);
    std::vector<std::string> notes;
    const bool one_model = side_a->times() == side_b->times();
    if (one_model && side_a->is_timed_by_reference() != side_b->is_timed_by_reference()) {
        // The calibration knows one of the two: their times would not compare.
        notes.push_back((side_a->is_timed_by_reference() ? side_a : side_b)->caveat() +
                        "; so are the other's, that the two compare");
        side_a.emplace(library, options.a, std::string(cost_model_names[0]));
        side_b.emplace(library, options.b, std::string(cost_model_names[0]));
    }
    const Side& a = *side_a;
    const Side& b = *side_b;
    tell(a.notes(), b.notes(), notes);
    for (const auto& [side, name] : {std::pair{&a, &options.a}, std::pair{&b, &options.b}}) {
        if (side->why_not().empty()) continue;
        write_output("", *name + ": no design: " + side->why_not() + "\n");
        return exit_no;
    }
    if (a.times() != b.times()) {
        throw InputError(Diagnostic{{},
                                    "the two have different models of times",
                                    "--times calibrated takes one model for both",
                                    "",
                                    0});
    }
    if (a.is_timed_by_reference() && !(a.settings() == b.settings()) && have_the_same_times(a, b)) {
        notes.emplace_back(
            "the two take the same time by the reference model, which knows the rates of NVLink and NICs and "
            "nothing else of links (no tiers, oversubscription or latencies): --times calibrated");
    }
    bill_notes(a, b, notes);
    const PointFacts facts_a = a.facts();
    const PointFacts facts_b = b.facts();
    const output::CompareReport report{
        a.called(options.a), b.called(options.b), changed_keys(a, b),
        compare_designs({facts_a, a.pieces(), a.billed_domains()}, {facts_b, b.pieces(), b.billed_domains()}),
        std::move(notes)};
    switch (options.output.format) {
        case Format::table:
            options.output.write(compare_table(report));
            break;
        case Format::json:
            options.output.write(compare_json(report));
            break;
        case Format::csv:
            options.output.write(compare_csv(report));
            tell_notes(report.notes);  // no cell has room for them
            break;
    }
    return exit_done;
}

}  // namespace

void add_compare(CLI::App& app, Selected& selected) {
    CLI::App* command = app.add_subcommand("compare", "Put two designs side by side: what changes, and why");
    const auto options = std::make_shared<CompareOptions>();
    command->add_option("A", options->a, "A sweep of one point, or LAYOUT@TOPOLOGY")->required();
    command->add_option("B", options->b, "The other one")->required();
    command->add_option("--times", options->times, "The model of times, whatever the sweeps say")
        ->check(one_of({cost_model_names.begin(), cost_model_names.end()}))
        ->type_name("");
    add_output_options(*command, options->output, {Format::table, Format::json, Format::csv});
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
