#include "railyard/search/reasons.hpp"

#include <utility>
#include <variant>

namespace railyard::search {
namespace {

StepReasons reasons_in(const Topology& topology, const TimeModel& model, const Layout& layout,
                       const EvaluationResult& result) {
    const auto* evaluation = std::get_if<Evaluation>(&result);
    if (evaluation == nullptr) return {};
    auto estimate = estimate_calibrated(topology, layout, *evaluation, *model.calibration);
    auto* found = std::get_if<CalibratedEstimate>(&estimate);
    if (found == nullptr) return {};
    return {std::move(found->reasons), found->band};
}

}  // namespace

StepReasons reasons_of(const Topology& topology, const TimeModel& model, const Layout& layout) {
    if (model.calibration == nullptr) return {};
    return reasons_in(topology, model, layout, evaluate(topology, layout));
}

StepReasons reasons_of(const Topology& topology, const TimeModel& model, const Layout& layout,
                       Placement placement) {
    if (model.calibration == nullptr) return {};
    return reasons_in(topology, model, layout, evaluate(topology, layout, std::move(placement)));
}

}  // namespace railyard::search
