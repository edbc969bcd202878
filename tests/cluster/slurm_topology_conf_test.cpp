#include <doctest/doctest.h>

#include "railyard/cluster/readers.hpp"
#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

using test::cluster_of;
using test::cluster_refusal;

TEST_CASE("a tree, children before or after their parents, keys in any case") {
    const Cluster cluster = cluster_of(
        "# our site\n"
        "switchname=top Switches=s[0-1]\r\n"
        "SwitchName=s0 Nodes=n[1-2],m LinkSpeed=100  # a comment\n"
        "\n"
        "SwitchName=s1 \\\n"
        "  NODES=\"n3\"\n");
    CHECK(test::described(cluster) == "n1 s0\nn2 s0\nm s0\nn3 s1\n");
    CHECK(test::switches_of(cluster) == "top 1: s0 s1\ns0 0:\ns1 0:\n");
    CHECK(cluster.notes.empty());
}

TEST_CASE("a list goes on where a line ends with a backslash") {
    const Cluster cluster = cluster_of(
        "SwitchName=t Switches=a,\\\nb\nSwitchName=a Nodes=n[1-\\\n2]\nSwitchName=b Nodes=n3\\\n,n4\n");
    CHECK(test::described(cluster) == "n1 a\nn2 a\nn3 b\nn4 b\n");
    CHECK(test::switches_of(cluster) == "t 1: a b\na 0:\nb 0:\n");
    CHECK(cluster_refusal("SwitchName=a Nodes=n1 \\\n  Node=n2\n") ==
          "test.txt:2:3: unknown key 'Node' | did you mean 'Nodes'?\n");
    // A place behind the end of the line where a list begins is the end of that line.
    CHECK(cluster_refusal("SwitchName=a Nodes=n1,\\\nn[3-1]\n")
              .find("test.txt:1:24: the range runs backwards") == 0);
}

TEST_CASE("blocks with their sizes, and one that is too small") {
    const Cluster cluster =
        cluster_of("BlockName=b1 Nodes=n[1-4]\nBlockName=b2 Nodes=n[5-7]\nBlockName=b3\nBlockSizes=4,8\n");
    CHECK(test::described(cluster) ==
          "n1 block=b1\nn2 block=b1\nn3 block=b1\nn4 block=b1\nn5 block=b2\nn6 block=b2\nn7 block=b2\n");
    CHECK(cluster.block_sizes == std::vector<std::uint32_t>{4, 8});
    CHECK(cluster.notes == std::vector<std::string>{"block 'b3' has no hosts",
                                                    "block 'b2' has 3 hosts, BlockSizes asks for 4",
                                                    "block 'b3' has 0 hosts, BlockSizes asks for 4"});
}

TEST_CASE("names of the site and NVLink domains that generators leave in comments") {
    const Cluster cluster = cluster_of(
        "# switch.1.1=leaf-a\nSwitchName=switch.1.1 Nodes=n1\n"
        "# ClusterUUID and CliqueID: 00000000-0000-0000-0000-00000000000a\nBlockName=b1 Nodes=n1\n"
        "BlockName=b2 Nodes=n2\n");
    CHECK(cluster.switches[SwitchId(0)].known_as == "leaf-a");
    CHECK(test::described(cluster) ==
          "n1 switch.1.1 block=b1 domain=00000000-0000-0000-0000-00000000000a\nn2 block=b2\n");
}

TEST_CASE("what scontrol show topology prints: hosts are repeated for the switches above") {
    const Cluster cluster = cluster_of(
        "SwitchName=s0 Level=0 LinkSpeed=1 Nodes=n[0-1]\n"
        "SwitchName=s1 Level=0 LinkSpeed=1 Nodes=n[2-3]\n"
        "SwitchName=top Level=1 LinkSpeed=1 Nodes=n[0-3] Switches=s[0-1]\n");
    CHECK(test::described(cluster) == "n0 s0\nn1 s0\nn2 s1\nn3 s1\n");
    const Cluster blocks = cluster_of("BlockName=b1 BlockIndex=0 Nodes=n[1-2] BlockSize=2\n");
    CHECK(test::described(blocks) == "n1 block=b1\nn2 block=b1\n");
}

