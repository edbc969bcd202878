#pragma once
// The parts of a step as programs read them, the same in every answer.

#include <nlohmann/json_fwd.hpp>

#include "railyard/estimate/step_times.hpp"

namespace railyard::output {

// {"compute": seconds, "tp": ..., "bubble": ...}: they add up to the step.
nlohmann::ordered_json step_parts_json(const StepTimes& step);

}  // namespace railyard::output
