#include "railyard/cluster/switch_tree.hpp"

#include <doctest/doctest.h>

#include "railyard/cluster/hostlist.hpp"
#include "tests/support/launch_plans.hpp"

namespace railyard::cluster {
namespace {

std::string text_of(const SwitchTree& tree) {
    std::string text;
    for (const auto& each : tree.switches) {
        text += each.name + ": " + to_hostlist(each.switches) + to_hostlist(each.hosts) + "\n";
    }
    for (const auto& block : tree.blocks)
        text += "block " + block.name + ": " + to_hostlist(block.hosts) + "\n";
    for (const auto size : tree.block_sizes) text += std::to_string(size) + " ";
    return text;
}
std::string tree_of(const test::PlannedJob& job, const std::vector<std::string>& hosts = {}) {
    return text_of(switch_tree(job.plan().topology, servers_to_schedule(job.plan(), hosts)));
}

TEST_CASE("without hosts all of a topology that has an end is told") {
    CHECK(tree_of(test::PlannedJob(4, 2, test::four_boxes)) ==
          "spine: leaf-[0-1]\nleaf-0: box0-server0,box1-server0\nleaf-1: box2-server0,box3-server0\n");
    CHECK(tree_of(test::PlannedJob(4, 2, test::two_racks)) ==
          "spine: rack[0-1]\nrack0: rack0-tray[0-17]\nrack1: rack1-tray[0-17]\n"
          "block rack0: rack0-tray[0-17]\nblock rack1: rack1-tray[0-17]\n18 36 ");
}

TEST_CASE("hosts stand for all servers when there are as many, else for those with ranks") {
    const std::vector<std::string> four = {"d", "c", "b", "a"};
    CHECK(tree_of(test::PlannedJob(4, 2, test::four_boxes, four), four) ==
          "spine: leaf-[0-1]\nleaf-0: d,c\nleaf-1: b,a\n");
    const std::vector<std::string> three = {"d", "c", "b"};
    CHECK(tree_of(test::PlannedJob(4, 2, test::four_boxes, three), three) == "spine: leaf-0\nleaf-0: d,c\n");
}

// 20 trays: 18 in the first rack, 2 in the second; the base size is what every block has.
TEST_CASE("the base size is that of the smallest block") {
    std::vector<std::string> hosts;
    for (int i = 0; i < 20; ++i) hosts.push_back("n" + std::to_string(i));
    CHECK(tree_of(test::PlannedJob(4, 20, test::two_racks, hosts), hosts) ==
          "spine: rack[0-1]\nrack0: n[0-17]\nrack1: n[18-19]\nblock rack0: n[0-17]\nblock rack1: n[18-19]\n2 "
          "4 ");
}

TEST_CASE("a topology without tiers has its domains for switches, one without end the servers with ranks") {
    CHECK(tree_of(test::PlannedJob(4, 2,
                                   "topology: t\ndomains: [{use: gb200-nvl72, count: 1}]\n"
                                   "network: {tiers: []}\n")) ==
          "rack0: rack0-tray[0-17]\nblock rack0: rack0-tray[0-17]\n18 ");
    CHECK(tree_of(test::PlannedJob(4, 2,
                                   "topology: t\ndomains: [{use: pcie-4gpu, count: as needed}]\n"
                                   "network: {tiers: [{name: \"a b\", latency: 1 us}]}\n")) ==
          "a-b: box0-server0,box1-server0\n");
}

// A leaf of half a rack: racks do not nest in it.
TEST_CASE("a level that does not nest in the one above is left out") {
    const std::string text = tree_of(test::PlannedJob(
        4, 2,
        "topology: t\ndomains: [{use: gb200-nvl72, count: 1}]\n"
        "network: {tiers: [{name: leaf, spans: 9 servers, latency: 1 us}, {name: top, latency: 2 us}]}\n"));
    CHECK(text ==
          "top: leaf-[0-1]\nleaf-0: rack0-tray[0-8]\nleaf-1: rack0-tray[9-17]\n"
          "block rack0: rack0-tray[0-17]\n18 ");
}

TEST_CASE("switches of two levels never share a name") {
    const std::string text =
        tree_of(test::PlannedJob(4, 2,
                                 "topology: t\ndomains: [{use: gb200-nvl72, count: 1}]\nnetwork: {tiers: "
                                 "[{name: rack0, latency: 2 us}]}\n"));
    CHECK(text == "rack0: rack0-2\nrack0-2: rack0-tray[0-17]\nblock rack0: rack0-tray[0-17]\n18 ");
}

}  // namespace
}  // namespace railyard::cluster
