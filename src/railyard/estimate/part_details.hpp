#pragma once
// What a user asks next about a part of a step: what its products reach of what they could, and behind what
// the rest of its traffic is hidden. In words.

#include <string>

#include "railyard/estimate/calibrated_layer.hpp"

namespace railyard {

// What products and attention reach of the best measured product of the GPU, and why; what a collective
// reaches of its links. Empty for the parts whose bound says all there is.
std::string part_detail(CostItem item, const LayerModel& layers, const Layout& layout,
                        const CalibratedMachine& machine, const StepConstants& constants);

// What a part of the traffic runs behind, by the layout's software and schedule: "behind attention".
std::string hidden_behind(CostItem item, const Layout& layout);

}  // namespace railyard
