#include "railyard/sweep/design_points.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "railyard/base/error.hpp"
#include "railyard/base/suggest.hpp"
#include "railyard/input/quantity.hpp"
#include "railyard/job/load.hpp"
#include "railyard/sweep/checksum.hpp"
#include "railyard/topology/load.hpp"

namespace railyard::sweep {
namespace {

using input::Node;

// Beyond so many combinations layouts are made anew for each point.
constexpr std::uint64_t most_kept = 1U << 18U;

bool changes_machine(Target target) {
    return target == Target::topology_file || target == Target::topology || target == Target::domain ||
           target == Target::gpu;
}

// Of the machine that a job is on: one that comes as needed is as large as the job needs it.
Bill bill_for(const Topology& topology, const Placement& placement) {
    const DomainKind& kind = topology.kinds()[topology.runs().back().kind];
    const auto parts = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(kind.partitions.size()));
    std::uint32_t before = 0;
    for (std::size_t r = 0; r + 1 < topology.runs().size(); ++r) before += topology.runs()[r].count;
    const std::uint32_t used = (placement.domains_used + parts - 1) / parts;
    return bill_of(topology, used > before ? used - before : 0);
}

// The first problem, on one line.
std::string reason_of(const InputError& error) {
    const Diagnostic& first = error.problems().front();
    return first.message;
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

// What the domain and GPU files below a topology say, as far as figures come from it.
void add_hardware(Checksum& sum, const Topology& topology) {
    const auto add = [&](double number) { sum.add(std::to_string(number)); };
    for (const DomainKind& kind : topology.kinds()) {
        sum.add(kind.name + "/" + kind.gpu.name);
        for (const auto& peak : kind.gpu.peak) add(peak ? peak->raw() : 0);
        add(kind.gpu.memory.raw());
        add(kind.gpu.memory_bandwidth.raw());
        add(kind.gpus());
        add(kind.servers.gpus);
        add(kind.nvlink_per_gpu().raw());
        add(kind.scale_up.link.latency.raw() * 1e9);
        add(kind.nic_share().raw());
        for (const PartBill* bill : {&kind.gpu.bill, &kind.servers.bill, &kind.nics.bill,
                                     &kind.scale_up.switch_bill, &kind.scale_up.cable_bill}) {
            add(bill->cost ? bill->cost->raw() : -1);
            add(bill->power ? bill->power->raw() : -1);
        }
    }
}

input::KeySetting setting_of(const Plan& plan, const SweptKey& key, const Node& value) {
    return {key.path, value, value.mark.source != nullptr ? value.mark : key.mark,
            plan.document.sources.front()};
}

// A number as the layout has it so far; 1 where it says nothing.
std::uint64_t degree_in(const input::Document& document, std::string_view key) {
    const input::Entry* parallel = document.root.find("parallel");
    const input::Entry* entry = parallel == nullptr ? nullptr : parallel->value.find(key);
    if (entry == nullptr) return 1;
    const auto number = input::parse_whole(entry->value.text, 1, static_cast<std::uint32_t>(most_ranks));
    const auto* value = std::get_if<std::uint32_t>(&number);
    return value == nullptr ? 1 : *value;
}

}  // namespace

struct DesignPoints::Machine {
    std::optional<Topology> topology;
    std::optional<Evaluator> evaluator;
    std::string why_not;  // where there is no topology
};

struct DesignPoints::Job {
    std::optional<Layout> layout;
    std::string why_not;
};

struct DesignPoints::Outcome {
    PointStatus status = PointStatus::ok;
    std::string reason;
    std::vector<std::optional<double>> figures;
};

DesignPoints::DesignPoints(const input::Library& library, const Plan& plan, TimeModel times)
    : library_(library), plan_(plan), times_(std::move(times)) {
    open_files();
    for (std::size_t axis = 0; axis < plan.axes.size(); ++axis) {
        const auto& keys = plan.axes[axis].keys;
        const auto machine = [](const SweptKey& key) { return changes_machine(key.target); };
        if (std::any_of(keys.begin(), keys.end(), machine)) machine_axes_.push_back(axis);
        if (!std::all_of(keys.begin(), keys.end(), machine)) job_axes_.push_back(axis);
    }
    const std::uint64_t machines = combinations(plan, machine_axes_);
    const std::uint64_t jobs = combinations(plan, job_axes_);
    if (machines <= most_kept) machines_ = std::vector<std::atomic<const Machine*>>(machines);
    if (jobs <= most_kept) jobs_ = std::vector<std::atomic<const Job*>>(jobs);
    const auto look = [&](std::size_t figure) {
        needs_bytes_ = needs_bytes_ || figures()[figure].needs == FigureNeeds::bytes_by_stage;
        needs_bill_ = needs_bill_ || figures()[figure].needs == FigureNeeds::bill;
    };
    for (const std::size_t figure : plan.columns) look(figure);
    for (const Constraint& constraint : plan.constraints)
        for (const std::size_t figure : constraint.figures()) look(figure);
}

DesignPoints::~DesignPoints() {
    for (const auto& machine : machines_) delete machine.load();
    for (const auto& job : jobs_) delete job.load();
}

void DesignPoints::open_files() {
    input::Problems problems;
    Checksum sum;
    for (const auto& source : plan_.document.sources) sum.add(source->text());
    sum.add(cost_model_names[static_cast<std::size_t>(plan_.times)]);
    const auto open = [&](const SweptKey& key) {
        const bool layout = key.target == Target::layout_file;
        if (!layout && key.target != Target::topology_file) return;
        auto& opened = layout ? layouts_ : topologies_;
        for (const Node& name : key.values) {
            const auto same = [&](const auto& known) { return known.first == name.text; };
            if (std::any_of(opened.begin(), opened.end(), same)) continue;
            auto shelf = layout ? input::Shelf::layouts : input::Shelf::topologies;
            auto path = library_.find(shelf, name.text, plan_.folder);
            if (!path && !layout) {
                shelf = input::Shelf::domains;
                path = library_.find(shelf, name.text, plan_.folder);
            }
            if (!path) {
                auto known = library_.names(layout ? shelf : input::Shelf::topologies);
                if (!layout)
                    for (auto& domain : library_.names(input::Shelf::domains))
                        known.push_back(std::move(domain));
                problems.add(name.mark,
                             std::string("there is no ") + (layout ? "layout" : "topology or domain") + " '" +
                                 name.text.substr(0, 60) + "'",
                             suggestion(name.text, known));
                continue;
            }
            try {
                input::Document document = input::load_yaml(*path);
                if (layout) document = with_bases(library_, shelf, std::move(document));
                for (const auto& source : document.sources) sum.add(source->text());
                // As it stands, it must be whole; what a point makes of it is another matter.
                if (layout) {
                    (void)read_layout(library_, document, {});
                } else {
                    add_hardware(sum, load_topology(library_, document).topology);
                }
                opened.emplace_back(name.text, std::move(document));
            } catch (const InputError& error) {
                problems.add(error);
            }
        }
    };
    for (const SweptKey& key : plan_.fixed) open(key);
    for (const Axis& axis : plan_.axes)
        for (const SweptKey& key : axis.keys) open(key);
    problems.throw_if_any();
    if (const auto* eta = std::get_if<double>(&times_)) {
        sum.add(std::to_string(*eta));
    } else {
        const auto& calibration = std::get<Calibration>(times_);
        sum.add(calibration.name);
        for (const double constant : calibration.constants.values) sum.add(std::to_string(constant));
        sum.add(std::to_string(calibration.site));
    }
    fingerprint_ = sum.value();
}

const Node& DesignPoints::value(const SweptKey& key, std::size_t axis, std::uint64_t point) const {
    return key.values[plan_.grid.choice(point, axis)];
}

// Calls visit(key, value) for all keys of a point.
template <class Visit>
void DesignPoints::for_each_key(std::uint64_t point, Visit visit) const {
    for (const SweptKey& key : plan_.fixed) visit(key, key.values.front());
    for (std::size_t axis = 0; axis < plan_.axes.size(); ++axis)
        for (const SweptKey& key : plan_.axes[axis].keys) visit(key, value(key, axis, point));
}

std::unique_ptr<DesignPoints::Machine> DesignPoints::make_machine(std::uint64_t point) const {
    const input::Document* document = nullptr;
    TopologySettings settings;
    for_each_key(point, [&](const SweptKey& key, const Node& value) {
        if (key.target == Target::topology_file) {
            for (const auto& [name, opened] : topologies_)
                if (name == value.text) document = &opened;
        }
        if (key.target == Target::topology) settings.topology.push_back(setting_of(plan_, key, value));
        if (key.target == Target::domain) settings.domain.push_back(setting_of(plan_, key, value));
        if (key.target == Target::gpu) settings.gpu.push_back(setting_of(plan_, key, value));
    });
    auto machine = std::make_unique<Machine>();
    try {
        machine->topology = load_topology(library_, *document, settings).topology;
        if (const auto* eta = std::get_if<double>(&times_)) {
            machine->evaluator.emplace(*machine->topology, *eta);
        } else {
            machine->evaluator.emplace(*machine->topology, std::get<Calibration>(times_));
        }
    } catch (const InputError& error) {
        machine->why_not = reason_of(error);
    }
    return machine;
}

std::unique_ptr<DesignPoints::Job> DesignPoints::make_job(std::uint64_t point) const {
    auto job = std::make_unique<Job>();
    const input::Document* base = nullptr;
    std::vector<input::KeySetting> settings;
    const SweptKey* gpus_key = nullptr;
    const Node* gpus = nullptr;
    for_each_key(point, [&](const SweptKey& key, const Node& value) {
        if (key.target == Target::layout_file) {
            for (const auto& [name, opened] : layouts_)
                if (name == value.text) base = &opened;
        }
        if (key.target == Target::layout) settings.push_back(setting_of(plan_, key, value));
        if (key.target == Target::gpus) {
            gpus_key = &key;
            gpus = &value;
        }
    });
    try {
        input::Document document = *base;
        if (gpus != nullptr) {
            // Degrees that are set count, before dp is worked out from them.
            input::Document degrees = document;
            for (const auto& setting : input::sections_first(settings))
                if (setting.path.starts_with("parallel")) set_key(degrees, setting);
            const std::uint64_t others =
                degree_in(degrees, "tp") * degree_in(degrees, "cp") * degree_in(degrees, "pp");
            const auto wanted = input::parse_whole(gpus->text, 1, static_cast<std::uint32_t>(most_ranks));
            if (const auto* complaint = std::get_if<input::Complaint>(&wanted)) {
                job->why_not = "gpus: " + complaint->message;
                return job;
            }
            const std::uint64_t ranks = std::get<std::uint32_t>(wanted);
            if (ranks % others != 0) {
                job->why_not = "tp x cp x pp = " + std::to_string(others) + " does not divide " +
                               std::to_string(ranks) + " GPUs";
                return job;
            }
            Node dp = *gpus;
            dp.text = std::to_string(ranks / others);
            settings.push_back({"parallel.dp", dp, gpus_key->mark, plan_.document.sources.front()});
        }
        job->layout = read_layout(library_, std::move(document), settings).layout;
    } catch (const InputError& error) {
        job->why_not = reason_of(error);
    }
    return job;
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
    std::unique_ptr<Machine> own_machine;
    std::unique_ptr<Job> own_job;
    const Machine& machine = kept(machines_, machines_.empty() ? 0 : combination(plan_, machine_axes_, point),
                                  own_machine, [&] { return make_machine(point); });
    const Job& job = kept(jobs_, jobs_.empty() ? 0 : combination(plan_, job_axes_, point), own_job,
                          [&] { return make_job(point); });
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
        for (const Constraint& constraint : plan_.constraints) {
            FigurePhase last = FigurePhase::laid_out;
            for (const std::size_t f : constraint.figures()) last = std::max(last, figures()[f].phase);
            if (last == phase && !constraint.holds([&](std::size_t f) { return figures()[f].value(facts); }))
                return &constraint;
        }
        return nullptr;
    };
    fill(FigurePhase::laid_out);
    if (const Constraint* why = broken(FigurePhase::laid_out)) return no(PointStatus::excluded, why->text());
    AssessmentResult assessed;
    try {
        assessed = machine.evaluator->evaluate(*job.layout,
                                               needs_bytes_ ? StageDetail::by_stage : StageDetail::summed);
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
    if (const Constraint* why = broken(FigurePhase::evaluated)) return no(PointStatus::excluded, why->text());
    return result;
}

Design DesignPoints::design(std::uint64_t point) const {
    const auto machine = make_machine(point);
    const auto job = make_job(point);
    Design design;
    design.topology = machine->topology;
    design.layout = job->layout;
    design.why_not = machine->topology ? job->why_not : machine->why_not;
    if (!machine->topology || !job->layout) return design;
    AssessmentResult assessed = machine->evaluator->evaluate(*job->layout, StageDetail::by_stage);
    if (const auto* no = std::get_if<DoesNotFit>(&assessed)) design.why_not = "it does not fit: " + no->why;
    if (const auto* no = std::get_if<NotCalibrated>(&assessed)) design.why_not = no->why;
    if (auto* found = std::get_if<Assessment>(&assessed)) {
        design.assessment = std::move(*found);
        design.bill = bill_for(*design.topology, design.assessment->evaluation.placement);
    }
    return design;
}

std::vector<ResultColumn> DesignPoints::columns() const {
    std::vector<ResultColumn> all = {{"point", CellKind::whole}};
    for (const Axis& axis : plan_.axes) {
        for (const SweptKey& key : axis.keys) {
            const bool numbers = std::all_of(key.values.begin(), key.values.end(), [](const Node& value) {
                return value.kind == input::NodeKind::scalar &&
                       std::holds_alternative<double>(input::parse_number(value.text));
            });
            all.push_back({key.path, numbers ? CellKind::number : CellKind::text});
        }
    }
    all.push_back({status_column, CellKind::text});
    all.push_back({reason_column, CellKind::text});
    for (const std::size_t figure : plan_.columns)
        all.push_back({std::string(figures()[figure].column), figures()[figure].kind});
    return all;
}

ResultRow DesignPoints::row(std::uint64_t point) const {
    ResultRow row = {static_cast<double>(point)};
    for (std::size_t axis = 0; axis < plan_.axes.size(); ++axis) {
        for (const SweptKey& key : plan_.axes[axis].keys) row.emplace_back(text_of(value(key, axis, point)));
    }
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
