#include "railyard/cluster/unjoined.hpp"

#include <doctest/doctest.h>

#include "tests/support/clusters.hpp"

namespace railyard::cluster {

using test::cluster_of;

TEST_CASE("a tree with one root joins all, so do rails without a spine through their hosts") {
    CHECK(
        unjoined_findings(
            cluster_of("SwitchName=a Nodes=n1\nSwitchName=b Nodes=n2\nSwitchName=top Switches=a,b\n"), {"n1"})
            .empty());
    Cluster rails;
    for (const char* host : {"n1", "n2"}) {
        const HostId id = rails.hosts.obtain(host);
        for (const char* leaf : {"rail0", "rail1"}) cable(rails, id, rails.switches.obtain(leaf));
    }
    CHECK(unjoined_findings(rails, {"n1", "n2"}).empty());
}

TEST_CASE("two roots with hosts of the job on both sides are a mismatch") {
    const Cluster cluster = cluster_of(
        "SwitchName=a Nodes=n[1-2]\nSwitchName=b Nodes=n[3-4]\nSwitchName=r Switches=a,b\nSwitchName=s "
        "Nodes=n[5-7]\n");
    const Findings found = unjoined_findings(cluster, {"n2", "n3", "unknown", "n6"});
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::mismatch);
    CHECK(found[0].place == "n6");
    CHECK(found[0].seen == "it is under s, n2 under r, and no switch of test.txt joins them");
    // All on one side: there may be other jobs.
    const Findings note = unjoined_findings(cluster, {"n1", "n4"});
    REQUIRE(note.size() == 1);
    CHECK(note[0].severity == Severity::note);
    CHECK(note[0].place == "switches");
    CHECK(note[0].seen == "no switch of test.txt joins them: 4 hosts under r; 3 hosts under s");
    CHECK(unjoined_findings(cluster, {}).front().severity == Severity::warning);
}

TEST_CASE("hosts and switches that are told of alone say nothing") {
    CHECK(unjoined_findings(cluster_of("BlockName=p Nodes=n[1-4]\nBlockSizes=4\n"), {"n1", "n2"}).empty());
    Cluster cluster = cluster_of("SwitchName=a Nodes=n1\n");
    cluster.hosts.obtain("n2");
    cluster.switches.obtain("no host's");
    CHECK(unjoined_findings(cluster, {"n1", "n2"}).empty());
}

}  // namespace railyard::cluster
