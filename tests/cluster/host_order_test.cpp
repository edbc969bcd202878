#include "railyard/cluster/host_order.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "railyard/cluster/seating.hpp"
#include "tests/support/clusters.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::cluster {
namespace {

// A job of `ep` experts on trays of 4 GPUs, in blocks of whole expert groups.
struct Job {
    Layout layout;
    RankGrid grid;
    Topology topology;
    Placement placement;
    Seating seating;
    std::vector<Grouping> expected;

    Job(const std::string& dp, const std::string& ep)
        : layout(test::shipped_layout("deepseek-v3", {{"parallel.pp", "1"},
                                                      {"parallel.dp", dp},
                                                      {"parallel.ep", ep},
                                                      {"placement.keep", "ep"},
                                                      {"batch.sequences", dp}})),
          grid(layout.order, layout.degrees),
          topology(test::load_text("topology: t\ndomains: [{use: gb200-nvl72, count: 8}]\n"
                                   "network: {tiers: [{name: fabric, latency: 2 us}]}\n")
                       .topology),
          placement(std::get<Placement>(place(topology, grid, layout.placement))),
          seating(seat_ranks(topology, placement)),
          expected(expected_groupings(topology, seating)) {}
};

// SchedMD/slurm pull request 225: 36 nodes of three blocks, split 17 + 17 + 2 where 12 + 12 + 12 was asked
// for. With expert groups of 32 ranks (8 trays), 144 ranks are 4.5 groups: dp 128 = 4 groups on 32 trays. In
// the order given, groups 0, 1 lie in block a, group 2 is a16 b0-b6, group 3 b7-b14: one is broken. 17 trays
// hold two whole groups each, so an order without broken groups exists.
TEST_CASE("segments of whole groups keep every group in its block") {
    const Job job("128", "32");
    const Cluster cluster =
        test::cluster_of("BlockName=a Nodes=a[0-16]\nBlockName=b Nodes=b[0-16]\nBlockName=c Nodes=c[0-1]\n");
    const auto ids = test::ids_of(cluster, test::expanded("a[0-16],b[0-16],c[0-1]"));
    const auto given = groupings_of(cluster, ids);
    const OrderQuestion question{job.layout, job.grid, job.seating.seat_of,
                                 given,      ids,      job.seating.servers.size()};
    HostOrder as_given(36);
    std::iota(as_given.begin(), as_given.end(), 0U);
    const auto broken_experts = [&](const HostOrder& order) {
        std::size_t count = 0;
        const auto blocks = reordered(given, order).front();
        for (const auto& group :
             broken_groups(job.layout, job.grid, job.seating.seat_of, job.expected.front(), blocks))
            count += group.dimension == Dimension::ep ? 1 : 0;
        return count;
    };
    CHECK(job.seating.servers.size() == 32);
    CHECK(broken_experts(as_given) == 1);
    const HostOrder best = best_order(question);
    CHECK(broken_experts(best) == 0);
    HostOrder sorted = best;
    std::sort(sorted.begin(), sorted.end());
    CHECK(sorted == as_given);  // every host once
}

TEST_CASE("hosts of one block that stand apart are brought together") {
    const Job job("64", "32");  // 16 trays
    const Cluster cluster = test::cluster_of("BlockName=a Nodes=a[0-7]\nBlockName=b Nodes=b[0-7]\n");
    std::vector<std::string> mixed;
    for (int i = 0; i < 8; ++i) {
        mixed.push_back("a" + std::to_string(i));
        mixed.push_back("b" + std::to_string(i));
    }
    const auto ids = test::ids_of(cluster, mixed);
    const auto given = groupings_of(cluster, ids);
    const OrderQuestion question{job.layout, job.grid, job.seating.seat_of, given, ids, 16};
    std::string order;
    for (const auto host : best_order(question)) order += mixed[host] + " ";
    CHECK(order == "a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7 ");
}

TEST_CASE("an order that cannot be bettered stays") {
    const Job job("64", "32");
    const Cluster cluster = test::cluster_of("BlockName=a Nodes=a[0-7]\nBlockName=b Nodes=b[0-7]\n");
    const auto ids = test::ids_of(cluster, test::expanded("b[0-7],a[0-7]"));
    const auto given = groupings_of(cluster, ids);
    const OrderQuestion question{job.layout, job.grid, job.seating.seat_of, given, ids, 16};
    const HostOrder best = best_order(question);
    CHECK(std::is_sorted(best.begin(), best.end()));
    CHECK(best_order({job.layout, job.grid, job.seating.seat_of, {}, ids, 16}).empty());
}

}  // namespace
}  // namespace railyard::cluster
