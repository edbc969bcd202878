#include "railyard/placement/spacing.hpp"

#include <doctest/doctest.h>

#include <set>
#include <vector>

#include "tests/support/dice.hpp"

namespace railyard {
namespace {

std::multiset<std::uint64_t> sums(const AxisSet& set) {
    std::multiset<std::uint64_t> all = {0};
    for (std::size_t a = 0; a < set.count(); ++a) {
        std::multiset<std::uint64_t> next;
        for (std::uint32_t digit = 0; digit < set[a].size; ++digit)
            for (const auto sum : all) next.insert(sum + std::uint64_t{digit} * set[a].stride);
        all = next;
    }
    return all;
}

TEST_CASE("without gaps a position is the rank") {
    const Spacing none;
    CHECK(none.position(12345) == 12345);
    AxisSet set;
    CHECK(none.add({7, 3}, set));
    REQUIRE(set.count() == 1);
    CHECK(set[0] == Axis{7, 3});
}

TEST_CASE("a digit that goes on beyond its block is two") {
    // Blocks of 12 in domains of 5: three domains, 15 places. Steps of 4: three in a block, then the next
    // one.
    const Spacing spacing(12, 15);
    CHECK(spacing.position(11) == 11);
    CHECK(spacing.position(12) == 15);
    CHECK(spacing.position(37) == 46);
    AxisSet set;
    REQUIRE(spacing.add({9, 4}, set));
    REQUIRE(set.count() == 2);
    CHECK(set[0] == Axis{3, 4});
    CHECK(set[1] == Axis{3, 15});
}

TEST_CASE("blocks that end within a step of a digit are not of digits") {
    AxisSet set;
    CHECK_FALSE(Spacing(12, 15).add({4, 8}, set));
    CHECK_FALSE(Spacing(12, 15).add({3, 18}, set));
    CHECK_FALSE(Spacing(12, 15).add({5, 1}, set));
    CHECK(set.count() == 0);
}

TEST_CASE("digits of positions stand for the positions of the ranks") {
    std::size_t added = 0;
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        test::Dice dice(seed);
        const std::uint64_t block = dice.between(1, 24);
        const Spacing spacing(block, block + dice.between(1, 9));
        const Axis axis{dice.between(1, 12), dice.between(1, 30)};
        AxisSet set;
        if (!spacing.add(axis, set)) continue;
        std::multiset<std::uint64_t> expected;
        for (std::uint64_t digit = 0; digit < axis.size; ++digit)
            expected.insert(spacing.position(digit * axis.stride));
        CAPTURE(seed);
        CHECK(sums(set) == expected);
        ++added;
    }
    CHECK(added >= 100);
}

}  // namespace
}  // namespace railyard
