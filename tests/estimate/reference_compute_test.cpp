#include "railyard/estimate/reference_compute.hpp"

#include <doctest/doctest.h>

#include "railyard/job/flops.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using doctest::Approx;

TEST_CASE("FLOPs over GPUs, peak and eta") {
    const Layout layout = test::shipped_layout("megatron-18.4b");
    MachineRates rates;
    rates.peak = teraflops_per_second(312);
    // Narayanan et al. 2021, eq. 3: 96 x 1024 x 2048 x 40 x 6144^2 (1 + 2048/(6 x 6144) + 51200/(16 x 40 x
    // 6144)) = 3.2484e17 FLOPs on 256 GPUs at half of peak.
    const double work =
        96.0 * 1024 * 2048 * 40 * 6144 * 6144 * (1 + 2048 / (6 * 6144.0) + 51200 / (16 * 40 * 6144.0));
    CHECK(work == Approx(3.2484e17).epsilon(1e-4));
    CHECK(reference_compute(layout, rates, 0.5).raw() == Approx(work / (256 * 312e12 * 0.5)));
    CHECK(reference_compute(layout, rates, 1).raw() == Approx(work / (256 * 312e12)));
}

TEST_CASE("what recomputation runs twice takes its time, a causal mask saves none") {
    Layout layout = test::shipped_layout("megatron-18.4b");
    MachineRates rates;
    rates.peak = teraflops_per_second(312);
    const Seconds with = reference_compute(layout, rates, 1);
    layout.recompute = Recompute::none;
    const Flops model = step_flops(layout, AttentionCount::full, RecomputeCount::model);
    CHECK(reference_compute(layout, rates, 1) == model / (rates.peak * 256));
    CHECK(reference_compute(layout, rates, 1) < with);
}

}  // namespace
}  // namespace railyard
