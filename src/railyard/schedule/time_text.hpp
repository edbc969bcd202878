#pragma once
// Times for people. What somebody typed without a unit is shown without one.

#include <string>

#include "railyard/base/units.hpp"

namespace railyard::schedule {

// `arbitrary`: whatever the times were given in, the same for all of them.
enum class TimeUnit { arbitrary, seconds };

// "28.5", or "1.234 ms" with the unit that keeps the number between 1 and 1000. At most 6 significant digits
// (4 with a unit), no trailing zeros.
std::string time_text(Seconds time, TimeUnit unit);

// "18.75 %": two decimals.
std::string percent_text(double share);

}  // namespace railyard::schedule
