#include <doctest/doctest.h>

#include "tests/schedule/support.hpp"

namespace railyard::schedule {

TEST_CASE("interleaved: the bubble is (p-1)/(v m) to the last bit") {
    for_legal_shapes(Algorithm::interleaved, [](const Shape& shape) {
        const Ran ran = run(Algorithm::interleaved, shape);
        CAPTURE(shape.stages);
        CAPTURE(shape.micro_batches);
        CAPTURE(shape.chunks);
        const double rounds = double{1} * shape.micro_batches * shape.chunks;
        CHECK(ran.summary.bubble_over_useful == (shape.stages - 1.0) / rounds);
        CHECK(ran.summary.bubble_over_step == (shape.stages - 1.0) / (rounds + shape.stages - 1.0));
    });
}

TEST_CASE("interleaved: the right values for p=4, m=8") {
    const Ran two = run(Algorithm::interleaved, {4, 8, 2});
    CHECK(two.summary.makespan == seconds(28.5));  // (16 + 3) x 3/2
    CHECK(two.summary.useful == seconds(24));
    CHECK(two.summary.bubble_over_useful == 0.1875);
    CHECK(two.summary.bubble_over_step == 3.0 / 19);
    CHECK(alive_of(two.summary) == std::vector<std::uint32_t>{11, 9, 7, 5});
    CHECK(two.summary.sends.total() == 112);  // 2 x 8 x (8 - 1)
    const Ran four = run(Algorithm::interleaved, {4, 8, 4});
    CHECK(four.summary.bubble_over_useful == 0.09375);
    CHECK(four.summary.bubble_over_step == 3.0 / 35);
    CHECK(alive_of(four.summary) == std::vector<std::uint32_t>{19, 17, 15, 13});
    CHECK(four.summary.sends.total() == 240);  // 2 x 8 x (16 - 1)
}

TEST_CASE("interleaved: the first stage of Llama 3 405B holds 143 chunks") {
    // p=16, v=8, m=32: 2 x 15 + 7 x 16 forwards of warm-up, and one more.
    CHECK(run(Algorithm::interleaved, {16, 32, 8}).summary.devices[0].peak_alive == 143);
}

TEST_CASE("interleaved with one chunk is 1F1B") {
    CHECK(build(Algorithm::interleaved, {4, 8, 1}).operations ==
          build(Algorithm::one_f_one_b, {4, 8, 1}).operations);
}

TEST_CASE("interleaved: Megatron's order on the first device, p=2, m=4, v=2") {
    const Schedule schedule = build(Algorithm::interleaved, {2, 4, 2});
    std::string order;
    for (std::size_t i = schedule.first[0]; i < schedule.first[1]; ++i) {
        const Operation& it = schedule.operations[i];
        order += letter_of(it.kind) + std::to_string(it.micro_batch) + "." + std::to_string(it.chunk) + " ";
    }
    // Warm-up 2 x 1 + 1 x 2 = 4 chunk forwards: micro-batches 0 and 1 through chunk 0, then chunk 1.
    CHECK(order == "F0.0 F1.0 F0.1 F1.1 F2.0 B0.1 F3.0 B1.1 F2.1 B0.0 F3.1 B1.0 B2.1 B3.1 B2.0 B3.0 ");
}

}  // namespace railyard::schedule
