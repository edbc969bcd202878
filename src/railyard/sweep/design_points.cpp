#include "railyard/sweep/design_points.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "railyard/base/error.hpp"
#include "railyard/base/units.hpp"
#include "railyard/estimate/calibrated_facts.hpp"
#include "railyard/estimate/reference_facts.hpp"
#include "railyard/placement/per_domain.hpp"
#include "railyard/search/figures.hpp"

namespace railyard::sweep {
namespace {

// Beyond so many combinations layouts are made anew for each point.
constexpr std::uint64_t most_kept = 1U << 18U;

bool changes_machine(Target target) {
    return target == Target::topology_file || target == Target::topology || target == Target::domain ||
           target == Target::gpu;
}

// Domains that a last run which comes as needed is billed with: as many as the job needs of it.
std::uint32_t billed_domains(const Topology& topology, const Placement& placement) {
    const DomainKind& kind = topology.kinds()[topology.runs().back().kind];
    const auto parts = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(kind.partitions.size()));
    std::uint32_t before = 0;
    for (std::size_t r = 0; r + 1 < topology.runs().size(); ++r) before += topology.runs()[r].count;
    const std::uint32_t used = (placement.domains_used + parts - 1) / parts;
    return used > before ? used - before : 0;
}

Bill bill_for(const Topology& topology, const Placement& placement) {
    return bill_of(topology, billed_domains(topology, placement));
}

// With the reference model's times where the calibration does not know the machine; `caveat` says so.
AssessmentResult assess(const PointMachine& machine, const Layout& layout, StageDetail detail,
                        std::string& caveat) {
    AssessmentResult assessed = machine.evaluator->evaluate(layout, detail);
    const auto* unknown = std::get_if<NotCalibrated>(&assessed);
    if (unknown == nullptr || !machine.reference) return assessed;
    caveat = "times of the reference model: " + unknown->why;
    return machine.reference->evaluate(layout, detail);
}

void say(const std::string& more, std::string& caveat) {
    if (!more.empty()) caveat += (caveat.empty() ? "" : "; ") + more;
}

std::string gibibytes_text(Bytes size) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.1f GiB", size.raw() / gibibytes(1).raw());
    return digits;
}

// What the step of a design is made of, by the model that timed it. Ranks are looked at one by one: shares of
// oversubscribed links may want them.
std::vector<StepPiece> pieces_of(const Topology& topology, const Layout& layout, const Assessment& found,
                                 const TimeModel& times) {
    if (found.estimate.model == CostModel::reference)
        return reference_facts(topology, layout, found.estimate);
    const EvaluationResult placed = evaluate(topology, layout);
    return calibrated_facts(topology, layout, std::get<Evaluation>(placed), found.estimate.links,
                            std::get<CalibratedTimes>(times).calibration);
}

// Whoever asks for the best step wants to know that it cannot be run.
void say_memory(const PointFacts& facts, std::string& caveat) {
    const Bytes capacity = facts.assessment->estimate.rates.gpu_memory - facts.terms.reserved;
    if (facts.assessment->memory <= capacity) return;
    say(std::string(over_memory) + ": needs " + gibibytes_text(facts.assessment->memory) + " of " +
            gibibytes_text(capacity),
        caveat);
}

bool is_figure(std::size_t number) {
    return number < figures().size();
}

// Those of a constraint and of the keys behind them.
std::optional<double> number_of(const Plan& plan, std::size_t number, const PointFacts& facts,
                                std::uint64_t point) {
    if (is_figure(number)) return figures()[number].value(facts);
    const KeyNumbers& key = plan.constraint_keys[number - figures().size()];
    return key.of_choice[key.axis ? plan.grid.choice(point, *key.axis) : 0];
}

FigurePhase phase_of(const Constraint& constraint) {
    FigurePhase last = FigurePhase::laid_out;
    for (const std::size_t f : constraint.figures())
        if (is_figure(f)) last = std::max(last, figures()[f].phase);
    return last;
}

// Figures of a constraint that a point does not have: it does not hold for want of them.
std::string what_is_missing(const Constraint& constraint, const PointFacts& facts) {
    std::string missing;
    for (const std::size_t f : constraint.figures())
        if (is_figure(f) && !figures()[f].value(facts))
            missing += (missing.empty() ? ": there is no " : ", ") + std::string(figures()[f].column);
    return missing;
}

// What tells combinations of some axes apart.
std::uint64_t combination(const Plan& plan, const std::vector<std::size_t>& axes, std::uint64_t point) {
    std::uint64_t number = 0;
    for (const std::size_t axis : axes)
        number = number * plan.axes[axis].size() + plan.grid.choice(point, axis);
    return number;
}

std::uint64_t combinations(const Plan& plan, const std::vector<std::size_t>& axes) {
    std::uint64_t all = 1;
    for (const std::size_t axis : axes) all *= plan.axes[axis].size();
    return all;
}

