#include "railyard/search/plan_space.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "railyard/job/check_sizes.hpp"
#include "railyard/schedule/catalogue.hpp"
#include "tests/support/plan_spaces.hpp"

namespace railyard::search {
namespace {

TEST_CASE("divisors rise and are all there") {
    CHECK(divisors(1) == std::vector<std::uint32_t>{1});
    CHECK(divisors(12) == std::vector<std::uint32_t>{1, 2, 3, 4, 6, 12});
    CHECK(divisors(49) == std::vector<std::uint32_t>{1, 7, 49});
}

TEST_CASE("a dense model's cuts are the factorisations that divide what they cut") {
    // 8 GPUs, 32 heads, 32 layers, 4 sequences: 2^3 in four ordered factors is 20, less the one with dp = 8;
    // cp divides 2,048 tokens in halves always. Micro-batches divide 4 / dp: 3, 2, 1 for dp 1, 2, 4, and 10,
    // 6 and 3 of the factorisations have these.
    const PlanSpace space = test::small_space("llama3-8b", 8, 4);
    const auto cuts = cuts_of(space);
    CHECK(cuts.size() == 10 * 3 + 6 * 2 + 3 * 1);
    for (const Cut& cut : cuts) {
        CHECK(cut.degrees.ranks() == 8);
        CHECK(cut.degrees.ep == 1);
    }
}

TEST_CASE("lists keep everything else out") {
    PlanSpace space = test::small_space("llama3-8b", 8, 4);
    space.tp = {2, 4};
    space.cp = {1};
    space.micro = {2};
    for (const Cut& cut : cuts_of(space)) {
        CHECK((cut.degrees.tp == 2 || cut.degrees.tp == 4));
        CHECK(cut.degrees.cp == 1);
        CHECK(cut.micro == 2);
    }
    space.tp = {3};
    CHECK(cuts_of(space).empty());
}

TEST_CASE("every variant of every cut is a layout that loading would let through") {
    for (const auto& small : test::small_plans()) {
        std::size_t seen = 0;
        for (const Cut& cut : cuts_of(small.space)) {
            Layout layout = small.space.base;
            apply(cut, layout);
            for (const Passage& passage : passages_of(small.space, cut)) {
                for (const Work& work : works_of(small.space, cut.degrees)) {
                    for (const ShardingKind sharding : shardings_of(small.space, cut.degrees)) {
                        apply(Variant{work, passage, sharding}, layout);
                        ++seen;
                        for (const SizeProblem& problem : check_sizes(layout))
                            CHECK_MESSAGE(problem.severity == SizeSeverity::note,
                                          small.name << ": " << problem.message);
                    }
                }
            }
        }
        CHECK(seen > 50);
    }
}

TEST_CASE("interleaving divides layers and micro-batches, and DualPipe has micro-batches for both ends") {
    const PlanSpace space = test::small_space("llama3-8b", 8, 32);  // 32 layers
    const Cut cut{{1, 1, 4, 2, 1, 1}, 1};                           // 16 micro-batches
    std::set<std::uint32_t> chunks;
    bool dualpipe = false;
    for (const Passage& passage : passages_of(space, cut)) {
        if (passage.schedule == PipelineSchedule::interleaved) {
            chunks.insert(passage.chunks);
            // 34 with embedding and head counted: no number of chunks divides that by 4 stages.
            CHECK(passage.ends == EndLayers::not_counted);
        }
        dualpipe = dualpipe || passage.schedule == PipelineSchedule::dualpipe;
    }
    CHECK(chunks == std::set<std::uint32_t>{2, 4, 8});
    CHECK(dualpipe);
    const Cut few{{1, 1, 4, 2, 1, 1}, 4};  // 4 micro-batches: fewer than 2 x 4
    for (const Passage& passage : passages_of(space, few))
        CHECK(passage.schedule != PipelineSchedule::dualpipe);
    const Cut odd{{1, 1, 8, 1, 1, 1}, 8};  // 4 micro-batches for 8 stages
    for (const Passage& passage : passages_of(space, odd))
        CHECK(passage.schedule != PipelineSchedule::interleaved);
}

TEST_CASE("what makes no difference is offered once") {
    const PlanSpace space = test::small_space("llama3-8b", 8, 32);
    // Without tp: none and selective, each with all or lean, and full: 5. With tp twice as many.
    CHECK(works_of(space, {1, 1, 8, 1, 1, 1}).size() == 5);
    CHECK(works_of(space, {2, 1, 4, 1, 1, 1}).size() == 10);
    CHECK(shardings_of(space, {2, 1, 4, 1, 1, 1}) == std::vector<ShardingKind>{ShardingKind::none});
    CHECK(shardings_of(space, {2, 1, 2, 2, 1, 1}).size() == 4);
    CHECK(passages_of(space, {{8, 1, 1, 1, 1, 1}, 1}).size() == 1);
}

}  // namespace
}  // namespace railyard::search
