#pragma once
// The clock of the simulator. 0.1 is no binary fraction: ten times 0.1 is not 1, and a bubble of 3/8 would
// come out as 0.37499999999999994. So if every time given is a decimal number of at most 12 places (what
// people type is), a tick is that power of ten divided by the number of chunks; all times are whole ticks,
// their sums are exact in a double as long as they stay below 2^53, and a ratio of two sums is correctly
// rounded. Times that are no short decimals (measured or computed ones) are taken as they are: a tick is the
// unit, and sums round.

#include "railyard/base/units.hpp"
#include "railyard/schedule/schedule.hpp"
#include "railyard/schedule/times.hpp"

namespace railyard::schedule {

class Ticks {
  public:
    Ticks() = default;  // a tick is the unit
    Ticks(const Schedule& schedule, const Times& times);

    // All sums of the schedule's times are exact.
    [[nodiscard]] bool is_exact() const { return power_ > 0; }
    // Ticks of a time in `Times::compute` or `overlapped`, after the division.
    [[nodiscard]] double of_compute(Seconds time) const;
    [[nodiscard]] double of_send(Seconds time) const;
    [[nodiscard]] Seconds time(double ticks) const;
    [[nodiscard]] double per_unit() const { return is_exact() ? power_ * divisor_ : 1; }

  private:
    double power_ = 0;    // of ten; 0: times are no short decimals
    double divisor_ = 1;  // of compute times
};

}  // namespace railyard::schedule
