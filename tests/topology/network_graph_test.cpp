#include "railyard/topology/network_graph.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "railyard/topology/load.hpp"
#include "tests/support/graph_counts.hpp"
#include "tests/support/plain_search.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using test::links_of;
using test::switches_of;

// Machines of 4 GPUs without NVLink and one 400 Gb/s NIC for each, as somebody wants to describe them: 16
// machines with 3 top-of-rack switches each, and 64 spines (aliyun/SimAI issue 171).
Topology sixteen_machines(const std::string& tiers) {
    const test::TemporaryLibrary files;
    files.write("topologies/domains/machine.yaml", R"(domain: machine
gpu: h100
servers: {gpus: 4, pcie: {bandwidth_per_direction: 63 GB/s}}
scale_up: {kind: none}
nics: {per_gpu: 1, bandwidth_per_direction: 400 Gb/s}
)");
    const auto source = input::make_source("machines.yaml", R"(topology: machines
domains: [{use: machine, count: 16}]
network:
  tiers:
)" + tiers);
    return load_topology(files.library(), input::parse_yaml(source)).topology;
}

std::size_t diameter(const Topology& topology, const test::PlainSearch& search) {
    std::size_t most = 0;
    for (std::uint32_t a = 0; a < topology.gpu_count(); ++a) {
        for (std::uint32_t b = a + 1; b < topology.gpu_count(); ++b) {
            most = std::max(most, search.network_ways(GpuId(a), GpuId(b)).links);
        }
    }
    return most;
}

TEST_CASE("48 top-of-rack switches, each joined to all of 64 spines") {
    const Topology topology = sixteen_machines(
        "    - {name: tor, spans: 1 domains, planes: 3, switches: 3, latency: 1 us}\n"
        "    - {name: spine, switches: 64, latency: 2 us}\n");
    const Graph graph = build_graph(topology);
    CHECK(switches_of(graph, 0) == 48);
    CHECK(switches_of(graph, 1) == 64);
    CHECK(links_of(graph, NodeKind::nic, NodeKind::network_switch) == 64 * 3);
    CHECK(links_of(graph, NodeKind::network_switch, NodeKind::network_switch) == 48 * 64);
    const test::PlainSearch search(graph, topology.network());
    // GPU, NIC, switch, spine, switch, NIC, GPU: 6 links; 3 switches here, 64 spines, 3 switches there.
    CHECK(search.network_ways(GpuId(0), GpuId(63)).links == 6);
    CHECK(search.network_ways(GpuId(0), GpuId(63)).count == 3 * 64 * 3);
    // Within a machine, GPU, NIC, switch, NIC, GPU over any of its 3 switches.
    CHECK(search.network_ways(GpuId(0), GpuId(3)).links == 4);
    CHECK(search.network_ways(GpuId(0), GpuId(3)).count == 3);
    CHECK(diameter(topology, search) == 6);
}

TEST_CASE("planes that stay apart up to the spines") {
    const Topology topology = sixteen_machines(
        "    - {name: tor, spans: 1 domains, planes: 3, latency: 1 us}\n"
        "    - {name: spine, planes: 3, switches: 63, latency: 2 us}\n");
    const Graph graph = build_graph(topology);
    CHECK(switches_of(graph, 0) == 48);
    CHECK(links_of(graph, NodeKind::network_switch, NodeKind::network_switch) == 48 * 21);
    const test::PlainSearch search(graph, topology.network());
    // The plane is chosen at the NIC, then one of its 21 spines.
    CHECK(search.network_ways(GpuId(0), GpuId(63)).count == 3 * 21);
    CHECK(diameter(topology, search) == 6);
    // A NIC's 50 GB/s are spread over 3 planes, and a switch's 4 NICs over its 21 spines.
    for (const Edge& edge : graph.edges) {
        if (edge.kind != EdgeKind::network) continue;
        const bool is_nic = graph.nodes[edge.a].kind == NodeKind::nic;
        CHECK(edge.bandwidth.raw() == doctest::Approx(is_nic ? 50e9 / 3 : 4 * 50e9 / 3 / 21));
    }
}

