#include "railyard/cluster/cluster.hpp"

#include <doctest/doctest.h>

namespace railyard::cluster {
namespace {

TEST_CASE("names are found again, in the order in which they came") {
    NamedList<HostId, Host> hosts;
    const HostId a = hosts.obtain("a");
    const HostId b = hosts.obtain("b");
    CHECK(hosts.obtain("a") == a);
    CHECK(hosts.find("b") == b);
    CHECK(hosts.find("c").is_none());
    CHECK(hosts.size() == 2);
    CHECK(hosts[a].name == "a");
}

TEST_CASE("a host is cabled to a switch once, and to so many at most") {
    Cluster cluster;
    const HostId host = cluster.hosts.obtain("n");
    for (std::uint32_t i = 0; i < most_leaves; ++i) CHECK(cable(cluster, host, SwitchId(i)) == Cabled::yes);
    CHECK(cable(cluster, host, SwitchId(3)) == Cabled::yes);
    CHECK(cluster.hosts[host].leaves.size() == most_leaves);
    CHECK(cable(cluster, host, SwitchId(most_leaves)) == Cabled::too_many);
}

}  // namespace
}  // namespace railyard::cluster
