#include "railyard/schedule/ticks.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/schedule/support.hpp"

namespace railyard::schedule {

TEST_CASE("short decimals are counted in whole ticks, so that ratios come out exact") {
    struct Row {
        const char* name;
        double forward;
        double backward;
    };
    for (const Row& row :
         {Row{"whole", 1, 2}, Row{"tenths", 0.1, 0.2}, Row{"microseconds", 0.000123, 0.000246},
          Row{"sevenths of a thousand", 0.7, 1.4}}) {
        SUBCASE(row.name) {
            const Ran ran = run(Algorithm::gpipe, {4, 8, 1}, compute(row.forward, row.backward, 0));
            CHECK(ran.timeline.clock.is_exact());
            CHECK(ran.summary.bubble_over_useful == 0.375);
            CHECK(ran.summary.bubble_over_step == 3.0 / 11);
        }
    }
    CHECK(run(Algorithm::gpipe, {4, 8, 1}, compute(0.1, 0.2, 0)).summary.makespan == seconds(3.3));
}

TEST_CASE("a chunk of a third is a whole number of ticks") {
    const Ran ran = run(Algorithm::interleaved, {4, 8, 3}, compute(0.1, 0.2, 0.1), {seconds(0)});
    CHECK(ran.timeline.clock.is_exact());
    CHECK(ran.summary.bubble_over_useful == 0.125);  // 3 / (3 x 8)
    CHECK(ran.summary.useful == seconds(2.4));
}

TEST_CASE("times that are no short decimals are taken as they are") {
    const Ran ran = run(Algorithm::gpipe, {4, 8, 1}, compute(std::sqrt(2), std::sqrt(8), 0));
    CHECK_FALSE(ran.timeline.clock.is_exact());
    CHECK(ran.summary.bubble_over_useful == doctest::Approx(0.375));
}

TEST_CASE("large times do not leave the exact range unseen") {
    const Ran ran = run(Algorithm::gpipe, {4, 8, 1}, compute(1e15, 2e15, 0));
    CHECK_FALSE(ran.timeline.clock.is_exact());
    CHECK(ran.summary.bubble_over_useful == doctest::Approx(0.375));
    CHECK_FALSE(run(Algorithm::gpipe, {4, 8, 1}, compute(1e300, 1e300, 0)).timeline.clock.is_exact());
}

}  // namespace railyard::schedule
