#pragma once
// What an operation of each kind means on each slot, worked out once before a run: what it needs, how long it
// takes, where its output goes. Internal to the simulator and the critical path.
//
// Outputs are kept in rows of m micro-batches: one row per slot for forwards, one for backwards, one that is
// always there (input of a first forward), one that nobody reads (backward_weight).

#include <cstdint>
#include <vector>

#include "railyard/schedule/schedule.hpp"
#include "railyard/schedule/ticks.hpp"
#include "railyard/schedule/times.hpp"

namespace railyard::schedule {

struct Step {
    double duration = 0;     // ticks
    double overlapped = 0;   // ticks, of this forward together with a backward; below 0: the sum of the two
    double send = 0;         // ticks, of the output to its consumer; 0 inside a device
    double inbound = 0;      // ticks, of the send that brings the input
    std::size_t input = 0;   // first entry of the row that has the input
    std::size_t own = 0;     // first entry of the row that must be done on this device before
    std::size_t output = 0;  // first entry of the row for the output
    std::uint32_t consumer = 0;  // device that waits for the output; the device itself if nobody does
};

class Steps {
  public:
    Steps(const Schedule& schedule, const Times& times, const Ticks& clock);

    [[nodiscard]] const Step& of(SlotId slot, Kind kind) const {
        return steps_[slot.value() * kinds + static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] std::size_t entries() const { return (2 * slots_ + 2) * micro_batches_; }
    [[nodiscard]] std::size_t always_there() const {
        return 2 * slots_ * micro_batches_;
    }  // first entry of the row
    // The operation that makes an entry (backward for backward_input too), and its device.
    [[nodiscard]] Operation maker(const Schedule& schedule, std::size_t entry, std::uint32_t& device) const;

  private:
    std::size_t slots_;
    std::size_t micro_batches_;
    std::vector<Step> steps_;
};

}  // namespace railyard::schedule
