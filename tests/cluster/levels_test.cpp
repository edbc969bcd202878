#include "railyard/cluster/levels.hpp"

#include <doctest/doctest.h>

#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

Cluster joined(const std::vector<std::pair<std::string, std::string>>& pairs) {
    Cluster cluster;
    for (const auto& [above, below] : pairs) {
        const SwitchId a = cluster.switches.obtain(above);
        const SwitchId b = cluster.switches.obtain(below);
        cluster.switches[a].joins.push_back(b);
    }
    return cluster;
}

TEST_CASE("a switch stands one above the highest of those below it") {
    Cluster tree = joined({{"top", "group"}, {"top", "leaf2"}, {"group", "leaf0"}, {"group", "leaf1"}});
    CHECK(set_tree_levels(tree).is_none());
    CHECK(test::switches_of(tree) ==
          "top 2: group leaf2\ngroup 1: leaf0 leaf1\nleaf2 0:\nleaf0 0:\nleaf1 0:\n");
}

TEST_CASE("a switch below itself, and a tower of switches") {
    Cluster loop = joined({{"a", "b"}, {"b", "c"}, {"c", "a"}, {"d", "a"}});
    const SwitchId odd = set_tree_levels(loop);
    CHECK(tree_complaint(loop, odd) == "switch 'a' stands below itself");
    std::vector<std::pair<std::string, std::string>> pairs;
    for (int i = 0; i < 40; ++i) pairs.emplace_back("s" + std::to_string(i + 1), "s" + std::to_string(i));
    Cluster tower = joined(pairs);
    CHECK(tree_complaint(tower, set_tree_levels(tower)) == "switch 's32' stands 32 levels above its hosts");
}

TEST_CASE("in a fabric the switches with hosts are the leaves") {
    Cluster fabric = joined({{"leaf0", "spine"},
                             {"spine", "leaf0"},
                             {"leaf1", "spine"},
                             {"spine", "leaf1"},
                             {"spine", "core"},
                             {"core", "spine"},
                             {"far", "away"},
                             {"away", "far"}});
    cable(fabric, fabric.hosts.obtain("n0"), fabric.switches.find("leaf0"));
    cable(fabric, fabric.hosts.obtain("n1"), fabric.switches.find("leaf1"));
    set_fabric_levels(fabric);
    CHECK(test::switches_of(fabric) ==
          "leaf0 0:\nspine 1: leaf0 leaf1\nleaf1 0:\ncore 2: spine\nfar 32: away\naway 32: far\n");
}

}  // namespace
}  // namespace railyard::cluster
