#pragma once
// How long a pipeline takes for one step: its schedule, replayed with the times of every chunk.

#include <vector>

#include "railyard/schedule/catalogue.hpp"
#include "railyard/schedule/replay.hpp"

namespace railyard {

// Seconds of the whole step. `pieces`: one for each piece of the model, chunk c of stage s at c * stages + s
// (a stage each for DualPipe). `paired`: as Replay takes it. A shape that the schedule cannot have (refuse())
// is timed as if it could: the longest stage works all the time but for one chunk of every other stage
// (Narayanan et al. 2021, section 2.2).
//
// Each thread keeps the schedules it timed last, and what their last times gave.
double pipeline_time(schedule::Algorithm algorithm, const schedule::Shape& shape,
                     const std::vector<schedule::PieceSeconds>& pieces, const std::vector<double>& paired);

}  // namespace railyard
