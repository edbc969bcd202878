#pragma once
// Which measured products time those of a job: of its own precision, or the next that was measured.

#include <optional>
#include <string>

#include "railyard/estimate/calibrated_machine.hpp"
#include "railyard/topology/hardware.hpp"

namespace railyard {

// The precision whose products time those of a job in `wanted`: fp4 and fp8 fall to fp8 where the GPU has a
// measured one, else to 16 bits; fp16 and bf16 stand for each other where a GPU has but one. Nothing for
// fp32: no product of it was measured, and 16 bits are many times as fast.
std::optional<Precision> timed_precision(const GpuFacts& facts, const Gpu& gpu, Precision wanted);

// Says that products of another precision stand in; empty where they do not.
std::string stand_in_note(const std::string& calibration, const CalibratedMachine& machine, Precision wanted);

}  // namespace railyard
