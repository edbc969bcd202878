#pragma once
// The parts of a training step, and the figures people compare.

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"

namespace railyard {

// Parts that add up to the step: what a part hides behind another is left out of it.
struct StepTimes {
    Seconds compute;
    Seconds tp;
    Seconds cp;
    Seconds ep;  // exchanges of experts, and etp
    Seconds pp;
    Seconds dp;  // gradients and parameters of dense and expert layers
    Seconds bubble;

    [[nodiscard]] Seconds total() const { return compute + tp + cp + ep + pp + dp + bubble; }
};

// Rates of a step of a given length.
FlopsPerSecond model_flops_per_gpu(const Layout& layout, Flops step, Seconds total);
double tokens_per_second_per_gpu(const Layout& layout, Seconds total);
// GPU-hours that `tokens` tokens take.
double gpu_hours(const Layout& layout, Seconds total, double tokens);

}  // namespace railyard
