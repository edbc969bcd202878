#pragma once
// A memory cap: a forward that would make a device hold too much is put off until backwards have made room.
// Which backwards those are depends on when they can run, so the new order is found by playing the schedule
// through in time: a device takes its operations in the order of its list, except that while a forward may
// not start (no room, or its input is not there yet) a backward that can start goes first. Forwards keep
// their order, backwards theirs; only halves for weights, which nobody waits for, may be taken early when
// there is no room.

#include <cstdint>
#include <variant>
#include <vector>

#include "railyard/schedule/schedule.hpp"
#include "railyard/schedule/times.hpp"

namespace railyard::schedule {

// The device that is stuck: it may hold `cap` at once, and not even waiting helps.
struct CapTooSmall {
    std::uint32_t device = 0;
    std::uint32_t cap = 0;
};

// The schedule in an order in which device d never holds more than most_alive[d] (as peak_alive counts). It
// is unchanged if no device would. With one chunk a device, a cap of 1 is enough to finish; with several,
// micro-batches need room to get round. Cost: a priority queue of the operations.
std::variant<Schedule, CapTooSmall> delay_forwards(const Schedule& schedule, const Times& times,
                                                   const std::vector<std::uint32_t>& most_alive);

}  // namespace railyard::schedule
