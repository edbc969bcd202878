#pragma once
// What a run comes to: per device and in all. (computed)

#include <cstdint>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/schedule/schedule.hpp"
#include "railyard/schedule/simulate.hpp"
#include "railyard/schedule/times.hpp"

namespace railyard::schedule {

struct DeviceSummary {
    Seconds busy;                  // computing
    Seconds sending;               // held by blocking sends
    Seconds idle;                  // the rest of the step: busy + sending + idle = makespan
    Seconds waiting_for_send;      // the part of idle in which its input was made, but still under way
    Seconds first_start;           // of its first operation
    Seconds last_end;              // of its last
    std::uint32_t peak_alive = 0;  // micro-batches held at once, counted in chunks (alive.hpp)
    Bytes peak_bytes;              // 0 if nobody said what a micro-batch holds
};

// Of a whole step, over all devices, forwards and backwards.
struct SendCount {
    std::uint64_t unstated = 0;
    std::uint64_t nvlink = 0;
    std::uint64_t network = 0;
    [[nodiscard]] std::uint64_t total() const { return unstated + nvlink + network; }
};

struct Summary {
    Seconds makespan;               // of the step
    Seconds useful;                 // what a device computes, the mean over devices
    double bubble_over_useful = 0;  // (makespan - useful) / useful: (p-1)/m for 1F1B with equal stages
    double bubble_over_step = 0;    // (makespan - useful) / makespan
    SendCount sends;
    std::vector<DeviceSummary> devices;
};

// `activation`: what a micro-batch holds on each slot; empty: not known.
Summary summarize(const Schedule& schedule, const Times& times, const Timeline& timeline,
                  const IdVector<SlotId, Bytes>& activation);

// A stretch of time.
struct Span {
    Seconds start;
    Seconds end;
};

// When a device does not compute, from 0 to the makespan; empty stretches are left out.
std::vector<Span> idle_spans(const Schedule& schedule, const Timeline& timeline, std::uint32_t device);

}  // namespace railyard::schedule
