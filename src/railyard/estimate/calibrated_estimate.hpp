#pragma once
// A placed job with the times of the calibrated model, and what bounds each part of them, in words.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "railyard/estimate/calibration.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/estimate/pipeline_conditions.hpp"
#include "railyard/estimate/step_costs.hpp"

namespace railyard {

// One piece of a step and its reason.
struct CostReason {
    CostItem item = CostItem::products;
    Seconds time;
    std::string bound;        // "the links inside a domain: 8 members at 450 GB/s, NVLS"
    std::string detail = {};  // what it reaches of that and why; empty: `bound` says it all
};

// Traffic that runs behind other work and is in no part of the step.
struct HiddenPart {
    CostItem item = CostItem::tensor;
    Seconds time;
    std::string behind;  // "behind attention, ..."
};

struct CalibratedEstimate {
    Estimate estimate;
    std::optional<ErrorBand> band;
    std::string no_band;  // in words why there is none
    std::string calibration;
    std::vector<CostReason> reasons;  // those that take any time, longest first
    std::vector<HiddenPart> hidden;   // longest first
    std::vector<std::string> notes;   // what stands in for what was not measured
};

// The estimate; or, in words, what the calibration does not know of the machine.
std::variant<CalibratedEstimate, std::string> estimate_calibrated(const Topology& topology,
                                                                  const Layout& layout,
                                                                  const Evaluation& evaluation,
                                                                  const Calibration& calibration);

// The pipeline of the placed job with the times of this model, as pipeline_conditions() has it with those of
// the reference model; every hop takes as long as the model's one send. Nothing where the calibration does
// not know the machine.
std::optional<schedule::Conditions> calibrated_conditions(const Topology& topology, const Layout& layout,
                                                          const Evaluation& evaluation,
                                                          const Calibration& calibration,
                                                          PipelineDetail detail);

}  // namespace railyard