TEST_CASE("every mistake is told at its place") {
    CHECK(cluster_refusal("SwitchName=s0 Node=n1\n") ==
          "test.txt:1:15: unknown key 'Node' | did you mean 'Nodes'?\n");
    CHECK(cluster_refusal("SwitchName=s0\n") ==
          "test.txt:1:12: switch 's0' has nothing below it | Nodes= names its hosts, Switches= the switches "
          "below it\n");
    CHECK(
        cluster_refusal("SwitchName=s0 Nodes=n1, n2\n").find("test.txt:1:25: expected KEY=VALUE, not 'n2'") ==
        0);
    CHECK(cluster_refusal("SwitchName=s0 Nodes=n[3-1]\n").find("test.txt:1:23: the range runs backwards") ==
          0);
    CHECK(cluster_refusal("SwitchName=s0 Nodes=n1\nSwitchName=s0 Nodes=n2\n")
              .find("test.txt:2:12: switch 's0' is there twice") == 0);
    CHECK(cluster_refusal("SwitchName=s0 Switches=s1\n").find("test.txt:1:24: there is no switch 's1'") == 0);
    CHECK(cluster_refusal("SwitchName=a Switches=b\nSwitchName=b Switches=a\nSwitchName=c Nodes=n1\n")
              .find("test.txt:1:12: switch 'a' stands below itself") == 0);
    CHECK(cluster_refusal("BlockName=b1 Nodes=n1\nBlockName=b2 Nodes=n1\n")
              .find("test.txt:2:20: host 'n1' is in block 'b1' as well") == 0);
    CHECK(cluster_refusal("BlockName=b1 Nodes=n1\nBlockSizes=4,x\n").find("test.txt:2:14:") == 0);
    CHECK(cluster_refusal("SwitchName=s Nodes=n\nNodes=n1\n").find("test.txt:2:1: a record names neither") ==
          0);
    CHECK(cluster_refusal("SwitchName= Nodes=n\n").find("test.txt:1:12: a switch has no name") == 0);
    CHECK(cluster_refusal("#BlockName=b1 Nodes=n1\nBlockSizes=20\n") ==
          "test.txt:1:1: no line names a host | its SwitchName= and BlockName= lines are commented out\n");
}

TEST_CASE("it is recognised by its first record") {
    CHECK(recognise_slurm_topology_conf("# words\n\nSwitchName=s0 Nodes=n1\n"));
    CHECK(recognise_slurm_topology_conf("#BlockName=b1 Nodes=n1\nBlockSizes=2\n"));
    CHECK_FALSE(recognise_slurm_topology_conf("NodeName=n1 CPUs=2\n"));
    CHECK_FALSE(recognise_slurm_topology_conf("# words\n"));
    CHECK_FALSE(recognise_slurm_topology_conf(""));
}

TEST_CASE("keys and records of a newer Slurm are passed over, and that is said") {
    const Cluster cluster = cluster_of(
        "AggregatedBlock=b1,b2 BlockIndex=2 Nodes=n[1-4] Colour=red\n"
        "BlockName=b1 BlockIndex=0 Nodes=n[1-2] BlockSize=2 Colour=red\n"
        "BlockName=b2 BlockIndex=1 Nodes=n[3-4] BlockSize=2 Colour=blue\n");
    CHECK(test::described(cluster) == "n1 block=b1\nn2 block=b1\nn3 block=b2\nn4 block=b2\n");
    CHECK(cluster.notes ==
          std::vector<std::string>{
              "records that begin with 'AggregatedBlock' are not known here and passed over: line 1",
              "the key 'Colour' is not known here and passed over: line 2 and 1 more"});
}

TEST_CASE("an unknown key in place of the hosts does not hide that a switch has none") {
    CHECK(cluster_refusal("SwitchName=s Machines=n[1-4]\n")
              .find("test.txt:1:12: switch 's' has nothing below it") == 0);
}

TEST_CASE("of many unknown keys the first are told") {
    std::string text = "SwitchName=s Nodes=n1\n";
    for (char c = 'a'; c < 'a' + 12; ++c) text += std::string("Unheardof") + c + "=1\n";
    const Cluster cluster = cluster_of(text);
    REQUIRE(cluster.notes.size() == 9);
    CHECK(cluster.notes.back() == "4 more keys are not known here and passed over");
}

TEST_CASE("a base size of one is worth a note") {
    const Cluster cluster = cluster_of("BlockName=b Nodes=n[1-4]\nBlockSizes=1,4\n");
    REQUIRE(cluster.notes.size() == 1);
    CHECK(cluster.notes[0].starts_with("BlockSizes begins with 1"));
}

}  // namespace
}  // namespace railyard::cluster
