#include "railyard/placement/regular_crossings.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "tests/support/dice.hpp"

namespace railyard {
namespace {

std::vector<std::uint64_t> sums(const AxisSet& set) {
    std::vector<std::uint64_t> all = {0};
    for (std::size_t a = 0; a < set.count(); ++a) {
        const std::size_t inner = all.size();
        for (std::uint64_t digit = 1; digit < set[a].size; ++digit)
            for (std::size_t i = 0; i < inner; ++i) all.push_back(all[i] + digit * set[a].stride);
    }
    return all;
}

TEST_CASE("hops that leave domains, spans and both, against each hop by itself") {
    std::size_t short_ones = 0, long_ones = 0, beyond = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        test::Dice dice(seed);
        const AxisSet from(
            {{dice.between(1, 5), dice.between(1, 4)}, {dice.between(1, 9), dice.between(5, 40)}});
        const std::uint64_t start = dice.between(0, 30);
        const std::uint64_t distance = dice.between(1, 40);
        RegularPlacement placement;
        placement.positions = from.last() + start + distance + 1;
        placement.ranks_in_domain = dice.between(1, 36);
        const std::uint64_t domain = placement.ranks_in_domain;
        const std::uint64_t span = dice.between(1, 90);
        std::uint64_t out_of_domain = 0, out_of_both = 0;
        for (const std::uint64_t sum : sums(from)) {
            const std::uint64_t at = start + sum;
            const bool leaves = at / domain != (at + distance) / domain;
            if (leaves) ++out_of_domain;
            if (leaves && at / span != (at + distance) / span) ++out_of_both;
        }
        CAPTURE(seed);
        const RegularCrossings crossings(placement);
        CHECK(crossings.leaving(from, start, domain, distance) == out_of_domain);
        CHECK(crossings.leaving_both(from, start, span, distance) == out_of_both);
        CHECK(crossings.leaving_both(from, start, 0, distance) == 0);
        if (out_of_both == 0 || span % domain == 0) continue;
        (distance < domain ? short_ones : long_ones) += 1;
        if (crossings.round(span) == placement.positions) ++beyond;
    }
    for (const std::size_t times : {short_ones, long_ones, beyond}) CHECK(times >= 100);
}

}  // namespace
}  // namespace railyard
