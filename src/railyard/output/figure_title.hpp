#pragma once
// Figures of sweeps as axes of charts name them.

#include <string>
#include <string_view>

namespace railyard::output {

// A column in words, with its unit: "step_seconds" -> "step, seconds", "memory_gib" -> "memory, GiB",
// "gpu_hours_per_trillion_tokens" -> "GPU-hours per 10^12 tokens". Others without their underscores.
std::string figure_title(std::string_view column);

}  // namespace railyard::output
