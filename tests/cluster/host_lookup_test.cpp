#include "railyard/cluster/host_lookup.hpp"

#include <doctest/doctest.h>

#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

TEST_CASE("short names and long ones, where it is clear which is meant") {
    const Cluster cluster = test::cluster_of("SwitchName=s Nodes=a,b.site,c.one,c.two,d,d.site\n");
    const HostLookup lookup(cluster);
    const auto found = [&](std::string_view name) {
        const HostId id = lookup.find(name);
        return id.is_none() ? std::string() : cluster.hosts[id].name;
    };
    CHECK(found("a") == "a");
    CHECK(found("a.site") == "a");
    CHECK(found("b") == "b.site");
    CHECK(found("b.site") == "b.site");
    CHECK(found("b.other") == "");  // another machine
    CHECK(found("c") == "");        // one of two
    CHECK(found("c.two") == "c.two");
    CHECK(found("d") == "d");
    CHECK(found("e") == "");
}

}  // namespace
}  // namespace railyard::cluster
