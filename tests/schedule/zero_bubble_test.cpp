#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "tests/schedule/support.hpp"

namespace railyard::schedule {

TEST_CASE("zb-h1: with equal F, B for input and B for weights the bubble is (p-1)F, a third of 1F1B's") {
    for_legal_shapes(Algorithm::zero_bubble_h1, [](const Shape& shape) {
        if (shape.micro_batches < shape.stages) return;
        const Ran ran = run(Algorithm::zero_bubble_h1, shape);
        CAPTURE(shape.stages);
        CAPTURE(shape.micro_batches);
        // F + B - 2W with B the whole backward is F + B - W with B the input half: 1 + 2 - 2 = 1 + 1 - 1.
        CHECK(ran.summary.bubble_over_useful == (shape.stages - 1.0) / (3.0 * shape.micro_batches));
    });
}

TEST_CASE("zb-h1: never idles more than 1F1B with equal stages, holds at most p") {
    const std::array<ComputeTimes, 8> all = {compute(1, 2, 1),   compute(1, 3, 1),   compute(1, 3, 2),
                                             compute(2, 2, 1),   compute(1, 4, 0.5), compute(3, 3, 2),
                                             compute(1, 1, 0.0), compute(1, 3.5, 3)};
    for_legal_shapes(Algorithm::zero_bubble_h1, [&](const Shape& shape) {
        CAPTURE(shape.stages);
        CAPTURE(shape.micro_batches);
        for (const auto& stage : all) {
            const Ran split = run(Algorithm::zero_bubble_h1, shape, stage);
            const Ran whole = run(Algorithm::one_f_one_b, shape, stage);
            CHECK(split.timeline.makespan * whole.timeline.clock.per_unit() <=
                  whole.timeline.makespan * split.timeline.clock.per_unit());
            for (const std::uint32_t alive : alive_of(split.summary)) {
                CHECK(alive <= std::min(shape.stages, shape.micro_batches));
            }
        }
    });
}

TEST_CASE("zb-h1 for p=4, m=8: four alive on every device, and 27 instead of 33") {
    const Ran ran = run(Algorithm::zero_bubble_h1, {4, 8, 1});
    CHECK(alive_of(ran.summary) == std::vector<std::uint32_t>{4, 4, 4, 4});
    CHECK(ran.summary.makespan == seconds(27));
    CHECK(ran.summary.bubble_over_useful == 0.125);
}

TEST_CASE("on 8 stages, enough chunks beat zb-h1 and zb-h1 beats 1F1B, memory goes the other way") {
    // The ranking that users measured: plain 1F1B slowest and smallest, interleaving as fast as zero bubble.
    const Ran plain = run(Algorithm::one_f_one_b, {8, 32, 1});
    const Ran split = run(Algorithm::zero_bubble_h1, {8, 32, 1});
    const Ran two = run(Algorithm::interleaved, {8, 32, 2});
    const Ran four = run(Algorithm::interleaved, {8, 32, 4});
    CHECK(four.summary.makespan < split.summary.makespan);  // 7/4 < 7/3
    CHECK(split.summary.makespan < two.summary.makespan);   // 7/3 < 7/2
    CHECK(two.summary.makespan < plain.summary.makespan);   // 7/2 < 7
    // In whole stages: 8, 8, 23/2 and 39/4 on the worst device.
    CHECK(plain.summary.devices[0].peak_alive == 8);
    CHECK(split.summary.devices[0].peak_alive == 8);
    CHECK(two.summary.devices[0].peak_alive == 23);
    CHECK(four.summary.devices[0].peak_alive == 39);
}

}  // namespace railyard::schedule
