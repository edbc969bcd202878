#include "railyard/estimate/evaluator.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "railyard/estimate/calibrated_step.hpp"
#include "railyard/estimate/calibrated_volumes.hpp"
#include "railyard/estimate/product_precision.hpp"
#include "railyard/estimate/regular_shared_links.hpp"
#include "railyard/job/order.hpp"
#include "railyard/memory/estimate.hpp"

namespace railyard {
namespace {

// All that a machine depends on beside the topology, which is the evaluator's.
std::string key_of(const Layout& layout) {
    std::string key = to_text(layout.order) + "|" + to_text(layout.placement.keep);
    const Degrees& d = layout.degrees;
    for (const std::uint32_t number :
         {d.tp, d.cp, d.pp, d.dp, d.ep, d.etp, layout.placement.per_domain,
          static_cast<std::uint32_t>(layout.placement.policy), static_cast<std::uint32_t>(layout.precision),
          layout.model.experts ? 1U : 0U}) {
        key += "|" + std::to_string(number);
    }
    return key;
}

}  // namespace

class Evaluator::SharedMachines {
  public:
    std::optional<CalibratedMachine> find(const std::string& key) const {
        const std::lock_guard lock(mutex_);
        const auto known = machines_.find(key);
        return known == machines_.end() ? std::nullopt : std::optional(known->second);
    }
    void keep(const std::string& key, const CalibratedMachine& machine) {
        constexpr std::size_t most = 10000;  // a few KB each
        const std::lock_guard lock(mutex_);
        if (machines_.size() < most) machines_.emplace(key, machine);
    }

  private:
    mutable std::mutex mutex_;
    std::map<std::string, CalibratedMachine> machines_;
};

std::shared_ptr<Evaluator::SharedMachines> Evaluator::make_shared_machines() {
    return std::make_shared<SharedMachines>();
}

AssessmentResult Evaluator::evaluate(const Layout& layout, StageDetail detail) const {
    Assessment found;
    if (!by_symmetry(layout, detail, found)) return evaluate_by_ranks(layout);
    return timed(layout, detail, std::move(found));
}

AssessmentResult Evaluator::evaluate_by_ranks(const Layout& layout) const {
    EvaluationResult result = railyard::evaluate(topology_, layout);
    if (auto* no = std::get_if<DoesNotFit>(&result)) return std::move(*no);
    Assessment found;
    found.evaluation = std::get<Evaluation>(std::move(result));
    found.estimate = look_at_links(topology_, layout, found.evaluation);
    return timed(layout, StageDetail::by_stage, std::move(found));
}

bool Evaluator::by_symmetry(const Layout& layout, StageDetail detail, Assessment& found) const {
    const RankGrid grid(layout.order, layout.degrees);
    auto regular = regularity_.place(grid, layout.placement);
    if (!regular) return false;
    const auto dimensions = dimensions_of(layout);
    auto hops = count_hops(topology_, grid, *regular, dimensions, detail);
    if (!hops) return false;
    auto links = group_links(topology_, grid, *regular, dimensions);
    if (!links) return false;
    found.counted_by = CountedBy::symmetry;
    found.evaluation.placement = std::move(regular->outline);
    found.evaluation.dimensions.reserve(hops->size());
    for (auto& counted : *hops) found.evaluation.dimensions.push_back({std::move(counted)});
    found.estimate.links = std::move(*links);
    found.estimate.rates = machine_rates(topology_, layout, found.evaluation, found.estimate.links);
    return true;
}

// Where the calibrated model shares oversubscribed links out among all that send over them
// (shared_links.hpp).
bool Evaluator::shares_links(const DimensionLinks& links) const {
    if (calibration_ == nullptr) return false;
    const GroupClass& slowest = links.slowest();
    return slowest.domains > 1 && slowest.farthest.is_network() &&
           oversubscription_up_to(topology_.network(), slowest.farthest.tier()) > 1;
}

std::variant<CalibratedMachine, std::string> Evaluator::machine_of(const Layout& layout,
                                                                   Assessment& found) const {
    const std::vector<DimensionLinks>& all = found.estimate.links;
    const bool shared =
        found.counted_by == CountedBy::symmetry &&
        std::any_of(all.begin(), all.end(), [&](const DimensionLinks& links) { return shares_links(links); });
    if (!shared) return calibrated_machine(*calibration_, topology_, layout, found.evaluation, all);
    const std::string key = key_of(layout);
    if (auto known = shared_machines_->find(key)) return *std::move(known);
    const RankGrid grid(layout.order, layout.degrees);
    const auto regular = regularity_.place(grid, layout.placement);
    const auto needs_ranks = [&](const DimensionLinks& links) {
        return shares_links(links) && !is_shared_by_symmetry(grid, *regular, links.dimension);
    };
    if (std::any_of(all.begin(), all.end(), needs_ranks)) {
        PlacementResult placed = place(topology_, grid, layout.placement);
        found.evaluation.placement = std::get<Placement>(std::move(placed));
    }
    auto machine = calibrated_machine(*calibration_, topology_, layout, found.evaluation, all, &*regular);
    if (std::holds_alternative<CalibratedMachine>(machine))
        shared_machines_->keep(key, std::get<CalibratedMachine>(machine));
    return machine;
}

AssessmentResult Evaluator::timed(const Layout& layout, StageDetail detail, Assessment found) const {
    const memory::Memory memory = memory::estimate_memory(layout);
    found.memory = memory.worst().total();
    found.fullest_stage = memory.worst_stage;
    Estimate& estimate = found.estimate;
    const auto set_volumes = [&](const Volumes& volumes) {
        estimate.volumes = volumes;
        estimate.bytes = bytes_of(layout, volumes, found.evaluation);
    };
    const bool wants_bytes = detail == StageDetail::by_stage;
    if (calibration_ == nullptr) {
        estimate.model = CostModel::reference;
        estimate.efficiency = eta_;
        estimate.step = reference_step(layout, estimate.rates,
                                       reference_batch(layout, BatchAssumption::as_laid_out), eta_);
        if (wants_bytes) set_volumes(reference_volumes(layout));
        found.stand_in = counted_note(estimate.rates, layout.precision);
        return found;
    }
    estimate.model = CostModel::calibrated;
    auto machine = machine_of(layout, found);
    if (auto* why = std::get_if<std::string>(&machine)) return NotCalibrated{std::move(*why)};
    StepCosts costs = calibrated_step(layout, std::get<CalibratedMachine>(machine), calibration_->constants);
    estimate.step = step_times(costs.scale(calibration_->site));
    if (wants_bytes)
        set_volumes(
            calibrated_volumes(layout, std::get<CalibratedMachine>(machine), calibration_->constants));
    found.stand_in =
        stand_in_note(calibration_->name, std::get<CalibratedMachine>(machine), layout.precision);
    return found;
}

}  // namespace railyard
