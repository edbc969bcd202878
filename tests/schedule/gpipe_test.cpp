#include <doctest/doctest.h>

#include "tests/schedule/support.hpp"

namespace railyard::schedule {

TEST_CASE("gpipe: the bubble is (p-1)/m to the last bit") {
    for_legal_shapes(Algorithm::gpipe, [](const Shape& shape) {
        const Ran ran = run(Algorithm::gpipe, shape);
        CAPTURE(shape.stages);
        CAPTURE(shape.micro_batches);
        // (p-1)(F+B) idle, m(F+B) useful.
        CHECK(ran.summary.bubble_over_useful == (shape.stages - 1.0) / shape.micro_batches);
        CHECK(ran.summary.bubble_over_step ==
              (shape.stages - 1.0) / (shape.micro_batches + shape.stages - 1.0));
        CHECK(ran.summary.sends.total() == 2 * (shape.stages - 1) * shape.micro_batches);
    });
}

TEST_CASE("gpipe holds every micro-batch on every device") {
    const Ran ran = run(Algorithm::gpipe, {4, 8, 1});
    CHECK(alive_of(ran.summary) == std::vector<std::uint32_t>{8, 8, 8, 8});
    CHECK(ran.summary.bubble_over_useful == 0.375);  // 3/8
    CHECK(ran.summary.bubble_over_step == 3.0 / 11);
}

}  // namespace railyard::schedule
