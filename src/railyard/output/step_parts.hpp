#pragma once
// The parts of a step by the names that every answer has for them.

#include <array>
#include <string_view>

#include "railyard/estimate/step_times.hpp"

namespace railyard::output {

struct NamedTime {
    std::string_view name;
    Seconds time;
};

// "compute", "tp" and on to "bubble", as tables have them; they add up to the step.
std::array<NamedTime, 7> named_parts(const StepTimes& step);

}  // namespace railyard::output
