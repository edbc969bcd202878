#include "railyard/cluster/groupings.hpp"

#include <doctest/doctest.h>

#include "railyard/cluster/merge.hpp"
#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

std::string text_of(const std::vector<Grouping>& groupings) {
    std::string text;
    for (const auto& grouping : groupings) {
        text += grouping.word + ":";
        for (const auto part : grouping.part_of) text += " " + grouping.names[part];
        text += "\n";
    }
    return text;
}
std::string grouped(const std::string& file, const std::string& hosts) {
    const Cluster cluster = test::cluster_of(file);
    return text_of(groupings_of(cluster, test::ids_of(cluster, test::expanded(hosts))));
}

TEST_CASE("domains, blocks, then switches from the leaves up") {
    CHECK(grouped("SwitchName=s0 Nodes=n[0-1]\nSwitchName=s1 Nodes=n[2-3]\nSwitchName=s2 Nodes=n[4-5]\n"
                  "SwitchName=g0 Switches=s0,s1\nSwitchName=top Switches=g0,s2\nBlockName=x Nodes=n[0-3]\n",
                  "n[0-5]") ==
          "block: x x x x unknown unknown\n"
          "leaf switch: s0 s0 s1 s1 s2 s2\n"
          "level-1 switch: g0 g0 g0 g0 s2 s2\n"
          "level-2 switch: top top top top top top\n");
}

TEST_CASE("blocks that are the NVLink domains are told once") {
    const std::string uuid = "00000000-0000-0000-0000-00000000000";
    Cluster cluster = test::cluster_of("n0: " + uuid + "1\nn1: " + uuid + "1\nn2: " + uuid + "2\n");
    merge_into(cluster, test::cluster_of("BlockName=x Nodes=n[0-1]\nBlockName=y Nodes=n2\n"));
    CHECK(text_of(groupings_of(cluster, test::ids_of(cluster, {"n0", "n1", "n2"}))) ==
          "NVLink domain: x x y\n");
}

TEST_CASE("unknown hosts are parts of their own") {
    CHECK(grouped("BlockName=x Nodes=n[0-1]\n", "n0,who,n1,else") == "block: x unknown x unknown\n");
    const Cluster cluster = test::cluster_of("BlockName=x Nodes=n0\n");
    const auto groupings = groupings_of(cluster, {HostId(), HostId()});
    CHECK(groupings[0].part_of == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("switches of several roots are several parts at every level") {
    CHECK(grouped("SwitchName=s0 Nodes=n0\nSwitchName=s1 Nodes=n1\nSwitchName=a Switches=s0\nSwitchName=b "
                  "Switches=s1\n",
                  "n[0-1]") == "leaf switch: s0 s1\n");
}

// Two units of two hosts, each host on both leaves of its unit (rails), one spine over all.
TEST_CASE("the leaves of a host's rails are one part, and hosts that are not in the list join nothing") {
    const std::string file =
        "SwitchName=r0 Nodes=a[0-1],mgmt\nSwitchName=r1 Nodes=a[0-1]\n"
        "SwitchName=r2 Nodes=b[0-1],mgmt\nSwitchName=r3 Nodes=b[0-1]\nSwitchName=spine Switches=r[0-3]\n";
    CHECK(grouped(file, "a[0-1],b[0-1]") ==
          "leaf switch: r0 and 1 more r0 and 1 more r2 and 1 more r2 and 1 more\n"
          "level-1 switch: spine spine spine spine\n");
    CHECK(grouped(file, "a0,b0,mgmt") == "leaf switch: r0 and 3 more r0 and 3 more r0 and 3 more\n");
}

// n2 has no label of tier 0: which leaf it is on is not told, and it is no leaf of its own.
TEST_CASE("a host whose leaf is not told is of an unknown one at the leaves, and known above") {
    std::string nodes = "apiVersion: v1\nkind: List\nitems:\n";
    const auto node = [&](const std::string& name, const std::string& leaf) {
        nodes += "- kind: Node\n  metadata:\n    name: " + name + "\n    labels:\n";
        if (!leaf.empty()) nodes += "      fabric.topograph.run/tier-0: " + leaf + "\n";
        nodes += "      fabric.topograph.run/tier-1: spine\n";
    };
    node("n0", "x");
    node("n1", "x");
    node("n2", "");
    const Cluster cluster = test::cluster_of(nodes);
    const auto groupings = groupings_of(cluster, test::ids_of(cluster, {"n0", "n1", "n2"}));
    REQUIRE(groupings.size() == 2);
    CHECK(groupings[0].knows(groupings[0].part_of[1]));
    CHECK_FALSE(groupings[0].knows(groupings[0].part_of[2]));
    CHECK(groupings[1].knows_all());
    CHECK(groupings[1].part_of == std::vector<std::uint32_t>{0, 0, 0});
}

TEST_CASE("groupings of one kind stand for themselves") {
    const Cluster cluster = test::cluster_of("SwitchName=s0 Nodes=n[0-1]\nBlockName=x Nodes=n[0-1]\n");
    const auto hosts = test::ids_of(cluster, {"n0", "n1"});
    CHECK(text_of(groupings_of(cluster, hosts, GroupingKind::block)) == "block: x x\n");
    CHECK(text_of(groupings_of(cluster, hosts, GroupingKind::switches)) == "leaf switch: s0 s0\n");
    CHECK(groupings_of(cluster, hosts, GroupingKind::domain).empty());
}

}  // namespace
}  // namespace railyard::cluster
