#pragma once
// The calibrated model of a step: what the layers of every stage cost, the pipeline around them, and what is
// done once a step. docs/model.md, section "calibrated", has its formulas in the order of the code.

#include "railyard/estimate/calibrated_machine.hpp"
#include "railyard/estimate/step_costs.hpp"
#include "railyard/job/layout.hpp"

namespace railyard {

StepCosts calibrated_step(const Layout& layout, const CalibratedMachine& machine,
                          const StepConstants& constants);

}  // namespace railyard
