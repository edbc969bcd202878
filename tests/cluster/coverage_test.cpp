#include "railyard/cluster/coverage.hpp"

#include <doctest/doctest.h>

#include <map>

#include "railyard/topology/load.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::cluster {
namespace {

using Words = std::vector<std::string>;

const Topology& topology_of(const std::string& name) {
    static std::map<std::string, Topology> known;
    return known.try_emplace(name, load_topology(test::shipped_library(), name).topology).first->second;
}

Cluster of_hosts(std::size_t hosts, std::size_t blocks) {
    Cluster cluster;
    for (std::size_t i = 0; i < blocks; ++i) cluster.blocks.obtain("b" + std::to_string(i));
    for (std::size_t i = 0; i < hosts; ++i) {
        cluster.hosts.obtain("n" + std::to_string(i));
    }
    return cluster;
}

TEST_CASE("a topology of as many racks as needed, hosts in no particular order") {
    const Coverage racks = coverage(of_hosts(4, 2), topology_of("gb200-nvl72"), 0);
    CHECK(racks.compared == Words{"the hosts in 2 blocks"});
    CHECK(racks.not_compared == Words{"the number of hosts: the topology has as many servers as a job needs",
                                      "the order of hosts: --hosts is not given"});
    CHECK(coverage(of_hosts(4, 0), topology_of("gb200-nvl72"), 0).compared.empty());
    CHECK(coverage(of_hosts(4, 2), topology_of("gb200-nvl72"), 1).compared ==
          Words{"the hosts in 2 blocks", "the order of 1 host"});
}

TEST_CASE("the order of hosts that are in no block, domain or switch is not compared") {
    const Coverage named = coverage(of_hosts(4, 0), topology_of("gb200-nvl72"), 2);
    CHECK(named.compared.empty());
    CHECK(named.not_compared.back() ==
          "the order of hosts: no file tells of a block, domain or switch of theirs");
}

TEST_CASE("cables are compared where ports of a leaf can be told apart") {
    Cluster cluster = of_hosts(3, 0);
    const SwitchId leaf = cluster.switches.obtain("leaf");
    const auto cabled = [&](const std::string& nic) {
        for (std::uint32_t i = 0; i < 3; ++i)
            cluster.hosts[HostId(i)].ports.push_back({nic, leaf, std::nullopt});
        return coverage(cluster, topology_of("hgx-h200"), 0);
    };
    CHECK(coverage(cluster, topology_of("hgx-h200"), 0).compared.empty());
    CHECK(cabled("").compared.empty());
    CHECK(cabled("mlx5_0").compared == Words{"the cables of 1 leaf switch"});
}

TEST_CASE("rates of ports are compared where the topology has NICs") {
    Cluster cluster = of_hosts(1, 0);
    const SwitchId leaf = cluster.switches.obtain("leaf");
    for (int i = 0; i < 2; ++i)
        cluster.hosts[HostId(0)].ports.push_back({"", leaf, gigabits_per_second(100)});
    CHECK(coverage(cluster, topology_of("hgx-h200"), 0).compared == Words{"the rates of 2 ports"});
}

}  // namespace
}  // namespace railyard::cluster
