#pragma once
// Runs a schedule: every device works through its list in order, each operation starts as soon as the device
// is free and its input has arrived. Inputs of an operation on piece k of the model, for one micro-batch:
//   forward         the forward of piece k-1
//   backward        the backward of piece k+1, and its own forward (done before on the same device)
//   backward_weight its own backward_input
// With these rules the times do not depend on the order in which a simulator looks at devices, so no event
// queue is needed: a device runs until it lacks an input, and the operation that makes the input wakes it.
// Every operation is looked at once, plus once for every wait: time and memory grow linearly with the
// operations.

#include <cstdint>
#include <variant>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/schedule/schedule.hpp"
#include "railyard/schedule/ticks.hpp"
#include "railyard/schedule/times.hpp"

namespace railyard::schedule {

// What one device did. busy + sending + idle is the makespan. In ticks. (computed)
struct DeviceTicks {
    double busy = 0;              // computing
    double sending = 0;           // held by its own blocking sends
    double waiting_for_send = 0;  // part of idle: its input was made, and still on the way
};

// When everything happened. (computed)
struct Timeline {
    Ticks clock;
    double makespan = 0;        // ticks, from 0 to the end of the last operation
    std::vector<double> start;  // ticks, per operation of the schedule
    std::vector<double> end;
    std::vector<DeviceTicks> devices;

    [[nodiscard]] Seconds start_of(std::size_t operation) const { return clock.time(start[operation]); }
    [[nodiscard]] Seconds end_of(std::size_t operation) const { return clock.time(end[operation]); }
};

// A device that stands still for ever.
struct Blocked {
    std::uint32_t device = 0;
    Operation operation;               // that it cannot start
    std::uint32_t awaited_device = 0;  // who would have to make the input
    Operation awaited;  // the operation that would make it (backward may stand for backward_input)
};

// A schedule that never finishes. An answer, not an error.
struct Deadlock {
    std::vector<Blocked> blocked;  // all that stand still, by device
    std::vector<Blocked> cycle;    // each waits for the next, the last for the first; empty if the chain of
                                   // waits ends at an operation that is in no list
    std::size_t operations_done = 0;
};

// The schedule is well formed, times has an entry per slot. Cost: about 10 ns an operation.
std::variant<Timeline, Deadlock> simulate(const Schedule& schedule, const Times& times);

}  // namespace railyard::schedule
