#include "railyard/cluster/adapter_names.hpp"

#include <doctest/doctest.h>

#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

TEST_CASE("the first word is the host, the second the NIC") {
    Cluster cluster;
    const SwitchId a = cluster.switches.obtain("A");
    const SwitchId b = cluster.switches.obtain("B");
    AdapterNames names(cluster);
    names.add({"H-1", "1", "n1 mlx5_0", a, gigabits_per_second(400)});
    names.add({"H-2", "1", "n1 mlx5_1", b, std::nullopt});
    names.add({"H-3", "1", "n2 mlx5_0", a, std::nullopt});
    names.finish();
    CHECK(test::described(cluster) == "n1 A B\nn2 A\n");
    CHECK(cluster.notes.empty());
    const auto& ports = cluster.hosts[HostId(0)].ports;
    REQUIRE(ports.size() == 2);
    CHECK(ports[0].nic == "mlx5_0");
    CHECK(ports[0].rate == gigabits_per_second(400));
    CHECK(ports[1].leaf == b);
}

TEST_CASE("adapters that say nothing of their host are told apart by GUID") {
    Cluster cluster;
    const SwitchId a = cluster.switches.obtain("A");
    AdapterNames names(cluster);
    names.add({"H-1", "1", "localhost HCA-1", a, std::nullopt});
    names.add({"H-2", "1", "localhost HCA-1", a, std::nullopt});
    names.add({"H-3", "1", "MT4129 ConnectX7   Mellanox Technologies", a, std::nullopt});
    names.add({"H-4", "1", "", a, std::nullopt});
    names.add({"H-5", "1", "Mellanox Technologies Aggregation Node", a, std::nullopt});
    names.finish();
    CHECK(test::described(cluster) == "H-1 A\nH-2 A\nH-3 A\nH-4 A\n");
    CHECK(cluster.notes ==
          std::vector<std::string>{"adapters that do not say which host they are in, named by GUID: 4",
                                   "aggregation nodes (SHARP) inside switches, which are no hosts: 1"});
}

TEST_CASE("two machines of one name stay two") {
    Cluster cluster;
    const SwitchId a = cluster.switches.obtain("A");
    AdapterNames names(cluster);
    names.add({"H-1", "1", "node HCA-1", a, std::nullopt});
    names.add({"H-1", "2", "node HCA-1", a, std::nullopt});  // the other port of it
    names.add({"H-2", "1", "node HCA-1", a, std::nullopt});
    names.finish();
    CHECK(test::described(cluster) == "node A\nnode@H-2 A\n");
    REQUIRE(cluster.notes.size() == 1);
}

}  // namespace
}  // namespace railyard::cluster
