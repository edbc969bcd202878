#include "railyard/schedule/times.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "tests/schedule/support.hpp"

namespace railyard::schedule {

TEST_CASE("a chunk of an evenly cut model takes its share of a stage") {
    const Schedule schedule = build(Algorithm::interleaved, {4, 8, 2});
    CHECK(even_times(schedule, compute(1, 2, 1), {}).divisor == 2);
    CHECK(even_times(build(Algorithm::dualpipe, {4, 8, 1}), compute(1, 2, 1), {}).divisor == 1);
}

TEST_CASE("pieces are numbered along the model") {
    const Schedule schedule = build(Algorithm::interleaved, {2, 4, 2});
    const Times times =
        piece_times(schedule, {compute(1, 1, 0), compute(2, 1, 0), compute(3, 1, 0), compute(4, 1, 0)});
    CHECK(times.compute[schedule.slot(1, 0)].forward == seconds(2));
    CHECK(times.compute[schedule.slot(0, 1)].forward == seconds(3));
    CHECK_THROWS_AS(piece_times(schedule, {compute(1, 1, 0)}), std::out_of_range);
}

TEST_CASE("dualpipe runs the same piece on two devices") {
    const Schedule schedule = build(Algorithm::dualpipe, {2, 4, 1});
    const Times times = piece_times(schedule, {compute(1, 1, 0), compute(2, 1, 0)});
    CHECK(times.compute[schedule.slot(0, 0)].forward == seconds(1));
    CHECK(times.compute[schedule.slot(0, 1)].forward == seconds(2));
}

TEST_CASE("hops are those between neighbours, and back to the first for interleaving") {
    const Schedule schedule = build(Algorithm::interleaved, {4, 4, 2});
    Times times = even_times(schedule, compute(1, 2, 1), {});
    const Hop nvlink{seconds(1), Link::nvlink};
    const Hop network{seconds(2), Link::network};
    const Hop wrap{seconds(3), Link::network};
    set_hops(times, schedule, {nvlink, network, nvlink, wrap});
    CHECK(times.to_next[schedule.slot(1, 0)].link == Link::network);
    CHECK(times.to_previous[schedule.slot(2, 0)].link == Link::network);
    CHECK(times.to_next[schedule.slot(3, 0)].time == seconds(3));
    CHECK(times.to_previous[schedule.slot(0, 1)].time == seconds(3));
    const Ran ran = run(schedule, times);
    // 4 micro-batches, both ways: hops 0 and 2 twice each over NVLink, hop 1 twice and the way back over the
    // network.
    CHECK(ran.summary.sends.nvlink == 2 * 4 * 4);
    CHECK(ran.summary.sends.network == 2 * 4 * 3);
    // Without a hop for the way back, the slowest on the way stands for it.
    set_hops(times, schedule, {nvlink, network, nvlink});
    CHECK(times.to_next[schedule.slot(3, 0)].time == seconds(2));
}

TEST_CASE("with two devices the way back is the same hop") {
    const Schedule schedule = build(Algorithm::interleaved, {2, 4, 2});
    Times times = even_times(schedule, compute(1, 2, 1), {});
    set_hops(times, schedule, {{seconds(1), Link::nvlink}});
    CHECK(times.to_next[schedule.slot(1, 0)].time == seconds(1));
}

TEST_CASE("a network hop in the middle shows up as exposed time") {
    const Schedule schedule = build(Algorithm::one_f_one_b, {4, 8, 1});
    Times times = even_times(schedule, compute(1, 2, 1), {});
    set_hops(times, schedule,
             {{seconds(0), Link::nvlink}, {seconds(0.5), Link::network}, {seconds(0), Link::nvlink}});
    const Ran ran = run(schedule, times);
    CHECK(ran.summary.devices[2].waiting_for_send > seconds(0));
    CHECK(ran.summary.devices[3].waiting_for_send == seconds(0));
    CHECK(ran.summary.makespan > seconds(33));
}

}  // namespace railyard::schedule
