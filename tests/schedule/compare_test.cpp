#include "railyard/schedule/compare.hpp"

#include <doctest/doctest.h>

#include "railyard/base/error.hpp"

namespace railyard::schedule {

TEST_CASE("interleaved is run once for each number of chunks") {
    const auto outcomes = compare({{"1f1b", "interleaved"}, 4, 8, {2, 4}}, {});
    REQUIRE(outcomes.size() == 3);
    CHECK(std::get<Study>(outcomes[0]).summary.makespan == seconds(33));
    CHECK(std::get<Study>(outcomes[1]).schedule.chunks == 2);
    CHECK(std::get<Study>(outcomes[2]).schedule.chunks == 4);
    CHECK(std::get<Study>(compare({{"interleaved"}, 4, 8, {}}, {})[0]).schedule.chunks == 2);
}

TEST_CASE("all leaves out what a schedule refuses, a name does not") {
    const auto outcomes = compare({{"all"}, 3, 8, {}}, {});
    REQUIRE(outcomes.size() == 5);
    CHECK(std::get<Impossible>(outcomes[4]).why == Why::refused);
    CHECK(all_finish(outcomes));
    CHECK_THROWS_AS(compare({{"dualpipe"}, 3, 8, {}}, {}), InputError);
}

TEST_CASE("a deadlock is a no") {
    Conditions conditions;
    conditions.most_alive = {4};
    CHECK_FALSE(all_finish(compare({{"1f1b", "interleaved"}, 4, 8, {2}}, conditions)));
}

TEST_CASE("unknown names and useless chunks are refused") {
    CHECK_THROWS_AS(compare({{}, 4, 8, {}}, {}), InputError);
    CHECK_THROWS_AS(compare({{"1f1b"}, 4, 8, {2}}, {}), InputError);
    try {
        compare({{"interleave"}, 4, 8, {}}, {});
        FAIL("no error");
    } catch (const InputError& error) {
        CHECK(error.problems()[0].hint == "did you mean 'interleaved'?");
    }
}

}  // namespace railyard::schedule
