#include "railyard/topology/graph.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "railyard/topology/load.hpp"
#include "tests/support/graph_counts.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using test::links_of;
using test::nodes_of;

Topology one(const char* domain) {
    return load_topology(test::shipped_library(), domain).topology.with_last_run(1);
}

TEST_CASE("nodes and links inside the shipped domains") {
    struct Row {
        const char* domain;
        std::uint64_t gpus, nvswitches, cpus, nics;
        std::uint64_t gpu_switch, gpu_gpu, trunks;  // single NVLinks
    };
    const Row rows[] = {
        // GPUs x links each; DGX-2: 16 x 6, and 6 pairs of twins with 8 trunk links.
        {"dgx-2", 16, 12, 2, 8, 96, 0, 48},
        // 8 GPUs of 6 links, each link shared by two.
        {"dgx-1v", 8, 0, 2, 4, 0, 24, 0},
        {"hgx-a100", 8, 6, 2, 8, 8 * 12, 0, 0},
        {"hgx-h100", 8, 4, 2, 8, 8 * 18, 0, 0},
        {"hgx-h800", 8, 4, 2, 8, 8 * 8, 0, 0},
        {"hgx-b200", 8, 2, 2, 8, 8 * 18, 0, 0},
        // 18 trays of 2 Grace and 4 NICs; 1296 links to 18 switches.
        {"gb200-nvl72", 72, 18, 36, 72, 1296, 0, 0},
        // The same rack, however it is partitioned.
        {"gb200-nvl72-2x36", 72, 18, 36, 72, 1296, 0, 0},
        // Two racks of 36 GPUs x 18 links; 18 pairs of twins with 36 trunk links.
        {"nvl36x2", 72, 36, 36, 72, 1296, 0, 648},
        // Every pair of 8.
        {"mi300x-8", 8, 0, 2, 8, 0, 28, 0},
        {"p4d", 8, 6, 2, 4, 8 * 12, 0, 0},
        {"p5", 8, 4, 2, 32, 8 * 18, 0, 0},
        {"pcie-4gpu", 4, 0, 2, 1, 0, 0, 0},
    };
    for (const Row& row : rows) {
        SUBCASE(row.domain) {
            const Graph graph = build_graph(one(row.domain));
            CHECK(nodes_of(graph, NodeKind::gpu) == row.gpus);
            CHECK(nodes_of(graph, NodeKind::nvswitch) == row.nvswitches);
            CHECK(nodes_of(graph, NodeKind::cpu) == row.cpus);
            CHECK(nodes_of(graph, NodeKind::nic) == row.nics);
            CHECK(links_of(graph, NodeKind::gpu, NodeKind::nvswitch) == row.gpu_switch);
            CHECK(links_of(graph, NodeKind::gpu, NodeKind::gpu) == row.gpu_gpu);
            CHECK(links_of(graph, NodeKind::nvswitch, NodeKind::nvswitch) == row.trunks);
            CHECK(links_of(graph, NodeKind::gpu, NodeKind::cpu) == row.gpus);
        }
    }
}

TEST_CASE("a shared NIC is joined to every GPU that it serves") {
    CHECK(links_of(build_graph(one("p4d")), NodeKind::gpu, NodeKind::nic) == 8);        // 4 NICs, 2 GPUs each
    CHECK(links_of(build_graph(one("p5")), NodeKind::gpu, NodeKind::nic) == 32);        // 8 GPUs, 4 NICs each
    CHECK(links_of(build_graph(one("pcie-4gpu")), NodeKind::gpu, NodeKind::nic) == 4);  // 1 NIC, 4 GPUs
}

TEST_CASE("a GPU of an HGX H100 has 5, 4, 4 and 5 links to its switches") {
    const Graph graph = build_graph(one("hgx-h100"));
    std::vector<std::uint32_t> links;
    for (const Edge& edge : graph.edges) {
        if (edge.a != graph.gpu_nodes[GpuId(3)] || edge.kind != EdgeKind::nvlink) continue;
        links.push_back(edge.count);
        CHECK(edge.bandwidth == gigabytes_per_second(25));
    }
    CHECK(links == std::vector<std::uint32_t>{5, 4, 4, 5});
}

TEST_CASE("any two GPUs of a cube mesh are one or two NVLinks apart") {
    const Graph graph = build_graph(one("dgx-1v"));
    bool linked[8][8] = {};
    for (const Edge& edge : graph.edges) {
        if (edge.kind != EdgeKind::nvlink) continue;
        const std::uint32_t a = graph.nodes[edge.a].number;
        const std::uint32_t b = graph.nodes[edge.b].number;
        linked[a][b] = linked[b][a] = true;
    }
    for (std::uint32_t a = 0; a < 8; ++a) {
        std::uint32_t one_away = 0;
        for (std::uint32_t b = 0; b < 8; ++b) {
            if (a == b) continue;
            bool is_near = linked[a][b];
            one_away += linked[a][b] ? 1U : 0U;
            for (std::uint32_t between = 0; between < 8; ++between) {
                is_near |= linked[a][between] && linked[between][b];
            }
            CHECK(is_near);
        }
        CHECK(one_away == 4);  // two of its six links go to one neighbour, twice
    }
}

TEST_CASE("a GPU of a DGX-2 is joined to the switches of its own board only") {
    const Graph graph = build_graph(one("dgx-2"));
    for (const Edge& edge : graph.edges) {
        if (edge.kind != EdgeKind::nvlink) continue;
        const std::uint32_t gpu = graph.nodes[edge.a].number;
        const std::uint32_t nvswitch = graph.nodes[edge.b].number;
        CHECK(gpu / 8 == nvswitch / 6);
    }
}

TEST_CASE("CPUs: GPUs of the first half hang on the first") {
    const Graph graph = build_graph(one("hgx-h100"));
    for (const Edge& edge : graph.edges) {
        if (edge.kind != EdgeKind::pcie || graph.nodes[edge.b].kind != NodeKind::cpu) continue;
        CHECK(graph.nodes[edge.b].number == graph.nodes[edge.a].number / 4);
    }
    CHECK(links_of(graph, NodeKind::cpu, NodeKind::cpu) == 1);
}

TEST_CASE("a NIC runs at its own rate, whatever the PCIe to the CPU") {
    // 800 Gb/s on the GPU tray of a B300; its PCIe to the CPU has 63 GB/s.
    for (const Edge& edge : build_graph(one("hgx-b300")).edges) {
        if (edge.kind == EdgeKind::network) CHECK(edge.bandwidth == gigabits_per_second(800));
    }
}

TEST_CASE("links between twin boards are trunks") {
    const Graph graph = build_graph(one("dgx-2"));
    for (const Edge& edge : graph.edges) {
        if (edge.kind != EdgeKind::nvlink_trunk) continue;
        CHECK(edge.count == 8);
        CHECK(graph.nodes[edge.b].number == graph.nodes[edge.a].number + 6);
    }
}

TEST_CASE("an endless topology has no graph") {
    const Topology endless = load_topology(test::shipped_library(), "dgx-2").topology;
    CHECK_THROWS_AS((void)build_graph(endless), std::logic_error);
}

}  // namespace
}  // namespace railyard
