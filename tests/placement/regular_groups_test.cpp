#include "railyard/placement/regular_groups.hpp"

#include <doctest/doctest.h>

#include "tests/support/jobs.hpp"

namespace railyard {
namespace {

using test::order_of;

TEST_CASE("a dimension in two pieces has hops of two distances") {
    // dp is 2 x 3: neighbours are 4 ranks apart, and from the second of a pair to the next pair 24 - 4.
    const RankGrid grid(order_of("tp,dp:2,pp,dp"), {4, 1, 3, 6, 1, 1});
    const auto groups = RegularGroups::of(grid, Dimension::dp);
    REQUIRE(groups);
    CHECK(groups->members() == 6);
    CHECK(groups->groups() == 12);
    CHECK(groups->length() == 4 + 2 * 24);
    CHECK(groups->offsets() == std::vector<std::uint64_t>{0, 4, 24, 28, 48, 52});
    CHECK(groups->own().count() == 2);
    REQUIRE(groups->hops().size() == 2);
    CHECK(groups->hops()[0].distance == 4);
    CHECK(groups->hops()[0].start == 0);
    CHECK(groups->hops()[0].from.size() == 3);
    CHECK(groups->hops()[1].distance == 20);
    CHECK(groups->hops()[1].start == 4);
    CHECK(groups->hops()[1].from.size() == 2);
}

TEST_CASE("groups of one stage, and of all") {
    const RankGrid grid(order_of("tp,pp,dp"), {2, 1, 5, 3, 1, 1});
    const auto groups = RegularGroups::of(grid, Dimension::tp);
    REQUIRE(groups);
    CHECK(groups->stage_bases().size() == 3);
    CHECK(groups->bases().size() == 15);
    REQUIRE(groups->own().count() == 1);
    CHECK(groups->own()[0] == Axis{2, 1});
}

TEST_CASE("expert groups that lie across the digits are not made of digits") {
    const RankGrid grid(order_of("tp,pp,dp"), {3, 1, 2, 8, 8, 1});
    CHECK_FALSE(RegularGroups::of(grid, Dimension::ep));
    CHECK(RegularGroups::of(grid, Dimension::dp));
}

}  // namespace
}  // namespace railyard
