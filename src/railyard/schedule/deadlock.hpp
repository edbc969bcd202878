#pragma once
// A deadlock in words.

#include <string>

#include "railyard/schedule/schedule.hpp"
#include "railyard/schedule/simulate.hpp"

namespace railyard::schedule {

// Lines: how far it came, then who waits for what: the cycle if there is one, else the first devices that
// stand still. At most 12 devices are listed.
std::string explain(const Schedule& schedule, const Deadlock& deadlock);

}  // namespace railyard::schedule
