#pragma once
// A schedule made ready to be timed over and over. What waits for what does not depend on how long things
// take, so the order in which operations can be looked at is found once; each timing then is one pass over
// them, about 1 ns an operation, without an allocation. Sends take no time here. The rules are those of
// simulate.hpp, which tests hold it to.

#include <cstdint>
#include <vector>

#include "railyard/schedule/schedule.hpp"

namespace railyard::schedule {

// Seconds of one micro-batch on one piece of the model (Schedule::stage).
struct PieceSeconds {
    double forward = 0;
    double backward = 0;         // both halves
    double backward_weight = 0;  // a part of it
};

class Replay {
  public:
    // Throws std::logic_error for a schedule that never finishes.
    explicit Replay(const Schedule& schedule);

    // Seconds to the end of the last operation. `pieces`: one for each piece of the model. `paired`: of a
    // forward of one piece together with a backward of another (F&B), at forward piece x pieces + backward
    // piece; empty: the sum of both.
    [[nodiscard]] double makespan(const std::vector<PieceSeconds>& pieces, const std::vector<double>& paired);

  private:
    friend class ReplayWriter;

    // Both of an overlapped pair are one step.
    struct Step {
        std::uint32_t device = 0;
        std::uint32_t time = 0;  // into times_
        std::uint32_t input = 0;
        std::uint32_t output = 0;  // into ends_; 0 of both: nothing
    };
    struct Pair {
        std::uint32_t at = 0;  // before this step
        Step first, second;
    };

    std::uint32_t pieces_ = 0;
    std::vector<std::uint32_t> piece_of_;  // per slot
    std::vector<Step> steps_;
    std::vector<Pair> pairs_;
    std::vector<double> times_;  // per slot and kind
    std::vector<double> ends_;   // when an output is there; the first one always is
    std::vector<double> free_;   // per device
};

}  // namespace railyard::schedule
