#include "railyard/output/compare_reasons.hpp"

#include <doctest/doctest.h>

namespace railyard::output {
namespace {

Comparison with(double compute, double bubble) {
    Comparison comparison;
    for (std::size_t i = 0; i < step_part_names.size(); ++i)
        comparison.step.push_back({static_cast<StepPart>(i), seconds(1), seconds(1)});
    comparison.step.front().b = seconds(1 + compute);
    comparison.step.back().b = seconds(1 + bubble);
    for (WorkSide* side : {&comparison.work_a, &comparison.work_b}) {
        side->gpu = "h100";
        side->peak = teraflops_per_second(1000);
        side->memory_bandwidth = gigabytes_per_second(3000);
        side->of_gpu = flops(2e15);
        side->step = seconds(10);
    }
    return comparison;
}

TEST_CASE("computing and idle time have reasons, and the parts add up") {
    Comparison comparison = with(-0.5, 0.125);
    comparison.work_b.gpu = "gb200";
    comparison.work_b.peak = teraflops_per_second(2500);
    comparison.work_b.of_gpu = flops(1e15);
    comparison.work_b.gpus = 2;
    comparison.work_b.micro = 2;
    comparison.work_b.pp = 4;
    comparison.work_b.schedule = PipelineSchedule::interleaved;
    CHECK(compare_reasons(comparison) ==
          "\nwhy, part by part of the step:\n"
          "  compute  - 0.5000 s  GPU h100 (1 PFLOP/s in bf16) -> gb200 (2.5 PFLOP/s in bf16); work of a GPU "
          "2\n"
          "                       -> 1 PFLOP; ranks 1 -> 2; products of other shapes: sequences of a\n"
          "                       micro-batch 1 -> 2\n"
          "  bubble   + 0.1250 s  stages 1 -> 4; schedule 1f1b -> interleaved; 10.0 % of the step -> 11.2 %\n"
          "  step     - 0.3750 s\n");
}

TEST_CASE("designs that are alike have no reasons") {
    CHECK(compare_reasons(with(0, 0)).empty());
}

TEST_CASE("of dimensions in one part each is told by its name") {
    Comparison comparison = with(0, 0);
    comparison.step[static_cast<std::size_t>(StepPart::dp)].b = seconds(1.5);
    DimensionSide a;
    a.degree = 8;
    a.hops = 8;
    a.network = bytes(1e12);
    DimensionSide b = a;
    b.network = bytes(2e12);
    comparison.dimensions = {{Dimension::dp, a, b}, {Dimension::edp, a, b}};
    CHECK(compare_reasons(comparison) ==
          "\nwhy, part by part of the step:\n"
          "  dp       + 0.5000 s  1 TB -> 2 TB on the network; edp: 1 TB -> 2 TB on the network\n"
          "  step     + 0.5000 s\n");
}

}  // namespace
}  // namespace railyard::output
