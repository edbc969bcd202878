#include "railyard/placement/residues.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "tests/support/dice.hpp"

namespace railyard {
namespace {

// All sums of one digit of each axis, one by one.
std::vector<std::uint64_t> sums(const std::vector<Axis>& axes) {
    std::vector<std::uint64_t> all = {0};
    for (const Axis& axis : axes) {
        std::vector<std::uint64_t> next;
        for (std::uint32_t digit = 0; digit < axis.size; ++digit) {
            for (const std::uint64_t sum : all) next.push_back(sum + std::uint64_t{digit} * axis.stride);
        }
        all = next;
    }
    return all;
}

std::vector<Axis> some_axes(test::Dice& dice) {
    std::vector<Axis> axes;
    std::uint32_t stride = dice.one_of({1U, 1U, 2U, 3U});
    for (std::uint32_t n = dice.between(0, 4); n > 0; --n) {
        const std::uint32_t size = dice.between(1, 7);
        axes.push_back({size, stride});
        stride *= size * dice.one_of({1U, 1U, 2U, 3U, 5U});
    }
    dice.shuffle(axes);
    return axes;
}

TEST_CASE("axes stand in order, those of one digit are left out, those that count on are joined") {
    AxisSet set;
    set.add({3, 8});
    set.add({1, 5});
    set.add({2, 4});
    REQUIRE(set.count() == 1);
    CHECK(set[0] == Axis{6, 4});
    set.add({4, 1});
    REQUIRE(set.count() == 1);
    CHECK(set[0] == Axis{24, 1});
    set.add({2, 30});
    REQUIRE(set.count() == 2);
    CHECK(set.size() == 48);
    CHECK(set.last() == 23 + 30);
    CHECK(AxisSet({{5, 6}, {2, 40}}).common_divisor(72) == 2);
}

TEST_CASE("floor sums equal the sum term by term") {
    test::Dice dice(1);
    for (int i = 0; i < 2000; ++i) {
        const std::uint64_t count = dice.between(0, 40), modulus = dice.between(1, 50),
                            slope = dice.between(0, 120), start = dice.between(0, 120);
        std::uint64_t expected = 0;
        for (std::uint64_t j = 0; j < count; ++j) expected += (slope * j + start) / modulus;
        CHECK(floor_sum(count, modulus, slope, start) == expected);
    }
}

TEST_CASE("crossings equal those of every sum looked at by itself") {
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        test::Dice dice(seed);
        const auto axes = some_axes(dice);
        const std::uint64_t modulus = dice.between(1, 100);
        const std::uint64_t start = dice.between(0, 200);
        const std::uint64_t distance = dice.between(0, 120);
        std::uint64_t expected = 0;
        for (const std::uint64_t sum : sums(axes)) {
            if ((sum + start) / modulus != (sum + start + distance) / modulus) ++expected;
        }
        CAPTURE(seed);
        CHECK(crossings(AxisSet(axes), start, modulus, distance) == expected);
    }
}

TEST_CASE("remainders equal those of every sum looked at by itself") {
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        test::Dice dice(seed);
        const auto axes = some_axes(dice);
        const std::uint64_t modulus = dice.between(1, 100);
        std::vector<std::uint64_t> expected(modulus, 0);
        for (const std::uint64_t sum : sums(axes)) ++expected[sum % modulus];
        const Remainders found = remainders(AxisSet(axes), modulus);
        std::vector<std::uint64_t> spread(modulus, 0);
        for (std::size_t i = 0; i < found.count.size(); ++i) spread[i * found.step] = found.count[i];
        CAPTURE(seed);
        CHECK(spread == expected);
    }
}

TEST_CASE("more axes than a set holds are refused") {
    AxisSet set;
    std::uint32_t stride = 1;
    for (std::size_t i = 0; i < AxisSet::most_axes; ++i, stride *= 3) set.add({2, stride});
    CHECK_THROWS_AS(set.add({2, stride}), std::length_error);
}

}  // namespace
}  // namespace railyard
