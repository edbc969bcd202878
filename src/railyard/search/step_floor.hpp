#pragma once
// A time that a step cannot beat, much cheaper than the step itself: what the fullest device works, and what
// the pipeline needs to reach it and to drain behind it, with whatever traffic the given machine has inside
// layers. Sends, gradients, the optimizer and schedule details come on top.

#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/stages.hpp"
#include "railyard/search/placed_machine.hpp"
#include "railyard/search/plan_space.hpp"

namespace railyard::search {

// One micro-batch's way through a layer, the embedding or the head, in seconds.
struct WorkFloor {
    struct Pass {
        double forward = 0;
        double backward = 0;
        double exchange = 0;  // of both, what DualPipe can hide
    };
    Pass dense, expert, embedding, head;
    double scale = 1;  // of the whole step
    double fixed = 0;  // beside the passes
};

// The layers that each chunk holds, as the schedule passes them.
struct PassageLayers {
    Passage passage;
    std::vector<StageLayers> pieces;  // chunk c of stage s at c * stages + s; with DualPipe by stage
    bool replayed = true;             // false: too long to be simulated, timed by the longest stage
};
PassageLayers layers_of(const Layout& layout);

// Calibrated model: depends on the cut, on Work and on sharding. `layout` has them.
WorkFloor work_floor(const TimeModel& model, const Layout& layout, const PlacedMachine& machine);

// Of the whole step. `layout` has the variant.
Seconds step_floor(const Layout& layout, const WorkFloor& work, const PassageLayers& passage);

}  // namespace railyard::search
