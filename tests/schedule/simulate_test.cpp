#include "railyard/schedule/simulate.hpp"

#include <doctest/doctest.h>

#include <array>

#include "tests/schedule/support.hpp"

namespace railyard::schedule {
namespace {

const std::array<Shape, 6> small_shapes = {
    {{1, 1, 1}, {2, 4, 1}, {4, 8, 1}, {5, 3, 1}, {4, 8, 3}, {6, 12, 2}}};

void check_against_oracle(const Schedule& schedule, const Times& times) {
    const auto expected = Oracle(schedule, times).run();
    const auto result = simulate(schedule, times);
    REQUIRE(expected.has_value());
    REQUIRE(std::holds_alternative<Timeline>(result));
    const auto& timeline = std::get<Timeline>(result);
    for (std::size_t i = 0; i < schedule.operations.size(); ++i) {
        CHECK(timeline.start_of(i).raw() == doctest::Approx((*expected)[i].first));
        CHECK(timeline.end_of(i).raw() == doctest::Approx((*expected)[i].second));
    }
}

// No device overlaps itself, and the parts of its step add up.
void check_devices(const Ran& ran) {
    for (std::uint32_t d = 0; d < ran.schedule.devices; ++d) {
        for (std::size_t i = ran.schedule.first[d] + 1; i < ran.schedule.first[d + 1]; ++i) {
            CHECK(ran.timeline.start[i] >= ran.timeline.end[i - 1]);
        }
        const auto& device = ran.summary.devices[d];
        CHECK((device.busy + device.sending + device.idle).raw() ==
              doctest::Approx(ran.summary.makespan.raw()));
        CHECK(device.waiting_for_send.raw() <= device.idle.raw() + 1e-9);
    }
}

// Nothing starts before its inputs have been made and sent.
void check_inputs(const Ran& ran) {
    const Schedule& s = ran.schedule;
    const std::size_t rows = std::size_t{s.micro_batches} * s.model_stages;
    std::vector<double> forward(rows);
    std::vector<double> backward(rows);
    const auto each = [&](auto visit) {
        for (std::uint32_t d = 0; d < s.devices; ++d) {
            for (std::size_t i = s.first[d]; i < s.first[d + 1]; ++i) {
                const SlotId slot = s.slot(d, s.operations[i].chunk);
                const std::size_t row =
                    std::size_t{s.operations[i].micro_batch} * s.model_stages + s.stage[slot];
                visit(i, slot, s.operations[i].kind, row);
            }
        }
    };
    each([&](std::size_t i, SlotId, Kind kind, std::size_t row) {
        if (kind == Kind::forward) forward[row] = ran.timeline.end_of(i).raw();
        if (kind == Kind::backward || kind == Kind::backward_input)
            backward[row] = ran.timeline.end_of(i).raw();
    });
    each([&](std::size_t i, SlotId slot, Kind kind, std::size_t row) {
        const double start = ran.timeline.start_of(i).raw() + 1e-9;
        const SlotId before = s.previous[slot];
        const SlotId after = s.next[slot];
        if (kind == Kind::forward && !before.is_none()) {
            CHECK(start >= forward[row - 1] + ran.times.to_next[before].time.raw());
        } else if (kind == Kind::backward_weight) {
            CHECK(start >= backward[row]);
        } else if (kind != Kind::forward) {
            CHECK(start >= forward[row]);
            if (!after.is_none()) CHECK(start >= backward[row + 1] + ran.times.to_previous[after].time.raw());
        }
    });
}

}  // namespace

TEST_CASE("random unequal times: every operation starts and ends as the slow simulator says") {
    std::uint32_t seed = 20261129;
    for (const auto& row : catalogue()) {
        for (const Shape& shape : small_shapes) {
            if (refuse(row.algorithm, shape)) continue;
            const Schedule schedule = build(row.algorithm, shape);
            for (const Sending sending : {Sending::overlapped, Sending::blocking}) {
                CAPTURE(std::string(row.name));
                CAPTURE(shape.stages);
                Times times = random_times(schedule, ++seed);
                times.sending = sending;
                check_against_oracle(schedule, times);
                const Ran ran = run(schedule, times);
                check_devices(ran);
                check_inputs(ran);
            }
        }
    }
}

TEST_CASE("random orders of a device: the slow simulator and the fast one agree on what never finishes") {
    std::mt19937 random(7);
    int finished = 0;
    int stuck = 0;
    for (int round = 0; round < 400; ++round) {
        Schedule schedule = build(Algorithm::zero_bubble_h1, {3, 3, 1});
        for (int swaps = 0; swaps < 3; ++swaps) {
            const std::uint32_t d = static_cast<std::uint32_t>(random() % 3);
            const std::size_t at =
                schedule.first[d] + random() % (schedule.first[d + 1] - schedule.first[d] - 1);
            std::swap(schedule.operations[at], schedule.operations[at + 1]);
        }
        const Times times = random_times(schedule, static_cast<std::uint32_t>(round));
        const bool expected = Oracle(schedule, times).run().has_value();
        CHECK(std::holds_alternative<Timeline>(simulate(schedule, times)) == expected);
        ++(expected ? finished : stuck);
    }
    CHECK(finished > 20);
    CHECK(stuck > 20);
}

TEST_CASE("every legal schedule finishes and no device overlaps itself") {
    for (const auto& row : catalogue()) {
        for (const Shape& shape : small_shapes) {
            if (!refuse(row.algorithm, shape)) check_devices(run(row.algorithm, shape));
        }
    }
}

TEST_CASE("doubling all times doubles the step") {
    const Ran one = run(Algorithm::interleaved, {4, 8, 2}, compute(1, 2, 1), {seconds(0.25)});
    const Ran two = run(Algorithm::interleaved, {4, 8, 2}, compute(2, 4, 2), {seconds(0.5)});
    CHECK(two.summary.makespan == 2 * one.summary.makespan);
    CHECK(two.summary.bubble_over_useful == one.summary.bubble_over_useful);
}

TEST_CASE("a slow stage holds up the others") {
    const Schedule schedule = build(Algorithm::one_f_one_b, {4, 64, 1});
    std::vector<ComputeTimes> pieces(4, compute(1, 2, 1));
    pieces[2] = compute(2, 4, 2);
    const Ran ran = run(schedule, piece_times(schedule, pieces));
    // 64 x 6 on the slow stage, and what comes before its first and after its last operation.
    CHECK(ran.summary.makespan >= seconds(384));
    CHECK(ran.summary.makespan <= seconds(384 + 18));
    CHECK(ran.summary.devices[2].busy == seconds(384));
}

TEST_CASE("sends that overlap cost less than sends that block") {
    Schedule schedule = build(Algorithm::one_f_one_b, {4, 8, 1});
    Times times = even_times(schedule, compute(1, 2, 1), {seconds(0.25), Link::network});
    const Ran overlapped = run(schedule, times);
    times.sending = Sending::blocking;
    const Ran blocking = run(schedule, times);
    CHECK(overlapped.summary.makespan > seconds(33));
    CHECK(blocking.summary.makespan > overlapped.summary.makespan);
    CHECK(overlapped.summary.devices[1].sending == seconds(0));
    // Device 1 sends 8 forwards on and 8 gradients back.
    CHECK(blocking.summary.devices[1].sending == seconds(4));
    CHECK(overlapped.summary.devices[3].waiting_for_send > seconds(0));
}

TEST_CASE("the first device of a schedule without sends never waits for one") {
    const Ran ran = run(Algorithm::one_f_one_b, {4, 8, 1});
    for (const auto& device : ran.summary.devices) CHECK(device.waiting_for_send == seconds(0));
}

TEST_CASE("a schedule that can never finish is an answer") {
    Schedule schedule = build(Algorithm::one_f_one_b, {2, 2, 1});
    // Device 0 wants the gradient of micro-batch 0 before it sends micro-batch 0 on.
    std::swap(schedule.operations[0], schedule.operations[2]);
    const auto result = simulate(schedule, even_times(schedule, compute(1, 2, 1), {}));
    REQUIRE(std::holds_alternative<Deadlock>(result));
}

}  // namespace railyard::schedule
