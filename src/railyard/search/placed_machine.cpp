#include "railyard/search/placed_machine.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "railyard/estimate/calibrated_step.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/estimate/regular_shared_links.hpp"
#include "railyard/estimate/step_costs.hpp"
#include "railyard/search/kept_placement.hpp"

namespace railyard::search {
namespace {

bool same_class(const GroupClass& a, const GroupClass& b) {
    const auto key = [](const GroupClass& c) {
        return std::tuple(c.members, c.domains, c.most_in_domain, c.fewest_in_domain, c.farthest, c.inside,
                          c.inside_latency, c.network, c.network_alone, c.network_latency, c.mates_by_pcie,
                          c.pcie);
    };
    return key(a) == key(b);
}

bool same_rates(const DimensionRates& a, const DimensionRates& b) {
    const auto key = [](const DimensionRates& r) {
        return std::tuple(r.in_one_domain, r.nvlink_share, r.nvlink, r.nic);
    };
    return key(a) == key(b);
}

}  // namespace

Placer::Placer(const Topology& topology, const TimeModel& model, DomainChoice domains, std::vector<Pin> pins)
    : topology_(topology),
      model_(model),
      domains_(domains),
      pins_(std::move(pins)),
      runs_(topology, pins_),
      regularity_(topology),
      shares_(topology) {
    const auto& tiers = topology.network().tiers;
    const bool tiers_are_narrow =
        std::any_of(tiers.begin(), tiers.end(), [](const Tier& tier) { return tier.oversubscription > 1; });
    narrow_ = tiers_are_narrow && model.calibration != nullptr;
    chooses_ = domains != DomainChoice::as_listed && !domain_sizes(topology).alike;
    const std::uint32_t last = topology.domain_count() - 1;
    while (first_free_ < last && topology.available_in(topology.domain(DomainId(first_free_))) == 0)
        ++first_free_;
}

// Whether a placement keeps everything that pins ask for, so that it is the one to be had.
bool Placer::keeps_all(const Layout& layout, const RegularPlacement& regular) const {
    if (pins_.empty()) return true;
    const std::uint32_t unit =
        layout.placement.policy == Policy::packed ? 1 : static_cast<std::uint32_t>(regular.outline.block);
    const auto lists = runs_.of(layout, unit);
    return std::all_of(lists.front().begin(), lists.front().end(),
                       [&](const KeptRun& run) { return keeps_run(regular, run); });
}

std::vector<bool> Placer::kept_by(const Seen& seen, std::uint32_t ranks) const {
    std::vector<DimensionHops> hops;
    for (const auto& report : seen.evaluation.dimensions) hops.push_back(report.hops);
    std::vector<bool> kept;
    for (const Pin& pin : pins_) {
        if (!seen.regular || pin.what == Pin::What::dimension) {
            kept.push_back(keeps(pin, hops, topology_, seen.evaluation.placement));
            continue;
        }
        const std::uint32_t run = pin.what == Pin::What::job ? ranks : std::min(ranks, pin.ranks);
        kept.push_back(keeps_run(*seen.regular, {run, pin.reach}));
    }
    return kept;
}

std::optional<Placer::Seen> Placer::by_symmetry(const Layout& layout, std::uint32_t first) const {
    if (chooses_ || topology_.kinds().size() > 1) return std::nullopt;
    const RankGrid grid(layout.order, layout.degrees);
    auto regular = regularity_.place(grid, layout.placement, first == 0 ? first_free_ : first);
    if (!regular || regular->spans_cut_domains || !keeps_all(layout, *regular)) return std::nullopt;
    const auto dimensions = dimensions_of(layout);
    auto hops = count_hops(topology_, grid, *regular, dimensions, StageDetail::summed);
    if (!hops) return std::nullopt;
    auto links = group_links(topology_, grid, *regular, dimensions);
    if (!links) return std::nullopt;
    Seen seen;
    seen.evaluation.placement = regular->outline;
    const auto origin = first == 0 ? PlacementOrigin::rules : PlacementOrigin::given;
    seen.evaluation.placement.origin = origin;
    for (DimensionHops& counted : *hops) seen.evaluation.dimensions.push_back({std::move(counted)});
    seen.links = std::move(*links);
    seen.rates = machine_rates(topology_, layout, seen.evaluation, seen.links);
    if (needs_ranks(grid, *regular, seen.links)) {
        auto placed = place_keeping(topology_, layout, DomainChoice::as_listed, runs_, first);
        seen.evaluation.placement = std::get<Placement>(std::move(placed));
    }
    seen.regular = std::move(regular);
    return seen;
}

// Where oversubscribed links are shared out (shared_links.hpp), and symmetry does not tell how.
bool Placer::needs_ranks(const RankGrid& grid, const RegularPlacement& regular,
                         const std::vector<DimensionLinks>& links) const {
    return narrow_ && std::any_of(links.begin(), links.end(), [&](const DimensionLinks& own) {
               const GroupClass& slowest = own.slowest();
               return slowest.domains > 1 && slowest.farthest.is_network() &&
                      oversubscription_up_to(topology_.network(), slowest.farthest.tier()) > 1 &&
                      !is_shared_by_symmetry(grid, regular, own.dimension);
           });
}

std::variant<Placer::Seen, NotPlaced> Placer::by_ranks(const Layout& layout, std::uint32_t first) const {
    auto placed = place_keeping(topology_, layout, domains_, runs_, first);
    if (auto* no = std::get_if<DoesNotFit>(&placed)) return NotPlaced{std::move(no->why)};
    EvaluationResult result = evaluate(topology_, layout, std::get<Placement>(std::move(placed)));
    if (auto* no = std::get_if<DoesNotFit>(&result)) return NotPlaced{std::move(no->why)};
    Seen seen;
    seen.evaluation = std::get<Evaluation>(std::move(result));
    Estimate estimate = look_at_links(topology_, layout, seen.evaluation);
    seen.links = std::move(estimate.links);
    seen.rates = std::move(estimate.rates);
    return seen;
}

std::variant<PlacedMachine, NotPlaced> Placer::look_at(Layout& layout, const Arrangement& arrangement,
                                                       std::uint32_t first) {
    layout.order = arrangement.order;
    layout.placement = arrangement.rules;
    std::optional<Seen> seen = by_symmetry(layout, first);
    if (!seen) {
        auto result = by_ranks(layout, first);
        if (auto* no = std::get_if<NotPlaced>(&result)) return std::move(*no);
        seen = std::get<Seen>(std::move(result));
    }
    PlacedMachine machine;
    machine.arrangement = arrangement;
    machine.rates = seen->rates;
    machine.first = first;
    machine.begins_on = seen->evaluation.placement.segments.front().domain;
    machine.origin = seen->evaluation.placement.origin;
    machine.kept = kept_by(*seen, layout.degrees.ranks());
    if (model_.calibration != nullptr) {
        auto found = calibrated_machine(*model_.calibration, topology_, layout, seen->evaluation, seen->links,
                                        seen->regular ? &*seen->regular : nullptr, &shares_);
        if (auto* why = std::get_if<std::string>(&found)) return NotPlaced{std::move(*why)};
        machine.calibrated = std::get<CalibratedMachine>(std::move(found));
    }
    for (auto& report : seen->evaluation.dimensions) {
        report.hops.by_stage.clear();
        machine.hops.push_back(std::move(report.hops));
    }
    machine.domains_used = seen->evaluation.placement.domains_used;
    machine.gpus_idle = seen->evaluation.placement.gpus_idle;
    return machine;
}

bool see_the_same(const PlacedMachine& a, const PlacedMachine& b) {
    if (a.domains_used != b.domains_used || a.gpus_idle != b.gpus_idle) return false;
    for (std::size_t d = 0; d < dimension_count; ++d) {
        if (!same_rates(a.rates.dimensions[d], b.rates.dimensions[d])) return false;
        if (a.calibrated && !same_class(a.calibrated->groups[d], b.calibrated->groups[d])) return false;
    }
    if (a.calibrated && std::tuple(a.calibrated->send_rate, a.calibrated->send_latency) !=
                            std::tuple(b.calibrated->send_rate, b.calibrated->send_latency))
        return false;
    return std::equal(
        a.hops.begin(), a.hops.end(), b.hops.begin(), b.hops.end(),
        [](const DimensionHops& x, const DimensionHops& y) { return x.hops == y.hops && x.wrap == y.wrap; });
}

std::vector<PlacedMachine> machines_without_traffic(const Topology& topology, const TimeModel& model,
                                                    const Layout& layout) {
    std::vector<PlacedMachine> machines;
    std::vector<std::uint32_t> kinds;
    std::uint32_t first = 0;  // domain of a run
    for (const DomainRun& run : topology.runs()) {
        if (run.count == 0) continue;
        const bool known = std::find(kinds.begin(), kinds.end(), run.kind) != kinds.end();
        if (!known) {
            kinds.push_back(run.kind);
            Evaluation alone;
            alone.placement.segments = {{RankId(0), 1, DomainId(first), 0}};
            PlacedMachine machine;
            machine.rates = machine_rates(topology, layout, alone, {});
            // Whatever the model takes for a rate, none is faster than this.
            for (DimensionRates& rates : machine.rates.dimensions) {
                rates.nvlink = std::max(rates.nvlink, rates.nic);
                rates.nic = rates.nvlink;
            }
            if (model.calibration != nullptr) {
                auto found = calibrated_machine(*model.calibration, topology, layout, alone, {});
                if (auto* there = std::get_if<CalibratedMachine>(&found))
                    machine.calibrated = std::move(*there);
            }
            if (model.calibration == nullptr || machine.calibrated) machines.push_back(std::move(machine));
        }
        const auto partitions = topology.kinds()[run.kind].partitions.size();
        first += run.count * std::max<std::uint32_t>(1, static_cast<std::uint32_t>(partitions));
    }
    return machines;
}

StepTimes step_on(const TimeModel& model, const Layout& layout, const PlacedMachine& machine) {
    if (model.calibration == nullptr) {
        return reference_step(layout, machine.rates, reference_batch(layout, BatchAssumption::as_laid_out),
                              model.eta);
    }
    StepCosts costs = calibrated_step(layout, *machine.calibrated, model.calibration->constants);
    return step_times(costs.scale(model.calibration->site));
}

}  // namespace railyard::search
