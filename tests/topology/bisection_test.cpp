#include "railyard/topology/bisection.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>

#include "railyard/topology/graph.hpp"
#include "railyard/topology/load.hpp"
#include "tests/support/max_flow.hpp"
#include "tests/support/odd_topologies.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

DomainKind shipped(const char* name) {
    return load_domain(test::shipped_library(), name);
}

TEST_CASE("bisection of the shipped domains, per direction") {
    struct Row {
        const char* domain;
        double gigabytes;
    };
    const Row rows[] = {
        {"gb200-nvl72", 36 * 900},  // 32.4 TB/s (hardware facts 3.1), not the 130 that add both ways of all
        {"nvl36x2", 18 * 36 * 50},  // trunks: 18 pairs of twins x 36 links, the same 32.4 TB/s
        {"dgx-2", 6 * 8 * 25},      // 1.2 TB/s: 8 GPUs x 150, and as much over the trunks
        {"hgx-a100", 4 * 300},      // 2.4 TB/s both ways
        {"hgx-h100", 4 * 450},      // 3.6 TB/s both ways
        {"hgx-h800", 4 * 200},
        {"mi300x-8", 4 * 4 * 64},  // one link for each pair across
        // 4 GPUs have 24 ends of links; of {0, 1, 2, 3} 9 links stay inside, so 24 - 2 x 9 = 6 cross. No
        // other four keep more inside.
        {"dgx-1v", 6 * 25},
        {"pcie-4gpu", 0},
        {"gb200-nvl72-2x36", 18 * 900},  // of one partition: half of 36
    };
    for (const Row& row : rows) {
        SUBCASE(row.domain) {
            CHECK(domain_bisection(shipped(row.domain)) == gigabytes_per_second(row.gigabytes));
        }
    }
}

TEST_CASE("a partition on one board needs no trunk") {
    DomainKind kind = shipped("nvl36x2");
    kind.partitions = {36, 36};
    CHECK(domain_bisection(kind, 0) == gigabytes_per_second(18 * 900));
    kind.scale_up.trunk_links = 1;
    CHECK(domain_bisection(kind, 1) == gigabytes_per_second(18 * 900));
}

TEST_CASE("thin trunks bind, pair of twins by pair of twins") {
    DomainKind kind = shipped("dgx-2");
    kind.scale_up.links_per_switch = {2, 1, 1, 1, 1, 0};
    kind.scale_up.trunk_links = 10;
    // Into the twins 8 x 2, 8, 8, 8, 8 and 0 links; through their trunks 10 at most.
    CHECK(domain_bisection(kind) == gigabytes_per_second((10 + 8 + 8 + 8 + 8 + 0) * 25));
}

TEST_CASE("listed links of a large domain are not searched") {
    DomainKind kind;
    kind.servers.gpus = 17;
    kind.scale_up.kind = ScaleUpKind::links;
    CHECK_FALSE(domain_bisection(kind).has_value());
    kind.servers.gpus = 1;
    CHECK(domain_bisection(kind) == BytesPerSecond{});
}

// The NVLinks between two halves of the GPUs of a graph, by maximum flow.
double flow_between(const Graph& graph, std::uint32_t side) {
    const std::size_t source = graph.nodes.size();
    test::MaxFlow flow(source + 2);
    constexpr double much = 1e15;
    for (const Edge& edge : graph.edges) {
        if (edge.kind == EdgeKind::nvlink || edge.kind == EdgeKind::nvlink_trunk) {
            flow.add_link(edge.a.value(), edge.b.value(), (edge.bandwidth * edge.count).raw());
        }
    }
    for (std::uint32_t g = 0; g < graph.gpu_nodes.size(); ++g) {
        const bool is_first_half = ((side >> g) & 1U) != 0;
        flow.add_link(graph.gpu_nodes[GpuId(g)].value(), is_first_half ? source : source + 1, much);
    }
    return flow.between(source, source + 1, much);
}

TEST_CASE("bisection equals the smallest flow over all halves of small domains") {
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const Topology odd = test::odd_topology(seed);
        for (DomainKind kind : odd.kinds()) {
            kind.partitions = {};
            // The plain flow lets GPUs of a half pass on, which adds nothing between halves.
            if (kind.gpus() < 2 || kind.gpus() > 8) continue;
            TopologyParts parts;
            parts.kinds = {kind};
            parts.runs = {{0, 1}};
            const Graph graph = build_graph(Topology(parts));
            double least = 1e30;
            for (std::uint32_t side = 0; side < (1U << kind.gpus()); ++side) {
                if (static_cast<std::uint32_t>(std::popcount(side)) != kind.gpus() / 2) continue;
                least = std::min(least, flow_between(graph, side));
            }
            CAPTURE(seed);
            CHECK(domain_bisection(kind)->raw() == doctest::Approx(least));
            ++compared;
        }
    }
    CHECK(compared > 100);
}

TEST_CASE("bisection of a tier: half the NICs below it, thinned by the ratios on the way") {
    const auto library = test::shipped_library();
    const Topology superpod = load_topology(library, "dgx-h100-superpod").topology.with_last_run(128);
    CHECK(tier_bisection(superpod, 0) == gigabytes_per_second(32 * 8 * 50 / 2));
    CHECK(tier_bisection(superpod, 1) == gigabytes_per_second(128 * 8 * 50 / 2));
    CHECK(tier_bisection(superpod, 2) == gigabytes_per_second(128 * 8 * 50 / 2));
    const Topology llama = load_topology(library, "llama3-24k").topology;
    CHECK(tier_bisection(llama, 1).raw() == doctest::Approx(3072 * 50e9 / 2));
    CHECK(tier_bisection(llama, 2).raw() == doctest::Approx(24576 * 50e9 / 2 / 7));
    const Topology p4d = load_topology(library, "aws-p4d").topology.with_last_run(10);
    CHECK(tier_bisection(p4d, 0) == gigabits_per_second(10 * 4 * 100 / 2));  // 4 NICs shared by 8 GPUs
}

TEST_CASE("a span in GPUs is measured to its end") {
    // Leaves of 576 GPUs: the first is 8 racks of 72 with 50 GB/s for each.
    const Topology mixed = load_topology(test::shipped_library(), "mixed-nvl72-h100").topology;
    CHECK(tier_bisection(mixed, 0) == gigabytes_per_second(576 * 50 / 2));
    CHECK(tier_bisection(mixed, 1) == gigabytes_per_second((576 + 512) * 50 / 2));
}

}  // namespace
}  // namespace railyard
