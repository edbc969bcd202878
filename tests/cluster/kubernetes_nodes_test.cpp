#include <doctest/doctest.h>

#include "railyard/cluster/readers.hpp"
#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

using test::cluster_of;
using test::cluster_refusal;

std::string node(const std::string& name, const std::string& labels) {
    return "- {apiVersion: v1, kind: Node, metadata: {name: " + name + ", labels: {" + labels +
           "}}, spec: {}}\n";
}
std::string nodes(const std::string& items) {
    return "apiVersion: v1\nkind: List\nitems:\n" + items;
}

TEST_CASE("racks that report the same clique and differ in cluster UUID are domains of their own") {
    const auto labels = [](int rack) {
        return "nvidia.com/gpu.clique: 00000000-0000-0000-0000-00000000000" + std::to_string(rack) + ".32766";
    };
    const Cluster cluster = cluster_of(
        nodes(node("a", labels(1)) + node("b", labels(2)) + node("c", labels(3)) + node("d", labels(3))));
    CHECK(cluster.domains.size() == 3);
    CHECK(cluster.hosts[HostId(2)].domain == cluster.hosts[HostId(3)].domain);
    CHECK(cluster.hosts[HostId(0)].domain != cluster.hosts[HostId(1)].domain);
}

TEST_CASE("one rack of two cliques is two domains") {
    const std::string uuid = "nvidia.com/gpu.clique: 00000000-0000-0000-0000-000000000001.";
    CHECK(cluster_of(nodes(node("a", uuid + "1") + node("b", uuid + "2"))).domains.size() == 2);
}

TEST_CASE("tiers of switches, told apart from each other where a name stands on two") {
    const Cluster cluster =
        cluster_of(nodes(node("n1", "fabric.topograph.run/tier-0: s, fabric.topograph.run/tier-1: s") +
                         node("n2", "fabric.topograph.run/tier-0: t, fabric.topograph.run/tier-1: s")));
    CHECK(test::described(cluster) == "n1 tier-0/s\nn2 tier-0/t\n");
    CHECK(test::switches_of(cluster) == "tier-0/s 0:\ntier-1/s 1: tier-0/s tier-0/t\ntier-0/t 0:\n");
}

TEST_CASE("the labels of the clouds: layer 3 of AWS is the nearest, the subblock of GKE") {
    const Cluster cluster = cluster_of(nodes(
        node("a",
             "topology.k8s.aws/network-node-layer-1: top, topology.k8s.aws/network-node-layer-2: mid, "
             "topology.k8s.aws/network-node-layer-3: leaf") +
        node("b", "cloud.google.com/gce-topology-block: B, cloud.google.com/gce-topology-subblock: S")));
    CHECK(test::described(cluster) == "a tier-0/leaf\nb tier-0/S\n");
    CHECK(cluster.switches[cluster.switches.find("tier-2/top")].level == 2);
}

TEST_CASE("JSON, a single node, other objects among them, and nodes without labels") {
    const Cluster cluster = cluster_of(
        R"({"apiVersion": "v1", "kind": "List", "items": [{"kind": "Pod", "metadata": {"name": "p"}},
{"kind": "Node", "metadata": {"name": "n1", "labels": {"accelerator.topograph.run/domain": "nvl1",
"accelerator.topograph.run/sub-domain": "nvl1.rack1"}}}, {"kind": "Node", "metadata": {"name": "n2"}}]})");
    CHECK(test::described(cluster) == "n1 block=nvl1.rack1 domain=nvl1\nn2\n");
    CHECK(cluster.notes ==
          std::vector<std::string>{"1 of 2 nodes have no label of NVLink domain or switch: n2"});
    CHECK(test::described(cluster_of("apiVersion: v1\nkind: Node\nmetadata: {name: n9}\n")) == "n9\n");
}

TEST_CASE("Topograph's instances have their layers in a list, the nearest first") {
    const Cluster cluster =
        cluster_of(R"({"instances": [{"id": "i1", "network_layers": ["leaf", "spine"], "labels": {}}]})");
    CHECK(test::described(cluster) == "i1 tier-0/leaf\n");
}

TEST_CASE("more values than a YAML may have are told with what has fewer") {
    std::string text = "apiVersion: v1\nkind: List\nmetadata: {}\nitems: []\nthousand: &a [0";
    for (int i = 0; i < 1000; ++i) text += ",0";
    text += "]\nmillion: [*a";
    for (int i = 0; i < 1000; ++i) text += ",*a";
    const std::string refusal = cluster_refusal(text + "]\n");
    CHECK(refusal.find("over a million values") != std::string::npos);
    CHECK(refusal.find(" | kubectl get nodes --show-labels tells all") != std::string::npos);
}

TEST_CASE("every mistake is told at its place") {
    CHECK(cluster_refusal(nodes("- {kind: Node, spec: {}}\n") + "metadata: {}\n")
              .find("test.txt:4:3: a node without metadata") == 0);
    CHECK(cluster_refusal(nodes("- {kind: Node, metadata: {}}\n"))
              .find("test.txt:4:3: a node without a name") == 0);
    CHECK(
        cluster_refusal(nodes(node("a", "") + node("a", ""))).find("test.txt:5:3: node 'a' is there twice") ==
        0);
    CHECK(cluster_refusal("apiVersion: v1\nkind: List\nmetadata: {}\nitems: []\n")
              .find("test.txt:1:1: no node in this file") == 0);
}

}  // namespace
}  // namespace railyard::cluster
