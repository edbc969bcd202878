#include "railyard/estimate/product_precision.hpp"

#include <doctest/doctest.h>

namespace railyard {
namespace {

Gpu gpu_with(std::initializer_list<Precision> precisions) {
    Gpu gpu;
    for (const Precision p : precisions) gpu.peak[static_cast<std::size_t>(p)] = flops_per_second(1e14);
    return gpu;
}
GpuFacts facts_with(double fp8) {
    GpuFacts facts;
    facts.gpu = "x";
    facts.best_fp8 = flops_per_second(fp8);
    return facts;
}

TEST_CASE("products of the job's own precision, or of the next wider one that was measured") {
    const Gpu new_gpu = gpu_with({Precision::fp16, Precision::bf16, Precision::fp8, Precision::fp4});
    const Gpu old_gpu = gpu_with({Precision::fp32, Precision::fp16});
    CHECK(timed_precision(facts_with(1e15), new_gpu, Precision::fp4) == Precision::fp8);
    CHECK(timed_precision(facts_with(1e15), new_gpu, Precision::fp8) == Precision::fp8);
    CHECK(timed_precision(facts_with(1e15), new_gpu, Precision::fp16) == Precision::fp16);
    CHECK(timed_precision(facts_with(0), new_gpu, Precision::fp8) == Precision::bf16);
    CHECK(timed_precision(facts_with(0), old_gpu, Precision::bf16) == Precision::fp16);
    CHECK(timed_precision(facts_with(0), old_gpu, Precision::fp4) == Precision::fp16);
}

TEST_CASE("nothing stands for fp32, not even where the GPU has it") {
    CHECK(!timed_precision(facts_with(0), gpu_with({Precision::fp32, Precision::bf16}), Precision::fp32));
}

TEST_CASE("a stand-in is told, the job's own products are not") {
    CalibratedMachine machine;
    machine.gpu = facts_with(1e15);
    machine.timed = Precision::fp8;
    CHECK(stand_in_note("own", machine, Precision::fp8).empty());
    CHECK(stand_in_note("own", machine, Precision::fp4) ==
          "the calibration 'own' has no fp4 products of the GPU 'x': its fp8 products stand in, and no "
          "error band is given");
}

}  // namespace
}  // namespace railyard
