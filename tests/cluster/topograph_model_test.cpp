#include <doctest/doctest.h>

#include "railyard/cluster/readers.hpp"
#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

using test::cluster_of;
using test::cluster_refusal;

TEST_CASE("switches by their parents, blocks with domains and sub-domains") {
    const Cluster cluster = cluster_of(R"(# a model
switches:
  core:
    switches: [leaf1, leaf2]
blocks:
- switch: leaf1
  nodes: ["n[1-2]", m]
  annotations: {accelerator.topology.test/domain: nvl1}
- switch: leaf2
  nodes: n3
  annotations: {accelerator.topology.test/domain: nvl1, accelerator.topology.test/sub-domain: r2}
- switch: alone
  nodes: []
)");
    CHECK(test::described(cluster) ==
          "n1 leaf1 block=leaf1 domain=nvl1\nn2 leaf1 block=leaf1 domain=nvl1\n"
          "m leaf1 block=leaf1 domain=nvl1\nn3 leaf2 block=r2 domain=nvl1\n");
    CHECK(test::switches_of(cluster) == "core 1: leaf1 leaf2\nleaf1 0:\nleaf2 0:\nalone 0:\n");
    CHECK(cluster.notes == std::vector<std::string>{"switch 'alone' is joined to no other"});
}

TEST_CASE("every mistake is told at its place") {
    CHECK(cluster_refusal("switches:\n  a: {switches: [a]}\nblocks:\n- {switch: a, nodes: n}\n")
              .find("switch 'a' stands below itself") != std::string::npos);
    CHECK(cluster_refusal("switches: {}\nblocks:\n- {nodes: n}\n")
              .find("test.txt:3:3: a block without its switch") == 0);
    CHECK(cluster_refusal("switches: {}\nblocks:\n- {switch: a, nodes: n}\n- {switch: b, nodes: n}\n")
              .find("test.txt:4:22: node 'n' is in block 'a' as well") == 0);
    CHECK(cluster_refusal("switches: {}\nblocks: []\n").find("no block of this model names a node") !=
          std::string::npos);
}

}  // namespace
}  // namespace railyard::cluster
