#include "railyard/estimate/update_groups.hpp"

#include <doctest/doctest.h>

#include <utility>

namespace railyard {
namespace {

// `members` with `near` of them in each domain of eight, each 450 GB/s inside and 50 GB/s out.
GroupClass group_of(std::uint32_t members, std::uint32_t near) {
    GroupClass group;
    group.groups = 1;
    group.members = members;
    group.most_in_domain = group.fewest_in_domain = near;
    group.domains = members / near;
    if (near > 1) group.inside = gigabytes_per_second(450);
    if (group.domains > 1) {
        group.network = group.network_alone = gigabytes_per_second(50);
        group.farthest = Reach::tier(0);
    } else {
        group.farthest = Reach::nvlink();
    }
    return group;
}

TEST_CASE("64 ranks are the same group however cp and dp split them") {
    for (const auto& [cp, dp] :
         {std::pair(group_of(8, 8), group_of(8, 1)), std::pair(group_of(16, 8), group_of(4, 1)),
          std::pair(group_of(2, 2), group_of(32, 4)), std::pair(group_of(64, 8), group_of(1, 1)),
          std::pair(GroupClass{}, group_of(64, 8))}) {
        const GroupClass both = together(dp, cp);
        CHECK(both.members == 64);
        CHECK(both.domains == 8);
        CHECK(both.most_in_domain == 8);
        CHECK(both.fewest_in_domain == 8);
        CHECK(both.inside.raw() == 450e9);
        CHECK(both.network.raw() == 50e9);
        CHECK(both.farthest == Reach::tier(0));
    }
}

TEST_CASE("the network is that of the farther of the two") {
    GroupClass far = group_of(4, 1);
    far.farthest = Reach::tier(1);
    far.network = gigabytes_per_second(25);
    CHECK(together(group_of(16, 8), far).network.raw() == 25e9);
    CHECK(together(far, group_of(16, 8)).network.raw() == 25e9);
}

TEST_CASE("shards over a box stay in it, and their copies lie one in each box") {
    const ShardGroups split = shard_groups(group_of(64, 8), 8);
    CHECK(split.inside.members == 8);
    CHECK(split.inside.domains == 1);
    CHECK(split.inside.inside.raw() == 450e9);
    CHECK(split.inside.network.raw() == 0);
    CHECK(split.across.members == 8);
    CHECK(split.across.domains == 8);
    CHECK(split.across.most_in_domain == 1);
    CHECK(split.across.network.raw() == 50e9);
    CHECK(split.across.inside.raw() == 0);
}

TEST_CASE("shards over two boxes, over half a box, over all") {
    const ShardGroups two = shard_groups(group_of(64, 8), 16);
    CHECK(two.inside.domains == 2);
    CHECK(two.inside.most_in_domain == 8);
    CHECK(two.across.members == 4);
    CHECK(two.across.domains == 4);
    const ShardGroups half = shard_groups(group_of(64, 8), 4);
    CHECK(half.inside.domains == 1);
    CHECK(half.across.members == 16);
    CHECK(half.across.most_in_domain == 2);
    CHECK(half.across.domains == 8);
    const ShardGroups all = shard_groups(group_of(64, 8), 64);
    CHECK(all.inside.domains == 8);
    CHECK(all.across.members == 1);
    // 36 in one domain and 28 in the other: sharded over all, the group itself.
    GroupClass uneven = group_of(64, 32);
    uneven.most_in_domain = 36;
    uneven.fewest_in_domain = 28;
    CHECK(shard_groups(uneven, 64).inside.fewest_in_domain == 28);
    // Six GPUs of eight: every other group lies across the border of a box.
    CHECK(shard_groups(group_of(48, 8), 6).inside.domains == 2);
    CHECK(shard_groups(group_of(8, 8), 4).across.domains == 1);
}

}  // namespace
}  // namespace railyard
