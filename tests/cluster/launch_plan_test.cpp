#include "railyard/cluster/launch_plan.hpp"

#include <doctest/doctest.h>

#include "tests/support/jobs.hpp"
#include "tests/support/launch_plans.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::cluster {
namespace {

TEST_CASE("ranks fill the servers in order, and hosts stand for them") {
    const test::PlannedJob job(4, 2, test::four_boxes, {"b", "a", "spare"});
    const LaunchPlan& plan = job.plan();
    REQUIRE(plan.servers.size() == 2);
    CHECK(plan.servers[0].host == "b");
    CHECK(plan.servers[1].host == "a");
    CHECK(plan.servers[1].ranks.front() == RankId(4));
    CHECK(plan.tasks[RankId(5)].server == 1);
    CHECK(plan.tasks[RankId(5)].local_rank == 1);
    CHECK(plan.tasks[RankId(5)].gpu == 1);
    CHECK(plan.idle_hosts == std::vector<std::string>{"spare"});
}

TEST_CASE("without hosts they are called after the servers") {
    CHECK(test::PlannedJob(4, 2, test::four_boxes).plan().servers[1].host == "box1-server0");
    CHECK(test::PlannedJob(4, 20, test::two_racks).plan().servers[19].host == "rack1-tray1");
}

// Ranks 0 and 3 on the second box, its GPUs 3 and 1; ranks 1 and 2 on the first.
TEST_CASE("a placement that is given: seats in the order of first ranks, devices as placed") {
    const test::PlannedJob job(2, 2, test::four_boxes, {}, {7, 0, 2, 5});
    const LaunchPlan& plan = job.plan();
    CHECK(plan.servers[0].host == "box1-server0");
    CHECK(plan.servers[1].host == "box0-server0");
    CHECK(plan.tasks[RankId(0)].gpu == 3);
    CHECK(plan.tasks[RankId(3)].server == 0);
    CHECK(plan.tasks[RankId(3)].local_rank == 1);
    CHECK(plan.tasks[RankId(3)].gpu == 1);
    CHECK(plan.tasks[RankId(2)].gpu == 2);
}

TEST_CASE("too few hosts") {
    const Layout layout =
        test::shipped_layout("megatron-18.4b", {{"parallel.dp", "2"}, {"batch.sequences", "64"}});
    const RankGrid grid(layout.order, layout.degrees);
    const Topology topology = test::load_text(
                                  "topology: t\ndomains: [{use: hgx-a100, count: 2}]\n"
                                  "network: {tiers: [{name: n, latency: 1 us}]}\n")
                                  .topology;
    const auto planned = plan_launch(layout, topology, grid,
                                     std::get<Placement>(place(topology, grid, layout.placement)), {"one"});
    REQUIRE(std::holds_alternative<TooFewHosts>(planned));
    CHECK(std::get<TooFewHosts>(planned).servers == 2);
    CHECK(std::get<TooFewHosts>(planned).hosts == 1);
}

}  // namespace
}  // namespace railyard::cluster
