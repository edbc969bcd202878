#include "railyard/estimate/mirrored_pipeline.hpp"

#include <doctest/doctest.h>

namespace railyard {
namespace {

using doctest::Approx;

Multiprocessors gpu() {
    return {120, 20};  // 100 are left beside the exchanges
}

PassCosts stage(double products, double exchange) {
    PassCosts costs;
    costs.forward[CostItem::products] = products;
    costs.backward[CostItem::products] = 2 * products;
    costs.forward[CostItem::exchange] = costs.backward[CostItem::exchange] = exchange;
    return costs;
}

TEST_CASE("products are slower beside exchanges, and hide them") {
    const PassCosts one = stage(1, 0.5);
    const StepCosts pair = overlapped_pair(one.forward, one.backward, gpu());
    CHECK(pair[CostItem::products] == Approx(3 * 1.2));
    CHECK(pair[CostItem::exchange] == 0);
}

TEST_CASE("exchanges longer than the products show the rest") {
    const PassCosts one = stage(1, 5);
    const StepCosts pair = overlapped_pair(one.forward, one.backward, gpu());
    CHECK(pair[CostItem::exchange] == Approx(10 - 3.6));
    CHECK(pair.sum() == Approx(10));
}

TEST_CASE("memory-bound work needs no multiprocessors, without exchanges nothing slows down") {
    PassCosts one = stage(1, 0);
    one.forward[CostItem::elementwise] = 0.5;
    CHECK(overlapped_pair(one.forward, one.backward, gpu()).sum() == Approx(3.5));
    one.forward[CostItem::exchange] = 0.1;
    CHECK(overlapped_pair(one.forward, one.backward, gpu()).sum() == Approx(3.6 + 0.5));
}

TEST_CASE("the weight half of a backward pass is as long as the products of the forward pass") {
    const auto times = piece_seconds(stage(1, 0.5));
    CHECK(times.forward == Approx(1.5));
    CHECK(times.backward == Approx(2.5));
    CHECK(times.backward_weight == Approx(1));
}

TEST_CASE("a device does half of the work of a stage and of its mirror image") {
    Layout layout;
    layout.pipeline.schedule = PipelineSchedule::dualpipe;
    layout.degrees.pp = 2;
    layout.batch.sequences = 8;
    std::vector<PassCosts> stages{stage(1, 0), stage(3, 0)};
    const StepCosts step = mirrored_pipeline(layout, gpu(), stages);
    // Every device: 4 micro-batches of 3 and 4 of 9.
    CHECK(step.sum() - step[CostItem::bubble] == Approx(48));
    CHECK(step[CostItem::bubble] >= 0);
}

TEST_CASE("a mirrored pipeline hides most exchanges, and all that a short pipeline does not pair show") {
    Layout layout;
    layout.pipeline.schedule = PipelineSchedule::dualpipe;
    layout.degrees.pp = 2;
    layout.batch.sequences = 64;
    const std::vector<PassCosts> stages(2, stage(1, 0.5));
    const StepCosts step = mirrored_pipeline(layout, gpu(), stages);
    CHECK(step[CostItem::exchange] < 0.1 * 64 * 1);
    CHECK(step[CostItem::exchange] > 0);
}

TEST_CASE("fewer micro-batches than DualPipe needs") {
    Layout layout;
    layout.pipeline.schedule = PipelineSchedule::dualpipe;
    layout.degrees.pp = 4;
    layout.batch.sequences = 4;
    const std::vector<PassCosts> stages(4, stage(1, 0));
    const StepCosts step = mirrored_pipeline(layout, gpu(), stages);
    CHECK(step.sum() == Approx(4 * 3 + 3 * 3));
}

}  // namespace
}  // namespace railyard
