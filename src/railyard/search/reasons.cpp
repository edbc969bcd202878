#include "railyard/search/reasons.hpp"

#include <utility>
#include <variant>

namespace railyard::search {

StepReasons reasons_of(const Topology& topology, const TimeModel& model, const Layout& layout) {
    if (model.calibration == nullptr) return {};
    const EvaluationResult result = evaluate(topology, layout);
    const auto* evaluation = std::get_if<Evaluation>(&result);
    if (evaluation == nullptr) return {};
    auto estimate = estimate_calibrated(topology, layout, *evaluation, *model.calibration);
    auto* found = std::get_if<CalibratedEstimate>(&estimate);
    if (found == nullptr) return {};
    return {std::move(found->reasons), found->band};
}

}  // namespace railyard::search