// Of what results come from: what the files say, wherever they lie, and the model of times.
std::uint64_t fingerprint_of(const Plan& plan, const TimeModel& times, const std::vector<NamedSum>& files) {
    Checksum sum;
    sum.add(cost_model_names[static_cast<std::size_t>(plan.times)]);
    if (const auto* eta = std::get_if<double>(&times)) sum.add(std::to_string(*eta));
    std::vector<std::uint64_t> sums;
    for (const NamedSum& file : files) sums.push_back(file.sum);
    std::sort(sums.begin(), sums.end());
    for (const std::uint64_t file : sums) sum.add(std::to_string(file));
    return sum.value();
}

}  // namespace

struct DesignPoints::Outcome {
    PointStatus status = PointStatus::ok;
    std::string reason;
    std::vector<std::optional<double>> figures;
};

DesignPoints::DesignPoints(const input::Library& library, const Plan& plan, TimeModel times,
                           const std::vector<std::string>& times_files)
    : plan_(plan),
      times_(std::move(times)),
      files_(open_files(library, plan, times_files)),
      maker_(library, plan, files_, times_) {
    fingerprint_ = fingerprint_of(plan, times_, files_.read);
    for (std::size_t axis = 0; axis < plan.axes.size(); ++axis) {
        const auto& keys = plan.axes[axis].keys;
        axis_columns_.emplace_back(keys.begin(), keys.end());
        const auto machine = [](const SweptKey& key) { return changes_machine(key.target); };
        if (std::any_of(keys.begin(), keys.end(), machine)) machine_axes_.push_back(axis);
        if (!std::all_of(keys.begin(), keys.end(), machine)) job_axes_.push_back(axis);
    }
    const std::uint64_t machines = combinations(plan, machine_axes_);
    const std::uint64_t jobs = combinations(plan, job_axes_);
    if (machines <= most_kept) machines_ = std::vector<std::atomic<const PointMachine*>>(machines);
    if (jobs <= most_kept) jobs_ = std::vector<std::atomic<const PointJob*>>(jobs);
    const auto look = [&](std::size_t figure) {
        needs_bytes_ = needs_bytes_ || figures()[figure].needs == FigureNeeds::bytes_by_stage;
        needs_bill_ = needs_bill_ || figures()[figure].needs == FigureNeeds::bill;
    };
    for (const std::size_t figure : plan.columns) look(figure);
    for (const Constraint& constraint : plan.constraints)
        for (const std::size_t figure : constraint.figures())
            if (is_figure(figure)) look(figure);
}

DesignPoints::~DesignPoints() {
    for (const auto& machine : machines_) delete machine.load();
    for (const auto& job : jobs_) delete job.load();
}

// Finds what is kept under a number, or makes it. When two threads make the same, one of the two is kept.
template <class T, class Make>
static const T& kept(std::vector<std::atomic<const T*>>& all, std::uint64_t number, std::unique_ptr<T>& own,
                     Make make) {
    if (all.empty()) {
        own = make();
        return *own;
    }
    std::atomic<const T*>& place = all[number];
    if (const T* known = place.load(std::memory_order_acquire)) return *known;
    std::unique_ptr<T> made = make();
    const T* none = nullptr;
    if (place.compare_exchange_strong(none, made.get(), std::memory_order_acq_rel)) return *made.release();
    return *none;
}

