#include "railyard/schedule/memory_cap.hpp"

#include <doctest/doctest.h>

#include "railyard/schedule/alive.hpp"
#include "tests/schedule/support.hpp"

namespace railyard::schedule {
namespace {

std::variant<Schedule, CapTooSmall> delayed(const Schedule& schedule,
                                            const std::vector<std::uint32_t>& caps) {
    return delay_forwards(schedule, even_times(schedule, compute(1, 2, 1), {}), caps);
}

Schedule capped(const Schedule& schedule, const std::vector<std::uint32_t>& caps) {
    return std::get<Schedule>(delayed(schedule, caps));
}

}  // namespace

TEST_CASE("a cap nobody reaches changes nothing") {
    for (const auto& row : catalogue()) {
        const Schedule schedule = row.build({4, 8, row.algorithm == Algorithm::interleaved ? 2U : 1U});
        CHECK(capped(schedule, std::vector<std::uint32_t>(4, 100)).operations == schedule.operations);
    }
}

TEST_CASE("gpipe capped at p - d micro-batches on each device is as fast as 1F1B") {
    const Schedule schedule = capped(build(Algorithm::gpipe, {4, 8, 1}), {4, 3, 2, 1});
    const Ran ran = run(schedule, even_times(schedule, compute(1, 2, 1), {}));
    CHECK(ran.summary.makespan == seconds(33));
    CHECK(alive_of(ran.summary) == std::vector<std::uint32_t>{4, 3, 2, 1});
}

TEST_CASE("with one chunk a device any cap from 1 up is kept, finishes, and costs time") {
    for (const Algorithm algorithm : {Algorithm::gpipe, Algorithm::one_f_one_b, Algorithm::zero_bubble_h1}) {
        const Schedule schedule = build(algorithm, {4, 8, 1});
        const Seconds free = run(schedule, even_times(schedule, compute(1, 2, 1), {})).summary.makespan;
        for (std::uint32_t a = 1; a <= 5; ++a) {
            for (std::uint32_t b = 1; b <= 5; ++b) {
                const std::vector<std::uint32_t> caps = {a, b, a, b};
                const Schedule slower = capped(schedule, caps);
                const Ran ran = run(slower, even_times(slower, compute(1, 2, 1), {}));
                CHECK(ran.summary.makespan >= free);
                for (std::uint32_t d = 0; d < 4; ++d) CHECK(ran.summary.devices[d].peak_alive <= caps[d]);
            }
        }
    }
}

TEST_CASE("1F1B with c < p micro-batches takes a round trip for every c of them") {
    // Three at a time through 4 stages of 3: a round trip is 12, so one leaves every 4.
    const Schedule schedule = capped(build(Algorithm::one_f_one_b, {4, 8, 1}), {3, 3, 3, 3});
    const Ran ran = run(schedule, even_times(schedule, compute(1, 2, 1), {}));
    CHECK(ran.summary.makespan <= seconds(12 + 7 * 4 + 2));
    CHECK(ran.summary.makespan >= seconds(33));
}

TEST_CASE("what is found with sends and unequal times is kept to by the simulator") {
    for (const auto& row : catalogue()) {
        Schedule schedule = row.build({4, 8, row.algorithm == Algorithm::interleaved ? 2U : 1U});
        Times times = random_times(schedule, 42);
        for (const Sending sending : {Sending::overlapped, Sending::blocking}) {
            times.sending = sending;
            for (std::uint32_t cap = 1; cap <= 12; ++cap) {
                const auto result = delay_forwards(schedule, times, {cap, cap, cap, cap});
                if (const auto* fewer = std::get_if<Schedule>(&result)) {
                    const Ran ran = run(*fewer, times);
                    for (const auto alive : alive_of(ran.summary)) CHECK(alive <= cap);
                } else {
                    CHECK((row.algorithm == Algorithm::interleaved || row.algorithm == Algorithm::dualpipe));
                }
            }
        }
    }
}

TEST_CASE("1F1B with one micro-batch at a time runs them one after the other") {
    const Schedule schedule = capped(build(Algorithm::one_f_one_b, {4, 8, 1}), {1, 1, 1, 1});
    // 8 times 4 forwards and 4 backwards in a row.
    CHECK(run(schedule, even_times(schedule, compute(1, 2, 1), {})).summary.makespan == seconds(96));
}

TEST_CASE("interleaving can do with fewer chunks alive, up to a point") {
    const Schedule schedule = build(Algorithm::interleaved, {4, 8, 2});
    const Schedule fewer = capped(schedule, {9, 9, 9, 9});
    const auto result = simulate(fewer, even_times(fewer, compute(1, 2, 1), {}));
    REQUIRE(std::holds_alternative<Timeline>(result));
    CHECK(peak_alive(fewer)[0] == 9);
    // Three: not even micro-batch 0 reaches the second chunk in this order.
    CHECK(std::holds_alternative<CapTooSmall>(delayed(schedule, {3, 3, 3, 3})));
}

TEST_CASE("no cap of zero") {
    const auto result = delayed(build(Algorithm::gpipe, {2, 2, 1}), {2, 0});
    REQUIRE(std::holds_alternative<CapTooSmall>(result));
    CHECK(std::get<CapTooSmall>(result).device == 1);
}

TEST_CASE("an overlapped pair is parted when its forward has to wait") {
    const Schedule schedule = build(Algorithm::dualpipe, {2, 4, 1});
    const auto result = delayed(schedule, {2, 2});
    if (const auto* fewer = std::get_if<Schedule>(&result)) {
        for (const std::uint32_t alive : peak_alive(*fewer)) CHECK(alive <= 2);
        for (std::size_t i = 0; i + 1 < fewer->operations.size(); ++i) {
            if (fewer->operations[i].together == Together::alone) continue;
            CHECK(fewer->operations[i].kind == Kind::forward);
            CHECK(fewer->operations[i + 1].kind != Kind::forward);
        }
    }
}

}  // namespace railyard::schedule
