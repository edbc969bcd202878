#pragma once
// The chain of operations that the length of the step hangs on: shorten none of them and the step stays as
// long.

#include <cstdint>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/schedule/schedule.hpp"
#include "railyard/schedule/simulate.hpp"
#include "railyard/schedule/times.hpp"

namespace railyard::schedule {

struct CriticalPath {
    std::vector<std::size_t>
        operations;           // indices into the schedule, first to last; of an overlapped pair both
    Seconds computing;        // together with sending: the makespan
    Seconds sending;          // on the way between operations of the path
    std::uint64_t sends = 0;  // between devices, on the path
};

// From the operation that ends last (of equals: the one on the lowest device) back to the start of the step.
// Where an operation waited for two things that came at once, the path goes on along its own device.
CriticalPath critical_path(const Schedule& schedule, const Times& times, const Timeline& timeline);

}  // namespace railyard::schedule
