#include "railyard/estimate/expert_exchange.hpp"

#include <doctest/doctest.h>

namespace railyard {
namespace {

using doctest::Approx;

GroupClass ep_of(std::uint32_t members, std::uint32_t near) {
    GroupClass group;
    group.members = members;
    group.most_in_domain = group.fewest_in_domain = near;
    group.domains = members / near;
    return group;
}
Experts limited(std::uint32_t top_k, std::uint32_t groups, std::uint32_t per_token) {
    Experts experts;
    experts.count = 256;
    experts.top_k = top_k;
    experts.groups = groups;
    experts.groups_per_token = per_token;
    return experts;
}

TEST_CASE("a token of DeepSeek-V3 reaches four of eight boxes") {
    const Experts experts = limited(8, 8, 4);
    // 64 ranks in boxes of eight: a group of experts is a box.
    CHECK(domains_in_reach(experts, ep_of(64, 8)) == 4);
    // 32 ranks: two groups a box, so that four groups may lie in four boxes.
    CHECK(domains_in_reach(experts, ep_of(32, 8)) == 4);
    // 128 ranks: a group lies in two boxes, four groups in eight of sixteen.
    CHECK(domains_in_reach(experts, ep_of(128, 8)) == 8);
    // Two boxes: no more than there are.
    CHECK(domains_in_reach(experts, ep_of(16, 8)) == 2);
    // Two groups on each of four ranks of different boxes; three ranks cut no group.
    CHECK(domains_in_reach(limited(8, 8, 3), ep_of(4, 1)) == 3);
    CHECK(domains_in_reach(experts, ep_of(3, 1)) == 3);
    // Groups of six ranks begin anywhere in boxes of eight: each may lie in two.
    CHECK(domains_in_reach(limited(8, 8, 2), ep_of(48, 8)) == 4);
    CHECK(domains_in_reach(limited(8, 0, 0), ep_of(64, 8)) == 8);
}

TEST_CASE("the domains of a token are those that have one of its experts") {
    // Eight dice of four sides show 4 (1 - (3/4)^8) = 3.5995 different ones in the mean; two of eight 1.875.
    CHECK(domains_of_a_token(limited(8, 8, 4), ep_of(64, 8)) == Approx(3.5995).epsilon(1e-4));
    CHECK(domains_of_a_token(limited(2, 0, 0), ep_of(64, 8)) == Approx(1.875));
    CHECK(domains_of_a_token(limited(1, 0, 0), ep_of(64, 8)) == Approx(1));
    CHECK(domains_of_a_token(limited(8, 0, 0), ep_of(8, 8)) == Approx(1));
}

TEST_CASE("copies go by themselves unless the software or the routing says otherwise") {
    Layout layout;
    layout.model.experts = limited(8, 0, 0);
    layout.software = Software::megatron_2023;
    CHECK(crossing_share(layout, ep_of(64, 8)) == 1);
    layout.software = Software::megatron_te;
    CHECK(crossing_share(layout, ep_of(32, 8)) == Approx(3.5995 / 8).epsilon(1e-4));
    CHECK(crossing_share(layout, ep_of(8, 8)) == 1);
    layout.model.experts = limited(8, 8, 4);
    layout.software = Software::megatron_2023;
    CHECK(crossing_share(layout, ep_of(64, 8)) == Approx(3.5995 / 8).epsilon(1e-4));
    layout.model.experts.reset();
    CHECK(crossing_share(layout, ep_of(64, 8)) == 1);
}

// Two domains are the fewest that a group which leaves one lies in: 2 (1 - 1/2^8) of 8 copies cross to one.
TEST_CASE("no placement has less to cross than over two domains, or over the one that routing leaves") {
    Layout layout;
    layout.model.experts = limited(8, 8, 4);
    CHECK(least_crossing_share(layout) == Approx(2 * (1 - 1.0 / 256) / 8));
    for (const std::uint32_t near : {1U, 2U, 8U, 32U})
        CHECK(crossing_share(layout, ep_of(64, near)) >= least_crossing_share(layout));
    layout.model.experts = limited(8, 8, 1);
    CHECK(least_crossing_share(layout) == Approx(1.0 / 8));
    CHECK(crossing_share(layout, ep_of(64, 8)) >= least_crossing_share(layout));
    layout.model.experts = limited(8, 0, 0);
    layout.software = Software::megatron_2023;
    CHECK(least_crossing_share(layout) == 1);
}

TEST_CASE("the fullest rank has more than the mean where routing drops and balances nothing") {
    StepConstants constants = StepConstants::start();
    constants.values[static_cast<std::size_t>(StepConstant::dropless_imbalance)] = 1.25;
    Layout layout;
    CHECK(expert_imbalance(layout, constants) == 1);
    layout.routing = Routing::token_drop;
    CHECK(expert_imbalance(layout, constants) == 1);
    layout.routing = Routing::dropless;
    CHECK(expert_imbalance(layout, constants) == 1.25);
    layout.expert_imbalance = 1.5;  // the layout's own counts first
    CHECK(expert_imbalance(layout, constants) == 1.5);
    layout.expert_imbalance = 1;
    CHECK(expert_imbalance(layout, constants) == 1);
}

}  // namespace
}  // namespace railyard
