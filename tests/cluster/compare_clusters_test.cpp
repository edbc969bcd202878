#include "railyard/cluster/compare_clusters.hpp"

#include <doctest/doctest.h>

#include "railyard/cluster/formats.hpp"
#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

Cluster read(const std::string& name, const std::string& text) {
    return read_cluster(input::make_source(name, text));
}

const std::string tree =
    "SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=n[4-7]\nSwitchName=top Switches=s[0-1]\n";

TEST_CASE("trees that differ are a mismatch, whichever comes first, and both files are named") {
    const Cluster a = read("a.conf", tree);
    const Cluster b = read("b.conf",
                           "SwitchName=s0 Nodes=n[0-2,4]\nSwitchName=s1 Nodes=n[3,5-7]\n"
                           "SwitchName=top Switches=s[0-1]\n");
    const Findings found = compare_clusters(a, b);
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::mismatch);
    CHECK(found[0].place == "n3");
    CHECK(found[0].seen == "a.conf has it with n0, b.conf has not");
    CHECK(found[0].meaning ==
          "what is counted here is by a.conf: one of the two is old, or of another cluster");
    const Findings turned = compare_clusters(b, a);
    REQUIRE(turned.size() == 1);
    CHECK(turned[0].severity == Severity::mismatch);
    CHECK(turned[0].meaning.starts_with("what is counted here is by b.conf"));
}

TEST_CASE("the same tree under other names is the same") {
    CHECK(compare_clusters(read("a", tree), read("b",
                                                 "SwitchName=x Nodes=n[4-7]\nSwitchName=y Nodes=n[0-3]\n"
                                                 "SwitchName=z Switches=x,y\n"))
              .empty());
}

TEST_CASE("switches above the leaves that differ") {
    const auto of_four = [](const std::string& pairs) {
        return "SwitchName=a Nodes=n0\nSwitchName=b Nodes=n1\nSwitchName=c Nodes=n2\nSwitchName=d "
               "Nodes=n3\n" +
               pairs + "SwitchName=top Switches=p,q\n";
    };
    const Findings found =
        compare_clusters(read("x", of_four("SwitchName=p Switches=a,b\nSwitchName=q Switches=c,d\n")),
                         read("y", of_four("SwitchName=p Switches=a,c\nSwitchName=q Switches=b,d\n")));
    REQUIRE(found.size() == 1);
    CHECK(found[0].place == "n1");
    CHECK(found[0].expected == "files that agree which hosts share a level-1 switch");
}

TEST_CASE("blocks that differ name their files, and sizes that differ too") {
    const Findings found = compare_clusters(
        read("topology.conf", "BlockName=p Nodes=n[1-2]\nBlockName=q Nodes=n[3-4]\nBlockSizes=2\n"),
        read("old.conf", "BlockName=p Nodes=n[1-4]\nBlockSizes=4\n"));
    REQUIRE(found.size() == 2);
    CHECK(found[0].place == "n3");
    CHECK(found[0].seen == "old.conf has it with n1, topology.conf has not");
    CHECK(found[1].seen == "2 in topology.conf, 4 in old.conf");
}

TEST_CASE("hosts that one file has alone are named") {
    const Findings found = compare_clusters(read("a", "BlockName=p Nodes=n[1-4]\nBlockSizes=2\n"),
                                            read("b", "BlockName=p Nodes=n[3-6]\nBlockSizes=2\n"));
    REQUIRE(found.size() == 2);
    CHECK(found[0].severity == Severity::warning);
    CHECK(found[0].seen == "n[1-2]: in a, not in b");
    CHECK(found[1].seen == "n[5-6]: in b, not in a");
    const Findings strangers = compare_clusters(read("a", tree), read("b", "SwitchName=s0 Nodes=m[0-3]\n"));
    REQUIRE(strangers.size() == 1);
    CHECK(strangers[0].severity == Severity::mismatch);
    CHECK(strangers[0].seen == "a and b have no host in common");
}

// n3 and n4 change places, and so do n6 and a host of the third switch: of the two the job's is told.
TEST_CASE("of several hosts that differ one of the job is named") {
    const Cluster a =
        read("a", "SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=n[4-7]\nSwitchName=s2 Nodes=n[8-9]\n");
    const Cluster b = read(
        "b", "SwitchName=s0 Nodes=n[0-2,4]\nSwitchName=s1 Nodes=n[3,5,7-8]\nSwitchName=s2 Nodes=n[6,9]\n");
    CHECK(compare_clusters(a, b).front().place == "n3");
    CHECK(compare_clusters(a, b, {"n7", "n6"}).front().place == "n6");
    CHECK(compare_clusters(a, b, {"n0", "n1"}).front().place == "n3");  // those of the job agree
}

}  // namespace
}  // namespace railyard::cluster
