#include "railyard/search/memory_shortfall.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "railyard/memory/estimate.hpp"
#include "tests/support/plan_spaces.hpp"

namespace railyard::search {
namespace {

// Every variant of every cut.
Bytes least_of_all(const PlanSpace& space) {
    Bytes least = gibibytes(1e9);
    Layout layout = space.base;
    for (const Cut& cut : cuts_of(space)) {
        apply(cut, layout);
        for (const Passage& passage : passages_of(space, cut)) {
            for (const Work& work : works_of(space, cut.degrees)) {
                for (const ShardingKind sharding : shardings_of(space, cut.degrees)) {
                    apply(Variant{work, passage, sharding}, layout);
                    least = std::min(least, memory::estimate_memory(layout).worst().total());
                }
            }
        }
    }
    return least;
}

TEST_CASE("the least memory is the least of all candidates") {
    for (const auto& small : test::small_plans()) {
        CAPTURE(small.name);
        const auto least = least_memory(small.space);
        REQUIRE(least);
        CHECK(least->needed == least_of_all(small.space));
        CHECK(memory::estimate_memory(least->layout).worst().total() == least->needed);
    }
}

TEST_CASE("a job that does not fit is told what it needs and where it would fit") {
    // Llama 3 405B: 16 to 18 bytes of state for each of 4.05e11 parameters, however sharded, are 405 GB and
    // more on each of 16 GPUs.
    const PlanSpace space = test::small_space("llama3-405b", 16, 1024);
    const Bytes capacity = gibibytes(78);
    const auto lack = memory_shortfall(space, capacity, 1U << 20U);
    REQUIRE(lack);
    CHECK(lack->least.needed > bytes(4.05e11 * 16 / 16));
    CHECK(lack->opened.empty());
    // It fits there, and on half of that it does not.
    REQUIRE(lack->gpus > 16);
    CHECK(lack->needed_there <= capacity);
    PlanSpace half = space;
    half.gpus = lack->gpus / 2;
    CHECK(least_memory(half)->needed > capacity);
    // Nor where there are no more GPUs.
    CHECK(memory_shortfall(space, capacity, lack->gpus - 1)->gpus == 0);
    CHECK_FALSE(memory_shortfall(space, lack->least.needed, 1U << 20U).has_value());
}

TEST_CASE("a list that keeps everything out is named") {
    // 16 replicas of a whole model: parameters, gradients and optimizer whole or a sixteenth of them.
    PlanSpace space = test::small_space("llama3-8b", 16, 16);
    space.dp = {16};
    const Bytes least = least_memory(space)->needed;
    space.sharding = {ShardingKind::none};
    const auto lack = memory_shortfall(space, least, 16);
    REQUIRE(lack);
    CHECK(lack->least.needed > least * 2);
    REQUIRE_FALSE(lack->opened.empty());
    CHECK(lack->opened.front().list == "sharding");
    CHECK(lack->opened.front().needed == least);
}

}  // namespace
}  // namespace railyard::search
