#include "railyard/job/update_traffic.hpp"

#include <doctest/doctest.h>

#include "tests/support/jobs.hpp"

namespace railyard {
namespace {

doctest::Approx about(double value) {
    return doctest::Approx(value).epsilon(1e-12);
}

TEST_CASE("who shares what is sharded: nobody, all, or as many of a group as divide the replicas") {
    CHECK(shard_members({ShardingKind::none, 0}, 64) == 1);
    CHECK(shard_members({ShardingKind::zero_1, 0}, 64) == 64);
    CHECK(shard_members({ShardingKind::zero_3, 16}, 64) == 16);
    CHECK(shard_members({ShardingKind::zero_3, 16}, 24) == 8);
}

// Of 1,000 parameters over 8 replicas: a ring's rank sends 7/8 of what is scattered, of what is gathered, and
// twice that of what is all-reduced.
TEST_CASE("once a step: a scatter and a gather, or an all-reduce, each by its own size") {
    UpdateTraffic wide;
    wide.gradient = bytes(4);
    CHECK(update_bytes({ShardingKind::none, 0}, wide, 1000, 8).raw() == about(2 * 0.875 * 4000));
    CHECK(update_bytes({ShardingKind::zero_1, 0}, wide, 1000, 8).raw() == about(0.875 * (4000 + 2000)));
    wide.parameter = bytes(1);
    CHECK(update_bytes({ShardingKind::zero_2, 0}, wide, 1000, 8).raw() == about(0.875 * (4000 + 1000)));
    CHECK(update_bytes({ShardingKind::zero_2, 0}, wide, 1000, 1).raw() == 0);
}

// Shards inside groups of 4, copies in 2 groups: 3/4 inside as often as the traffic says, and once a step an
// all-reduce of a quarter of the gradients, which sends 2 x 1/2 of it.
TEST_CASE("sharded inside groups: copies of a shard are summed once a step") {
    UpdateTraffic often;
    often.scatters = 10;
    often.gathers = 20;
    CHECK(update_bytes({ShardingKind::zero_3, 4}, often, 1000, 8).raw() ==
          about(0.75 * (10 + 20) * 2000 + 500));
    // An all-reduce is a scatter and a gather: once a step it matters not where the groups end.
    CHECK(update_bytes({ShardingKind::zero_1, 4}, {}, 1000, 8).raw() ==
          about(update_bytes({ShardingKind::zero_1, 0}, {}, 1000, 8).raw()));
}

TEST_CASE("the reference model: two bytes once a step, and with zero-3 gathered twice a micro-batch") {
    const auto of = [](const char* kind) {
        return reference_update(test::shipped_layout("llama3-405b-8k", {{"sharding", kind}}), 32);
    };
    for (const char* kind : {"none", "zero-1", "zero-2"}) {
        CHECK(of(kind).gradient == bytes(2));
        CHECK(of(kind).parameter == bytes(2));
        CHECK(of(kind).scatters == 1);
        CHECK(of(kind).gathers == 1);
    }
    CHECK(of("zero-3").scatters == 1);
    CHECK(of("zero-3").gathers == 64);
}

}  // namespace
}  // namespace railyard