TEST_CASE("a rail-optimised fabric of 64 servers") {
    // Two scalable units of 32 servers: 8 leaves each, and the 32 spines of the file.
    const Topology topology =
        load_topology(test::shipped_library(), "dgx-h100-superpod").topology.with_last_run(64);
    const Graph graph = build_graph(topology);
    CHECK(switches_of(graph, 0) == 16);
    CHECK(switches_of(graph, 1) == 32);
    CHECK(switches_of(graph, 2) == 1);  // logical: the file does not say
    CHECK(links_of(graph, NodeKind::nic, NodeKind::network_switch) == 512);
    // NIC i of every server joins a leaf of rail i.
    for (const Edge& edge : graph.edges) {
        if (graph.nodes[edge.a].kind == NodeKind::nic) {
            CHECK(graph.nodes[edge.b].rail == graph.nodes[edge.a].number);
        }
    }
    // 32 NICs of 50 GB/s below a leaf, over 32 spines: one NIC's rate each.
    for (const Edge& edge : graph.edges) {
        if (graph.nodes[edge.b].kind != NodeKind::network_switch || graph.nodes[edge.b].tier != 1) continue;
        CHECK(edge.bandwidth.raw() == doctest::Approx(50e9));
    }
}

TEST_CASE("oversubscription thins the links into its tier") {
    // Racks of 16 NICs of 50 GB/s, pods of 192 racks, 1:7 into the aggregation.
    const Topology topology =
        load_topology(test::shipped_library(), "llama3-24k").topology.with_last_run(768);
    const Graph graph = build_graph(topology);
    CHECK(switches_of(graph, 0) == 384);
    CHECK(switches_of(graph, 1) == 2);
    for (const Edge& edge : graph.edges) {
        if (edge.kind != EdgeKind::network) continue;
        const std::uint32_t tier = graph.nodes[edge.b].tier;
        const double expected = tier == 0 ? 50e9 : tier == 1 ? 16 * 50e9 : 192 * 16 * 50e9 / 7;
        CHECK(edge.bandwidth.raw() == doctest::Approx(expected));
    }
}

TEST_CASE("an oversubscribed bottom tier leaves the NICs' cables alone") {
    const Topology topology = sixteen_machines(
        "    - {name: leaf, spans: 4 domains, latency: 1 us, oversubscription: 2}\n"
        "    - {name: spine, latency: 2 us, oversubscription: 3}\n");
    const Graph graph = build_graph(topology);
    for (const Edge& edge : graph.edges) {
        if (edge.kind != EdgeKind::network) continue;
        // 16 NICs of 50 GB/s below a leaf; the ratios multiply on the way up.
        const double expected = graph.nodes[edge.b].tier == 0 ? 50e9 : 16 * 50e9 / 2 / 3;
        CHECK(edge.bandwidth.raw() == doctest::Approx(expected));
    }
}

TEST_CASE("the latencies of a way add up to its tier's") {
    const Topology topology =
        load_topology(test::shipped_library(), "dgx-h100-superpod").topology.with_last_run(64);
    const Graph graph = build_graph(topology);
    const test::PlainSearch search(graph, topology.network());
    CHECK(search.way(GpuId(0), GpuId(8)).latency.raw() == doctest::Approx(0.6e-6));       // the same unit
    CHECK(search.way(GpuId(0), GpuId(32 * 8)).latency.raw() == doctest::Approx(1.2e-6));  // the next one
}

TEST_CASE("switches of a tier: given, or logical ones") {
    Network network;
    network.rails = 8;
    network.tiers.resize(2);
    network.tiers[0].planes = 2;
    CHECK(tier_switches(network, 0).per_span == 16);  // one per rail and plane
    CHECK_FALSE(tier_switches(network, 0).given);
    CHECK(tier_switches(network, 1).per_span == 1);
    network.tiers[1].switches = 32;
    CHECK(tier_switches(network, 1).per_span == 32);
    CHECK(tier_switches(network, 1).given);
}

TEST_CASE("spans that a topology fills, the last one perhaps in part") {
    const Topology topology =
        load_topology(test::shipped_library(), "dgx-h100-superpod").topology.with_last_run(65);
    CHECK(spans_of_tier(topology, 0) == 3);  // 32 + 32 + 1
    CHECK(spans_of_tier(topology, 1) == 1);
    CHECK(spans_of_tier(topology, 2) == 1);
}

}  // namespace
}  // namespace railyard
