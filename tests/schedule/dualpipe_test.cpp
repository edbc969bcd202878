#include <doctest/doctest.h>

#include <array>

#include "tests/schedule/support.hpp"

namespace railyard::schedule {

TEST_CASE("dualpipe: its authors' bubble and p + 1 micro-batches alive") {
    // (p/2-1)(F&B + B - 3W) with B the whole backward and F&B = F + B. Exact where forward, input and weight
    // halves take the same time (B = 2F = 2W), and where forward and input half do and W is shorter.
    const std::array<ComputeTimes, 4> all = {compute(1, 2, 1), compute(2, 3, 1), compute(1, 1.5, 0.5),
                                             compute(4, 5, 1)};
    for_legal_shapes(Algorithm::dualpipe, [&](const Shape& shape) {
        CAPTURE(shape.stages);
        CAPTURE(shape.micro_batches);
        for (const auto& stage : all) {
            const Ran ran = run(Algorithm::dualpipe, shape, stage);
            const Seconds formula = (shape.stages / 2 - 1.0) * (stage.forward + stage.backward +
                                                                stage.backward - 3 * stage.backward_weight);
            CHECK(ran.summary.makespan - ran.summary.useful == formula);
            for (const std::uint32_t alive : alive_of(ran.summary)) CHECK(alive == shape.stages + 1);
        }
    });
}

TEST_CASE("dualpipe: (p-2)/(3m) for B = 2F = 2W, four chunks of interleaving do better") {
    const Ran dual = run(Algorithm::dualpipe, {8, 32, 1});
    CHECK(dual.summary.bubble_over_useful == 6.0 / 96);
    const Ran three = run(Algorithm::interleaved, {8, 32, 3});
    const Ran four = run(Algorithm::interleaved, {8, 32, 4});
    CHECK(three.summary.bubble_over_useful == 7.0 / 96);
    CHECK(four.summary.bubble_over_useful == 7.0 / 128);
    CHECK(dual.summary.makespan < three.summary.makespan);
    CHECK(four.summary.makespan < dual.summary.makespan);
    CHECK(dual.schedule.parameter_copies == 2);
    CHECK(four.schedule.parameter_copies == 1);
}

TEST_CASE("dualpipe: overlapped steps that take less than their parts shorten the step") {
    Schedule schedule = build(Algorithm::dualpipe, {4, 8, 1});
    Times times = even_times(schedule, compute(1, 2, 1), {});
    const Ran apart = run(schedule, times);
    times.overlapped = IdVector<SlotId, Seconds>(schedule.stage.size(), seconds(2.5));
    const Ran overlapped = run(schedule, times);
    CHECK(overlapped.summary.makespan < apart.summary.makespan);
    // Its bubble: (4/2 - 1)(F&B + B - 3W) = 2.5 + 2 - 3.
    CHECK(overlapped.summary.makespan - overlapped.summary.useful == seconds(1.5));
}

TEST_CASE("dualpipe needs an even number of stages, and twice as many micro-batches, even too") {
    CHECK(refuse(Algorithm::dualpipe, {3, 8, 1}).has_value());
    CHECK(refuse(Algorithm::dualpipe, {4, 7, 1}).has_value());
    CHECK(refuse(Algorithm::dualpipe, {4, 9, 1}).has_value());
    CHECK(refuse(Algorithm::dualpipe, {4, 6, 1}).has_value());
    CHECK_FALSE(refuse(Algorithm::dualpipe, {4, 8, 1}).has_value());
}

TEST_CASE("dualpipe: half of the micro-batches run each way") {
    const Schedule schedule = build(Algorithm::dualpipe, {4, 8, 1});
    for (const Operation& it : schedule.operations) CHECK(it.chunk == (it.micro_batch < 4 ? 0 : 1));
}

}  // namespace railyard::schedule
