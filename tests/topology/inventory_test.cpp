#include "railyard/topology/inventory.hpp"

#include <doctest/doctest.h>

#include "railyard/topology/load.hpp"
#include "tests/support/graph_counts.hpp"
#include "tests/support/odd_topologies.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

std::uint64_t links(const DomainInventory& inventory, NodeKind a, NodeKind b) {
    for (const LinkCount& link : inventory.links) {
        if (link.a == a && link.b == b) return link.count;
    }
    return 0;
}

TEST_CASE("a DGX-2 has 16 GPUs, 12 switches and 96 links between them") {
    const DomainInventory box = inventory_of(load_domain(test::shipped_library(), "dgx-2"));
    CHECK(box.servers == 1);
    CHECK(box.gpus == 16);
    CHECK(box.nvswitches == 12);
    CHECK(box.cpus == 2);
    CHECK(box.nics == 8);
    CHECK(links(box, NodeKind::gpu, NodeKind::nvswitch) == 96);       // 16 x 6
    CHECK(links(box, NodeKind::nvswitch, NodeKind::nvswitch) == 48);  // 6 pairs of twins, 8 each
    CHECK(links(box, NodeKind::gpu, NodeKind::cpu) == 16);
    CHECK(links(box, NodeKind::gpu, NodeKind::nic) == 16);  // 8 NICs, two GPUs each
    CHECK(links(box, NodeKind::cpu, NodeKind::cpu) == 1);
    CHECK(links(box, NodeKind::gpu, NodeKind::gpu) == 0);
    REQUIRE_FALSE(box.links.empty());
    CHECK(box.links.front().bandwidth == gigabytes_per_second(25));
}

void compare_with_graph(const Topology& topology) {
    CAPTURE(topology.name());
    const Graph graph = build_graph(topology);
    std::uint64_t gpus = 0;
    std::uint64_t nvswitches = 0;
    std::uint64_t nvlinks = 0;
    for (const DomainRun& run : topology.runs()) {
        const DomainInventory one = inventory_of(topology.kinds()[run.kind]);
        gpus += run.count * one.gpus;
        nvswitches += run.count * one.nvswitches;
        nvlinks += run.count * links(one, NodeKind::gpu, NodeKind::nvswitch);
    }
    CHECK(gpus == test::nodes_of(graph, NodeKind::gpu));
    CHECK(nvswitches == test::nodes_of(graph, NodeKind::nvswitch));
    CHECK(nvlinks == test::links_of(graph, NodeKind::gpu, NodeKind::nvswitch));
    const auto tiers = network_inventory(topology);
    REQUIRE(tiers.size() == topology.network().tiers.size());
    std::uint64_t between_switches = 0;
    for (std::uint32_t t = 0; t < tiers.size(); ++t) {
        CHECK(tiers[t].spans == spans_of_tier(topology, t));
        CHECK(tiers[t].switches == test::switches_of(graph, t));
        if (t > 0) between_switches += tiers[t].links_from_below;
    }
    if (tiers.empty()) return;
    CHECK(tiers[0].links_from_below == test::links_of(graph, NodeKind::nic, NodeKind::network_switch));
    CHECK(between_switches == test::links_of(graph, NodeKind::network_switch, NodeKind::network_switch));
}

TEST_CASE("the counts of topologies of all sorts are those of their graphs") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) compare_with_graph(test::odd_topology(seed));
}

TEST_CASE("the counts of the shipped topologies are those of their graphs") {
    const auto library = test::shipped_library();
    for (const auto& name : library.names(input::Shelf::topologies)) {
        SUBCASE(name.c_str()) {
            const Topology topology = load_topology(library, name).topology;
            compare_with_graph(topology.gpu_count() > 30000 ? topology.with_last_run(70) : topology);
        }
    }
}

TEST_CASE("a million GPUs are counted at once") {
    const Topology topology =
        load_topology(test::shipped_library(), "dgx-h100-superpod").topology.with_last_run(131072);
    const auto tiers = network_inventory(topology);
    CHECK(tiers[0].spans == 4096);  // units of 32 servers
    CHECK(tiers[0].switches == 4096 * 8);
    CHECK(tiers[0].links_from_below == 1048576);
    CHECK(tiers[1].switches == 1024 * 32);                 // 32 spines for every 128 servers
    CHECK(tiers[1].links_from_below == 4096ULL * 8 * 32);  // a leaf joins its 32 spines
}

}  // namespace
}  // namespace railyard
