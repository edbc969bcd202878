#include "railyard/cluster/merge.hpp"

#include <doctest/doctest.h>

#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

using test::cluster_of;

const std::string a = "00000000-0000-0000-0000-00000000000a";
const std::string b = "00000000-0000-0000-0000-00000000000b";

TEST_CASE("each file tells what the others do not") {
    Cluster cluster = cluster_of("BlockName=x Nodes=n[1-2]\nBlockSizes=2\n");
    CHECK_FALSE(
        any_mismatch(merge_into(cluster, cluster_of("n1: " + a + "\nn2: " + a + "\nn3: " + b + "\n"))));
    CHECK_FALSE(any_mismatch(
        merge_into(cluster, cluster_of("SwitchName=top Switches=s0\nSwitchName=s0 Nodes=n[1-2]\n"))));
    CHECK(test::described(cluster) ==
          "n1 s0 block=x domain=" + a + "\nn2 s0 block=x domain=" + a + "\nn3 domain=" + b + "\n");
    CHECK(test::switches_of(cluster) == "top 1: s0\ns0 0:\n");
    CHECK(cluster.block_sizes == std::vector<std::uint32_t>{2});
}

TEST_CASE("a host is the same with and without its domain") {
    Cluster cluster = cluster_of("BlockName=x Nodes=n[1-2]\n");
    const Findings found =
        merge_into(cluster, cluster_of("n1.site.example: " + a + "\nn3.site.example: " + b + "\n"));
    REQUIRE(found.size() == 2);  // n2 and n3 are in one file each
    CHECK_FALSE(any_mismatch(found));
    CHECK(test::described(cluster) ==
          "n1 block=x domain=" + a + "\nn2 block=x\nn3.site.example domain=" + b + "\n");
}

TEST_CASE("blocks that two sources draw differently are a finding, whatever they are called") {
    Cluster cluster = cluster_of("BlockName=x Nodes=n[1-2]\nBlockName=y Nodes=n3\n");
    CHECK(merge_into(cluster, cluster_of("BlockName=p Nodes=n[1-2]\nBlockName=q Nodes=n3\n")).empty());
    const Findings split =
        merge_into(cluster, cluster_of("BlockName=p Nodes=n1\nBlockName=q Nodes=n[2-3]\n"));
    REQUIRE_FALSE(split.empty());
    CHECK(split[0].severity == Severity::mismatch);
    CHECK(split[0].place == "n2");
    const Findings joined = merge_into(cluster, cluster_of("BlockName=p Nodes=n[1-3]\n"));
    REQUIRE_FALSE(joined.empty());
    CHECK(joined[0].place == "n3");
    CHECK(test::described(cluster) == "n1 block=x\nn2 block=x\nn3 block=y\n");  // the first source counts
}

TEST_CASE("one clique in several racks is worth a note") {
    const Findings findings =
        clique_findings(cluster_of("n1: " + a + ".9\nn2: " + b + ".9\nn3: " + b + ".8\n"));
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].severity == Severity::note);
    CHECK(findings[0].place == "clique 9");
    CHECK(findings[0].seen == "2 cluster UUIDs have this clique");
}

}  // namespace
}  // namespace railyard::cluster
