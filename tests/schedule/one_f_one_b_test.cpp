#include <doctest/doctest.h>

#include <algorithm>

#include "tests/schedule/support.hpp"

namespace railyard::schedule {

TEST_CASE("1f1b: the bubble is (p-1)/m to the last bit, and device d holds min(m, p-d)") {
    for_legal_shapes(Algorithm::one_f_one_b, [](const Shape& shape) {
        const Ran ran = run(Algorithm::one_f_one_b, shape);
        CAPTURE(shape.stages);
        CAPTURE(shape.micro_batches);
        CHECK(ran.summary.bubble_over_useful == (shape.stages - 1.0) / shape.micro_batches);
        CHECK(ran.summary.bubble_over_step ==
              (shape.stages - 1.0) / (shape.micro_batches + shape.stages - 1.0));
        for (std::uint32_t d = 0; d < shape.stages; ++d) {
            CHECK(ran.summary.devices[d].peak_alive == std::min(shape.micro_batches, shape.stages - d));
        }
    });
}

TEST_CASE("1f1b: the right values for p=4, m=8") {
    const Ran ran = run(Algorithm::one_f_one_b, {4, 8, 1});
    CHECK(ran.summary.makespan == seconds(33));  // (8 + 3) x 3
    CHECK(ran.summary.useful == seconds(24));
    CHECK(ran.summary.bubble_over_useful == 0.375);
    CHECK(ran.summary.bubble_over_step == 3.0 / 11);
    CHECK(alive_of(ran.summary) == std::vector<std::uint32_t>{4, 3, 2, 1});
    CHECK(ran.summary.sends.total() == 48);  // 2 x 8 x 3
}

TEST_CASE("1f1b: no device idles between the forwards of its warm-up") {
    const Ran ran = run(Algorithm::one_f_one_b, {8, 32, 1});
    for (std::uint32_t d = 0; d < 8; ++d) {
        const std::size_t first = ran.schedule.first[d];
        CHECK(ran.timeline.start[first] == d);  // as soon as the first micro-batch can be there
        for (std::uint32_t i = 1; i < 8 - d; ++i) {
            CHECK(ran.timeline.start[first + i] == ran.timeline.end[first + i - 1]);
        }
    }
}

}  // namespace railyard::schedule
