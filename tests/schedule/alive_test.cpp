#include "railyard/schedule/alive.hpp"

#include <doctest/doctest.h>

#include "tests/schedule/support.hpp"

namespace railyard::schedule {

TEST_CASE("bytes are held from the forward to the last backward operation") {
    const Schedule schedule = build(Algorithm::one_f_one_b, {4, 8, 1});
    const IdVector<SlotId, Bytes> each(4, gibibytes(2));
    CHECK(peak_bytes(schedule, each) ==
          std::vector<Bytes>{gibibytes(8), gibibytes(6), gibibytes(4), gibibytes(2)});
}

TEST_CASE("chunks of different size count with their own") {
    const Schedule schedule = build(Algorithm::interleaved, {2, 2, 2});
    IdVector<SlotId, Bytes> each(4, bytes(1));
    each[schedule.slot(0, 1)] = bytes(10);
    // Device 0 runs F0.0 F1.0 F0.1 F1.1 before its first backward.
    CHECK(peak_bytes(schedule, each)[0] == bytes(22));
    CHECK(peak_alive(schedule)[0] == 4);
}

TEST_CASE("a capacity in bytes is so many micro-batches") {
    const Schedule schedule = build(Algorithm::one_f_one_b, {2, 4, 1});
    IdVector<SlotId, Bytes> each(2, gibibytes(3));
    each[schedule.slot(1, 0)] = bytes(0);
    const auto most = most_that_fit(schedule, each, {gibibytes(10), gibibytes(10)});
    CHECK(most[0] == 3);
    CHECK(most[1] == 4294967295U);
}

}  // namespace railyard::schedule
