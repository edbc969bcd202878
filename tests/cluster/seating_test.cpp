#include "railyard/cluster/seating.hpp"

#include <doctest/doctest.h>

#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::cluster {
namespace {

// 20 trays of 4 GPUs, in blocks of 8 ranks: 18 trays in the first rack, 2 in the second.
TEST_CASE("servers take seats in rank order, and the topology divides them") {
    const Topology topology = test::load_text(R"(topology: two
domains: [{use: gb200-nvl72, count: 2}]
network: {tiers: [{name: leaf, spans: 1 domains, latency: 2 us}, {name: spine, latency: 3 us}]}
)")
                                  .topology;
    const RankGrid grid(test::order_of("tp,dp"), {8, 1, 1, 10, 1, 1});
    const auto placed = place(topology, grid, {});
    const auto& placement = std::get<Placement>(placed);
    const Seating seating = seat_ranks(topology, placement);
    CHECK(seating.servers.size() == 20);
    CHECK(seating.seat_of[RankId(0)] == 0);
    CHECK(seating.seat_of[RankId(3)] == 0);
    CHECK(seating.seat_of[RankId(4)] == 1);
    CHECK(seating.seat_of[RankId(79)] == 19);
    const auto groupings = expected_groupings(topology, seating);
    REQUIRE(groupings.size() == 3);
    CHECK(groupings[0].names == std::vector<std::string>{"rack0", "rack1"});
    CHECK(groupings[0].part_of[17] == 0);
    CHECK(groupings[0].part_of[18] == 1);
    CHECK(groupings[1].names == std::vector<std::string>{"leaf0", "leaf1"});
    CHECK(groupings[2].names.size() == 1);
}

}  // namespace
}  // namespace railyard::cluster
