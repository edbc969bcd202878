#pragma once
// The calibrated model of a step: what the layers of every stage cost, the pipeline around them, and what is
// done once a step. docs/model.md, section "calibrated", has its formulas in the order of the code.

#include <cstddef>
#include <vector>

#include "railyard/estimate/calibrated_machine.hpp"
#include "railyard/estimate/step_costs.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/schedule/replay.hpp"

namespace railyard {

StepCosts calibrated_step(const Layout& layout, const CalibratedMachine& machine,
                          const StepConstants& constants);

// What its pipeline is made of: one micro-batch on every piece of the model, chunk c of stage s at c * stages
// + s (a stage each for DualPipe), and one send between neighbouring stages. Seconds.
struct PipelinePieces {
    std::vector<schedule::PieceSeconds> pieces;
    // In DualPipe: of a stage's forward together with the backward of the other direction's on its device.
    std::vector<double> overlapped;
    double send = 0;
    // The stage that a step's work is that of, as it works for longest; in DualPipe devices share, and it is
    // 0.
    std::size_t longest = 0;
};
PipelinePieces calibrated_pieces(const Layout& layout, const CalibratedMachine& machine,
                                 const StepConstants& constants);

}  // namespace railyard