DesignPoints::Outcome DesignPoints::outcome(std::uint64_t point) const {
    std::unique_ptr<PointMachine> own_machine;
    std::unique_ptr<PointJob> own_job;
    const PointMachine& machine =
        kept(machines_, machines_.empty() ? 0 : combination(plan_, machine_axes_, point), own_machine,
             [&] { return maker_.machine(point); });
    const PointJob& job = kept(jobs_, jobs_.empty() ? 0 : combination(plan_, job_axes_, point), own_job,
                               [&] { return maker_.job(point); });
    Outcome result;
    result.figures.resize(plan_.columns.size());
    const auto no = [&](PointStatus status, std::string reason) {
        result.status = status;
        result.reason = std::move(reason);
        return result;
    };
    if (!machine.topology) return no(PointStatus::refused, machine.why_not);
    if (!job.layout) return no(PointStatus::refused, job.why_not);
    PointFacts facts{*machine.topology, *job.layout, plan_.terms, nullptr, nullptr};
    const auto fill = [&](FigurePhase phase) {
        for (std::size_t i = 0; i < plan_.columns.size(); ++i) {
            const Figure& figure = figures()[plan_.columns[i]];
            if (figure.phase == phase) result.figures[i] = figure.value(facts);
        }
    };
    const auto broken = [&](FigurePhase phase) -> const Constraint* {
        const auto value = [&](std::size_t f) { return number_of(plan_, f, facts, point); };
        for (const Constraint& constraint : plan_.constraints)
            if (phase_of(constraint) == phase && !constraint.holds(value)) return &constraint;
        return nullptr;
    };
    fill(FigurePhase::laid_out);
    if (const Constraint* why = broken(FigurePhase::laid_out)) return no(PointStatus::excluded, why->text());
    AssessmentResult assessed;
    try {
        check_per_domain(*machine.topology, job.layout->placement);
        const StageDetail detail = needs_bytes_ ? StageDetail::by_stage : StageDetail::summed;
        assessed = assess(machine, *job.layout, detail, result.reason);
    } catch (const InputError& error) {
        return no(PointStatus::refused, reason_of(error));
    }
    if (const auto* why = std::get_if<DoesNotFit>(&assessed)) return no(PointStatus::does_not_fit, why->why);
    if (const auto* why = std::get_if<NotCalibrated>(&assessed)) return no(PointStatus::unknown, why->why);
    facts.assessment = &std::get<Assessment>(assessed);
    Bill bill;
    if (needs_bill_) {
        bill = bill_for(*machine.topology, facts.assessment->evaluation.placement);
        facts.bill = &bill;
    }
    fill(FigurePhase::evaluated);
    if (const Constraint* why = broken(FigurePhase::evaluated))
        return no(PointStatus::excluded, why->text() + what_is_missing(*why, facts));
    say_memory(facts, result.reason);
    say(facts.assessment->stand_in, result.reason);
    say(job.notes, result.reason);
    return result;
}

Design DesignPoints::design(std::uint64_t point) const {
    const auto machine = maker_.machine(point);
    const auto job = maker_.job(point);
    Design design;
    design.topology = machine->topology;
    design.layout = job->layout;
    design.why_not = machine->topology ? job->why_not : machine->why_not;
    if (!machine->topology || !job->layout) return design;
    AssessmentResult assessed;
    try {
        check_per_domain(*design.topology, design.layout->placement);
        assessed = assess(*machine, *job->layout, StageDetail::by_stage, design.caveat);
    } catch (const InputError& error) {
        design.why_not = reason_of(error);
        return design;
    }
    if (const auto* no = std::get_if<DoesNotFit>(&assessed)) design.why_not = "it does not fit: " + no->why;
    if (const auto* no = std::get_if<NotCalibrated>(&assessed)) design.why_not = no->why;
    if (auto* found = std::get_if<Assessment>(&assessed)) {
        if (!found->stand_in.empty()) design.notes.push_back(std::move(found->stand_in));
        if (!job->notes.empty()) design.notes.push_back(job->notes);
        design.assessment = std::move(*found);
        design.pieces = pieces_of(*design.topology, *design.layout, *design.assessment, times_);
        design.billed_domains = billed_domains(*design.topology, design.assessment->evaluation.placement);
        design.bill = bill_of(*design.topology, design.billed_domains);
        const PointFacts facts{*design.topology, *design.layout, plan_.terms, &*design.assessment,
                               &design.bill};
        for (const Constraint& constraint : plan_.constraints) {
            if (!constraint.holds([&](std::size_t f) { return figures()[f].value(facts); }))
                design.notes.push_back("its sweep leaves it out by `where`: " + constraint.text() +
                                       what_is_missing(constraint, facts));
        }
    }
    return design;
}

std::optional<Topology> DesignPoints::topology(std::uint64_t point) const {
    return maker_.machine(point)->topology;
}

std::vector<ResultColumn> DesignPoints::columns() const {
    std::vector<ResultColumn> all = {{"point", CellKind::whole}};
    for (const auto& axis : axis_columns_)
        for (const AxisColumns& key : axis) all.insert(all.end(), key.columns().begin(), key.columns().end());
    all.push_back({status_column, CellKind::text});
    all.push_back({reason_column, CellKind::text});
    for (const std::size_t figure : plan_.columns)
        all.push_back({std::string(figures()[figure].column), figures()[figure].kind});
    return all;
}

ResultRow DesignPoints::row(std::uint64_t point) const {
    ResultRow row = {static_cast<double>(point)};
    for (std::size_t axis = 0; axis < plan_.axes.size(); ++axis)
        for (const AxisColumns& key : axis_columns_[axis]) key.add_cells(plan_.grid.choice(point, axis), row);
    Outcome found = outcome(point);
    row.emplace_back(std::string(status_names[static_cast<std::size_t>(found.status)]));
    row.emplace_back(std::move(found.reason));
    for (const auto& figure : found.figures) {
        if (figure && std::isfinite(*figure)) {
            row.emplace_back(*figure);
        } else {
            row.emplace_back(std::monostate{});
        }
    }
    return row;
}

}  // namespace railyard::sweep
