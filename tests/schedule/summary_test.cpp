#include "railyard/schedule/summary.hpp"

#include <doctest/doctest.h>

#include "tests/schedule/support.hpp"

namespace railyard::schedule {

TEST_CASE("idle stretches fill what the operations leave") {
    const Ran ran = run(Algorithm::gpipe, {2, 2, 1});
    // Device 0: F0 F1, waits for B0 of device 1 (3 to 5), B0 5-7, B1 7-9.
    const auto first = idle_spans(ran.schedule, ran.timeline, 0);
    REQUIRE(first.size() == 1);
    CHECK(first[0].start == seconds(2));
    CHECK(first[0].end == seconds(5));
    // Device 1: waits for F0, then F0 1-2, F1 2-3, B0 3-5, B1 5-7, and is done at 7 of 9.
    const auto second = idle_spans(ran.schedule, ran.timeline, 1);
    REQUIRE(second.size() == 2);
    CHECK(second[0].end == seconds(1));
    CHECK(second[1].start == seconds(7));
    CHECK(second[1].end == seconds(9));
    CHECK(ran.summary.devices[1].idle == seconds(3));
    CHECK(ran.summary.devices[1].first_start == seconds(1));
    CHECK(ran.summary.devices[1].last_end == seconds(7));
}

TEST_CASE("useful work is the mean of the devices") {
    const Schedule schedule = build(Algorithm::one_f_one_b, {2, 1, 1});
    const Ran ran = run(schedule, piece_times(schedule, {compute(1, 1, 0), compute(3, 3, 0)}));
    CHECK(ran.summary.makespan == seconds(8));
    CHECK(ran.summary.useful == seconds(4));
    CHECK(ran.summary.bubble_over_useful == 1);
    CHECK(ran.summary.bubble_over_step == 0.5);
}

TEST_CASE("one device has no bubble and sends nothing") {
    const Ran ran = run(Algorithm::interleaved, {1, 4, 2});
    CHECK(ran.summary.bubble_over_useful == 0);
    CHECK(ran.summary.sends.total() == 0);
}

TEST_CASE("work that takes no time has no bubble") {
    const Ran ran = run(Algorithm::gpipe, {2, 2, 1}, compute(0, 0, 0));
    CHECK(ran.summary.bubble_over_useful == 0);
    CHECK(ran.summary.bubble_over_step == 0);
}

TEST_CASE("bytes alive are there when somebody says what a micro-batch holds") {
    const Ran ran = run(Algorithm::one_f_one_b, {2, 4, 1});
    CHECK(ran.summary.devices[0].peak_bytes == bytes(0));
    const Summary known =
        summarize(ran.schedule, ran.times, ran.timeline, IdVector<SlotId, Bytes>(2, bytes(100)));
    CHECK(known.devices[0].peak_bytes == bytes(200));
}

}  // namespace railyard::schedule
