#include "railyard/estimate/evaluator.hpp"

#include <utility>

#include "railyard/estimate/calibrated_step.hpp"
#include "railyard/memory/estimate.hpp"

namespace railyard {

AssessmentResult Evaluator::evaluate(const Layout& layout, StageDetail detail) const {
    Assessment found;
    if (!by_symmetry(layout, detail, found)) return evaluate_by_ranks(layout);
    return timed(layout, std::move(found));
}

AssessmentResult Evaluator::evaluate_by_ranks(const Layout& layout) const {
    EvaluationResult result = railyard::evaluate(topology_, layout);
    if (auto* no = std::get_if<DoesNotFit>(&result)) return std::move(*no);
    Assessment found;
    found.evaluation = std::get<Evaluation>(std::move(result));
    found.estimate = look_at_links(topology_, layout, found.evaluation);
    return timed(layout, std::move(found));
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
    for (auto& counted : *hops) {
        TrafficBytes bytes;
        if (detail == StageDetail::by_stage) bytes = traffic_of(layout, counted);
        found.evaluation.dimensions.push_back({std::move(counted), std::move(bytes)});
    }
    found.estimate.links = std::move(*links);
    found.estimate.rates = machine_rates(topology_, layout, found.evaluation, found.estimate.links);
    if (needs_ranks(found)) {
        PlacementResult placed = place(topology_, grid, layout.placement);
        if (!std::holds_alternative<Placement>(placed)) return false;
        found.evaluation.placement = std::get<Placement>(std::move(placed));
    }
    return true;
}

// The calibrated model shares oversubscribed links out among all that send over them (shared_links.hpp).
bool Evaluator::needs_ranks(const Assessment& found) const {
    if (calibration_ == nullptr) return false;
    for (const DimensionLinks& links : found.estimate.links) {
        const GroupClass& slowest = links.slowest();
        if (slowest.domains > 1 && slowest.farthest.is_network() &&
            oversubscription_up_to(topology_.network(), slowest.farthest.tier()) > 1) {
            return true;
        }
    }
    return false;
}

AssessmentResult Evaluator::timed(const Layout& layout, Assessment found) const {
    const memory::Memory memory = memory::estimate_memory(layout);
    found.memory = memory.worst().total();
    found.fullest_stage = memory.worst_stage;
    Estimate& estimate = found.estimate;
    if (calibration_ == nullptr) {
        estimate.model = CostModel::reference;
        estimate.efficiency = eta_;
        estimate.step = reference_step(layout, estimate.rates,
                                       reference_batch(layout, BatchAssumption::as_laid_out), eta_);
        return found;
    }
    estimate.model = CostModel::calibrated;
    auto machine = calibrated_machine(*calibration_, topology_, layout, found.evaluation, estimate.links);
    if (auto* why = std::get_if<std::string>(&machine)) return NotCalibrated{std::move(*why)};
    StepCosts costs = calibrated_step(layout, std::get<CalibratedMachine>(machine), calibration_->constants);
    estimate.step = step_times(costs.scale(calibration_->site));
    return found;
}

}  // namespace railyard
