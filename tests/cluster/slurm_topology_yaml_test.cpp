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

TEST_CASE("a slip of a key is a mistake, at every depth") {
    CHECK(
        cluster_refusal("- topology: t\n  block:\n    blocks:\n"
                        "      - {block: b1, nodes: \"n[1-4]\"}\n      - {block: b2, nods: \"n[5-8]\"}\n") ==
        "test.txt:5:21: unknown key 'nods' | did you mean 'nodes'?\n");
    CHECK(cluster_refusal("- topology: t\n  block: {block_size: [2], blocks: [{block: b, nodes: n}]}\n")
              .find("test.txt:2:11: unknown key 'block_size' | did you mean 'block_sizes'") == 0);
    CHECK(cluster_refusal(
              "- topology: t\n  cluster_defalt: true\n  tree: {switches: [{switch: s, nodes: n}]}\n") ==
          "test.txt:2:3: unknown key 'cluster_defalt' | did you mean 'cluster_default'?\n");
    CHECK(cluster_refusal("- topology: t\n  tree: {switches: [{switch: s, nodes: n, childern: a}]}\n") ==
          "test.txt:2:43: unknown key 'childern' | did you mean 'children'?\n");
    CHECK(cluster_refusal("- topology: t\n  torus3d: {toruses: [{name: p, node: n}]}\n") ==
          "test.txt:2:33: unknown key 'node' | did you mean 'nodes'?\n");
}

TEST_CASE("hosts are one text, as Slurm takes them") {
    CHECK(cluster_refusal("- topology: t\n  block: {blocks: [{block: b, nodes: [n5, n6]}]}\n") ==
          "test.txt:2:38: 'nodes' is a list, and Slurm takes one text | `nodes: \"n[01-18],n20\"` names "
          "them\n");
    CHECK(cluster_refusal("- topology: t\n  tree: {switches: [{switch: s, children: [a]}]}\n")
              .find("test.txt:2:43: 'children' is a list") == 0);
}

TEST_CASE("keys of a newer Slurm are passed over, and that is said") {
    const Cluster cluster = cluster_of(
        "- topology: t\n  colour: red\n  block:\n    blocks:\n"
        "      - {block: a, nodes: n1, weight: 2}\n      - {block: b, nodes: n2, weight: 3}\n");
    CHECK(test::described(cluster) == "n1 block=a\nn2 block=b\n");
    CHECK(cluster.notes ==
          std::vector<std::string>{"the key 'colour' is not known here and passed over: line 2",
                                   "the key 'weight' is not known here and passed over: line 5 and 1 more"});
}

TEST_CASE("it is recognised by its first key") {
    CHECK(recognise_slurm_topology_yaml("# x\n---\n- topology: a\n"));
    CHECK_FALSE(recognise_slurm_topology_yaml("topology: a\n"));
    CHECK_FALSE(recognise_slurm_topology_yaml("- name: a\n"));
}

}  // namespace
}  // namespace railyard::cluster
