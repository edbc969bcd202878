#include "railyard/cluster/block_domains.hpp"

#include <doctest/doctest.h>

#include "railyard/cluster/formats.hpp"
#include "railyard/cluster/merge.hpp"
#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

const std::string rack_a = "11111111-1111-1111-1111-111111111111.7";
const std::string rack_b = "22222222-2222-2222-2222-222222222222.7";

// n1 to n4, the first two in one rack.
Cluster racks_and(const std::string& blocks) {
    Cluster cluster = read_cluster(input::make_source("bk.conf", blocks));
    const Cluster racks = read_cluster(input::make_source(
        "racks.txt", "n1 " + rack_a + "\nn2 " + rack_a + "\nn3 " + rack_b + "\nn4 " + rack_b + "\n"));
    CHECK_FALSE(any_mismatch(merge_into(cluster, racks)));
    return cluster;
}

}  // namespace

TEST_CASE("blocks that are the NVLink domains, or parts that are told alike, are no finding") {
    CHECK(block_findings(racks_and("BlockName=p Nodes=n[1-2]\nBlockName=q Nodes=n[3-4]\nBlockSizes=2\n"), {})
              .empty());
    CHECK(block_findings(test::cluster_of("BlockName=p Nodes=n[1-4]\nBlockSizes=4\n"), {}).empty());
}

TEST_CASE("a block over two NVLink domains is a mismatch that names both files") {
    const Findings found = block_findings(racks_and("BlockName=p Nodes=n[1-4]\nBlockSizes=4\n"), {});
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::mismatch);
    CHECK(found[0].place == "n3");
    CHECK(found[0].expected == "a block inside one NVLink domain");
    CHECK(found[0].seen == "block p (bk.conf) has it with n1; NVLink domain " + rack_b +
                               " (racks.txt) is not that of n1, " + rack_a);
}

TEST_CASE("of a block that the job's hosts are in, one of these is named, each block once") {
    const Cluster cluster = racks_and("BlockName=p Nodes=n[1,3]\nBlockName=q Nodes=n[2,4]\nBlockSizes=2\n");
    const Findings found = block_findings(cluster, {"n4.site", "n2"});
    REQUIRE(found.size() == 2);
    CHECK(found[0].place == "n2");
    CHECK(found[0].seen.starts_with("block q (bk.conf) has it with n4; "));
    CHECK(found[1].place == "n3");
}

TEST_CASE("a domain in two blocks is a warning") {
    const Findings found = block_findings(
        racks_and("BlockName=p Nodes=n1\nBlockName=q Nodes=n2\nBlockName=r Nodes=n[3-4]\nBlockSizes=1\n"),
        {});
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::warning);
    CHECK(found[0].seen == rack_a + " is in p, q (racks.txt, bk.conf)");
}

TEST_CASE("one file that tells both means it so") {
    Cluster cluster = racks_and("BlockName=p Nodes=n[1-4]\nBlockSizes=4\n");
    set_origin(cluster, "model.yaml");
    CHECK(block_findings(cluster, {}).empty());
}

TEST_CASE("hosts of unknown domains say nothing") {
    Cluster cluster = racks_and("BlockName=p Nodes=n[1-2]\nBlockName=q Nodes=n[3-6]\nBlockSizes=2\n");
    CHECK(block_findings(cluster, {}).empty());
}

}  // namespace railyard::cluster
