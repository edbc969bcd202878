#include <doctest/doctest.h>

#include "railyard/cluster/readers.hpp"
#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

using test::cluster_of;
using test::cluster_refusal;

const std::string both = R"(---
- topology: cabling
  cluster_default: true
  tree:
    switches:
      - switch: top
        children: s[0-1]
      - {switch: s0, nodes: "n[1-2]"}
      - {switch: s1, nodes: n3}
- topology: racks
  block:
    block_sizes: [2, 4]
    blocks:
      - {block: b1, nodes: "n[1-2]"}
      - {block: b2, nodes: n3}
)";

TEST_CASE("the default topology counts, and others add what it does not say") {
    const Cluster cluster = cluster_of(both);
    CHECK(test::described(cluster) == "n1 s0 block=b1\nn2 s0 block=b1\nn3 s1 block=b2\n");
    CHECK(test::switches_of(cluster) == "top 1: s0 s1\ns0 0:\ns1 0:\n");
    CHECK(cluster.block_sizes == std::vector<std::uint32_t>{2, 4});
    CHECK(cluster.notes ==
          std::vector<std::string>{
              "the blocks are those of topology 'racks', the default one says nothing of them"});
}

TEST_CASE("of two trees the default one counts, wherever it stands") {
    const Cluster cluster = cluster_of(
        "- topology: a\n  tree: {switches: [{switch: s0, nodes: n1}]}\n"
        "- topology: b\n  cluster_default: true\n  tree: {switches: [{switch: s9, nodes: n9}]}\n");
    CHECK(test::described(cluster) == "n9 s9\n");
}

TEST_CASE("rings are taken for blocks, a torus for hosts alone, flat for nothing") {
    CHECK(test::described(cluster_of("- topology: r\n  ring: {rings: [{ring: r0, nodes: 'n[1-2]'}]}\n")) ==
          "n1 block=r0\nn2 block=r0\n");
    CHECK(test::described(cluster_of("- topology: t\n  torus3d: {toruses: [{name: p, dims: {x: 1, y: 1, z: "
                                     "2}, nodes: 'n[1-2]'}]}\n")) == "n1\nn2\n");
    CHECK(cluster_refusal("- topology: f\n  flat: true\n")
              .find("test.txt:1:1: no topology of this file names a host") == 0);
}

TEST_CASE("every mistake is told at its place") {
    CHECK(cluster_refusal("- topology: t\n  tree: [{switch: a, nodes: n}]\n")
              .find("test.txt:2:3: 'tree' has no list 'switches'") == 0);
    CHECK(cluster_refusal("- topology: t\n  tree: {switches: [{switch: s0, children: s1}]}\n")
              .find("test.txt:2:44: there is no switch 's1'") == 0);
    CHECK(cluster_refusal("- topology: t\n  tree: {switches: [{nodes: n1}]}\n")
              .find("test.txt:2:21: expected `switch: NAME` here") == 0);
    CHECK(
        cluster_refusal("- topology: t\n  tree: {}\n").find("test.txt:2:3: 'tree' has no list 'switches'") ==
        0);
    CHECK(cluster_refusal("- topology: t\n  block: {blocks: [{block: b, nodes: 'n[2-1]'}]}\n")
              .find("the range runs backwards") != std::string::npos);
    CHECK(cluster_refusal("- topology: t\n  block: {block_sizes: [0], blocks: [{block: b, nodes: n}]}\n")
              .find("test.txt:2:25:") == 0);
    CHECK(cluster_refusal("- topology: t\n  block: {blocks: [{block: a, nodes: n}, {block: b, nodes: n}]}\n")
              .find("host 'n' is in block 'a' as well") != std::string::npos);
    CHECK(cluster_refusal("- topology: t\n  tree: {switches: [{switch: a, children: a}]}\n")
              .find("switch 'a' stands below itself") != std::string::npos);
}

TEST_CASE("it is recognised by its first key") {
    CHECK(recognise_slurm_topology_yaml("# x\n---\n- topology: a\n"));
    CHECK_FALSE(recognise_slurm_topology_yaml("topology: a\n"));
    CHECK_FALSE(recognise_slurm_topology_yaml("- name: a\n"));
}

}  // namespace
}  // namespace railyard::cluster
