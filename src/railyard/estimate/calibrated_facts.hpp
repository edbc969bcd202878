#pragma once
// The facts behind the pieces of a step of the calibrated model.

#include "railyard/estimate/calibration.hpp"
#include "railyard/estimate/step_facts.hpp"

namespace railyard {

// All pieces, those of no time too. `evaluation` has its placement rank by rank; `links` are its dimensions'.
// Empty where the calibration does not know the machine.
std::vector<StepPiece> calibrated_facts(const Topology& topology, const Layout& layout,
                                        const Evaluation& evaluation,
                                        const std::vector<DimensionLinks>& links,
                                        const Calibration& calibration);

}  // namespace railyard
