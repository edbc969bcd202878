#include "railyard/schedule/steps.hpp"

#include <doctest/doctest.h>

#include "tests/schedule/support.hpp"

namespace railyard::schedule {

TEST_CASE("a step knows its time, its input and who waits for it") {
    const Schedule schedule = build(Algorithm::one_f_one_b, {2, 3, 1});
    const Times times = even_times(schedule, compute(1, 2.5, 1), {seconds(0.5)});
    const Ticks clock(schedule, times);
    const Steps steps(schedule, times, clock);
    const Step& first = steps.of(schedule.slot(0, 0), Kind::forward);
    CHECK(clock.time(first.duration) == seconds(1));
    CHECK(first.input == steps.always_there());
    CHECK(first.consumer == 1);
    CHECK(clock.time(first.send) == seconds(0.5));
    const Step& last = steps.of(schedule.slot(1, 0), Kind::backward_input);
    CHECK(clock.time(last.duration) == seconds(1.5));
    CHECK(last.input == steps.always_there());
    CHECK(last.consumer == 0);
    CHECK(last.inbound == 0);
    const Step& back = steps.of(schedule.slot(0, 0), Kind::backward);
    CHECK(back.input == steps.of(schedule.slot(1, 0), Kind::backward).output);
    CHECK(back.own == first.output);
    CHECK(clock.time(back.inbound) == seconds(0.5));
    CHECK(steps.of(schedule.slot(0, 0), Kind::backward_weight).own == back.output);
}

TEST_CASE("an entry names the operation that makes it") {
    const Schedule schedule = build(Algorithm::interleaved, {2, 4, 2});
    const Times times = even_times(schedule, compute(1, 2, 1), {});
    const Steps steps(schedule, times, Ticks(schedule, times));
    std::uint32_t device = 9;
    const Operation maker =
        steps.maker(schedule, steps.of(schedule.slot(1, 1), Kind::backward_input).output + 3, device);
    CHECK(device == 1);
    CHECK(maker == Operation{3, 1, Kind::backward, Together::alone});
}

}  // namespace railyard::schedule
