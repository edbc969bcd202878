#include "railyard/estimate/step_times.hpp"

#include <doctest/doctest.h>

#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using doctest::Approx;

TEST_CASE("a step is the sum of its parts") {
    const StepTimes step{seconds(1), seconds(2), seconds(3), seconds(4), seconds(5), seconds(6), seconds(7)};
    CHECK(step.total() == seconds(28));
    CHECK(StepTimes{}.total() == Seconds{});
}

TEST_CASE("rates and GPU-hours of a step") {
    Layout layout;
    layout.degrees = {8, 1, 1, 2, 1, 1};
    layout.batch = {64, 1, 1000};  // 64,000 tokens
    CHECK(model_flops_per_gpu(layout, flops(16e15), seconds(10)) == teraflops_per_second(100));
    CHECK(tokens_per_second_per_gpu(layout, seconds(10)) == Approx(400));  // 64,000 / 10 / 16
    // A thousand million tokens are 15,625 steps of 10 s on 16 GPUs: 2,500,000 GPU-seconds.
    CHECK(gpu_hours(layout, seconds(10), 1e9) == Approx(2.5e6 / 3600));
}

}  // namespace
}  // namespace railyard
