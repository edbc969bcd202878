#include "railyard/cluster/kubernetes_labels.hpp"

#include <doctest/doctest.h>

#include <map>

#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

using Labels = std::map<std::string_view, std::string_view>;

Cluster of(const std::vector<Labels>& nodes) {
    Cluster cluster;
    LabelledHosts places(cluster);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        places.take(cluster.hosts.obtain("n" + std::to_string(i)),
                    [&](std::string_view key) -> std::optional<std::string_view> {
                        const auto found = nodes[i].find(key);
                        return found == nodes[i].end() ? std::nullopt : std::optional(found->second);
                    });
    }
    places.finish();
    return cluster;
}

TEST_CASE("a clique without a cluster UUID names no rack") {
    CHECK(names_a_rack("3183419e-9edc-4f0e-86e8-d895a9fb06be.7"));
    CHECK(names_a_rack("3183419e-9edc-4f0e-86e8-d895a9fb06be"));
    CHECK(names_a_rack("rack12.7"));
    CHECK_FALSE(names_a_rack("7"));
    CHECK_FALSE(names_a_rack(".7"));
}

TEST_CASE("hosts of the same clique without a rack are not taken for one domain, and that is said") {
    const Cluster cluster = of({{{"nvidia.com/gpu.clique", "32766"}}, {{"nvidia.com/gpu.clique", "32766"}}});
    CHECK(cluster.domains.empty());
    REQUIRE(cluster.notes.size() == 1);
    CHECK(
        cluster.notes.front() ==
        "no cluster UUID with clique '32766' of n[0-1]: racks that have nothing to do with each other report "
        "the same clique, so which NVLink domain it is of is unknown");
}

TEST_CASE("another label that names the domain stands in for the missing rack") {
    const Cluster cluster =
        of({{{"nvidia.com/gpu.clique", "32766"}, {"accelerator.topograph.run/domain", "nvl1"}}});
    CHECK(test::described(cluster) == "n0 domain=nvl1\n");
    CHECK(cluster.notes.empty());
}

TEST_CASE("racks of OKE are below its network blocks") {
    const Cluster cluster = of(
        {{{"oci.oraclecloud.com/host.rack_id", "r1"}, {"oci.oraclecloud.com/host.network_block_id", "b"}},
         {{"oci.oraclecloud.com/host.rack_id", "r2"}, {"oci.oraclecloud.com/host.network_block_id", "b"}}});
    CHECK(test::described(cluster) == "n0 tier-0/r1\nn1 tier-0/r2\n");
    CHECK(test::switches_of(cluster) == "tier-0/r1 0:\ntier-1/b 1: tier-0/r1 tier-0/r2\ntier-0/r2 0:\n");
}

TEST_CASE("of many names the first twenty are told") {
    std::vector<std::string> names;
    for (int i = 10; i < 40; ++i) names.push_back("n" + std::to_string(i));
    CHECK(first_of(names) == "n[10-29], ...");
    CHECK(first_of({"a", "b"}) == "a,b");
}

}  // namespace
}  // namespace railyard::cluster
