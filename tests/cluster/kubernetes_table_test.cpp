#include <doctest/doctest.h>

#include "railyard/cluster/readers.hpp"
#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

using test::cluster_of;
using test::cluster_refusal;

const std::string a = "00000000-0000-0000-0000-00000000000a";

TEST_CASE("a table with all labels: cliques, tiers and what is none of these") {
    const Cluster cluster = cluster_of(
        "NAME   STATUS   ROLES    AGE   VERSION   LABELS\n"
        "n1     Ready    <none>   9d    v1.29.0   kubernetes.io/os=linux,nvidia.com/gpu.clique=" +
        a + ".7,topology.k8s.aws/network-node-layer-3=leaf1,topology.k8s.aws/network-node-layer-2=s\n" +
        "a-node-with-a-long-name Ready <none> 9d v1.29.0 nvidia.com/gpu.clique=" + a + ".8\n" +
        "n3     Ready    <none>   9d    v1.29.0   <none>\n");
    CHECK(test::described(cluster) ==
          "n1 tier-0/leaf1 domain=" + a + ".7\na-node-with-a-long-name domain=" + a + ".8\nn3\n");
    CHECK(test::switches_of(cluster) == "tier-0/leaf1 0:\ntier-1/s 1: tier-0/leaf1\n");
    CHECK(cluster.notes ==
          std::vector<std::string>{"1 of 3 nodes have no label of NVLink domain or switch: n3"});
}

TEST_CASE("the same without titles") {
    CHECK(test::described(cluster_of("n1 Ready <none> 9d v1.29.0 nvidia.com/gpu.clique=" + a + ".7,x=y\r\n" +
                                     "n2 Ready <none> 9d v1.29.0 <none>\r\n")) ==
          "n1 domain=" + a + ".7\nn2\n");
}

TEST_CASE("columns for labels, as -L titles them") {
    CHECK(
        test::described(cluster_of("NAME   STATUS   AGE   HOST.RACK_ID   HOST.NETWORK_BLOCK_ID   GPU.CLIQUE\n"
                                   "n1     Ready    9d    r1             b1\n"
                                   "n2     Ready    9d                   b1                      " +
                                   a + ".7\n")) == "n1 tier-0/r1\nn2 tier-1/b1 domain=" + a + ".7\n");
}

TEST_CASE("a table with cliques alone is a list of them") {
    CHECK_FALSE(recognise_kubernetes_table("NAME   GPU.CLIQUE\nn1     x\n"));
    CHECK_FALSE(recognise_kubernetes_table("NAME   STATUS\nn1     Ready\n"));
    CHECK_FALSE(recognise_kubernetes_table("SwitchName=s Nodes=n1\n"));
}

TEST_CASE("a last label that is a part of another is unknown") {
    const std::string row = " Ready <none> 9d v1 nvidia.com/gpu.clique=" + a;
    const Cluster cut = cluster_of("n1" + row + ".17\nn2" + row + ".1");
    CHECK(test::described(cut) == "n1 domain=" + a + ".17\nn2\n");
    CHECK(cut.notes.front() ==
          "the text ends inside the label nvidia.com/gpu.clique of n2: what it says is unknown");
    CHECK(cluster_of("n1" + row + ".17\nn2" + row + ".1\n").domains.size() == 2);
}

TEST_CASE("every mistake is told at its place") {
    CHECK(cluster_refusal(
              "\nNAME   STATUS   ROLES    AGE   VERSION\nn1     Ready    <none>   9d    v1.29.0\n") ==
          "test.txt:2:1: this table of nodes has no labels | kubectl get nodes --show-labels, or -o yaml\n");
    CHECK(cluster_refusal("NAME  LABELS\n") ==
          "test.txt:1:1: no node in this table | kubectl get nodes --show-labels\n");
    CHECK(cluster_refusal("NAME  LABELS\nn1    a=b\nn1    a=b\n")
              .find("test.txt:3:1: node 'n1' is there twice") == 0);
    CHECK(cluster_refusal("NAME  LABELS\n      a=b\n").find("test.txt:2:1: expected the name of a node") ==
          0);
}

}  // namespace
}  // namespace railyard::cluster
