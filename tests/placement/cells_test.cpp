#include "railyard/placement/cells.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

Topology topology_of(const std::string& domains, const std::string& network) {
    return test::load_text("topology: small\ndomains: [" + domains + "]\nnetwork: {" + network + "}\n")
        .topology;
}

// One rank on each of some GPUs, in this order.
Placement on(const Topology& topology, const std::vector<std::uint32_t>& gpus) {
    IdVector<RankId, GpuId> gpu_of;
    for (const auto gpu : gpus) gpu_of.push_back(GpuId(gpu));
    return placement_of(topology, std::move(gpu_of));
}

const char* const one_tier = "tiers: [{name: network, latency: 2 us}]";
const char* const two_tiers =
    "rails: 8, tiers: [{name: leaf, spans: 2 domains, latency: 1 us}, {name: spine, latency: 2 us}]";
const char* const two_tiers_apart =
    "rails: 8, cross_rail: spine, tiers: [{name: leaf, spans: 2 domains, latency: 1 us}, {name: spine, "
    "latency: 2 us}]";

using Numbers = std::vector<std::uint32_t>;

TEST_CASE("where nothing finer than a domain matters, the ranks of a domain are one cell") {
    const Topology boxes = topology_of("{use: hgx-h100, count: 6}", two_tiers);
    // Boxes 3, 0 and 5, in spans 1, 0 and 2 of the leaf: numbered in the order of the topology.
    const Cells cells(boxes, on(boxes, {24, 25, 0, 31, 47}));
    CHECK(cells.size() == CellSize::domain);
    CHECK(cells.of_rank() == Numbers{1, 1, 0, 1, 2});
    CHECK(cells.tiers() == 2);
    CHECK(cells.span(0, 0) == 0);
    CHECK(cells.span(0, 1) == 1);
    CHECK(cells.span(0, 2) == 2);
    CHECK(cells.span(1, 0) == cells.span(1, 2));
    CHECK(cells.nvlink_everywhere());
    CHECK(cells.nvlink_inside(1, 1));
    // Relayed over NVLink, every GPU reaches every rail.
    CHECK_FALSE(cells.rails_matter());
}

TEST_CASE("rails that meet at the spine only: every rank is a cell, and rails are classes") {
    const Topology boxes = topology_of("{use: hgx-h100, count: 4}", two_tiers_apart);
    const Cells cells(boxes, on(boxes, {0, 1, 8, 9, 24}));  // rails 0, 1, 0, 1, 0
    CHECK(cells.size() == CellSize::rank);
    CHECK(cells.of_rank() == Numbers{0, 1, 2, 3, 4});
    CHECK(cells.rails_matter());
    CHECK(cells.domain(0) == cells.domain(1));
    CHECK(cells.domain(0) != cells.domain(2));
    CHECK(cells.span(0, 0) == cells.span(0, 3));
    CHECK(cells.span(0, 0) != cells.span(0, 4));
    CHECK(cells.relayed(cells.relay_class(0), cells.relay_class(2)));
    CHECK(cells.relayed(cells.relay_class(1), cells.relay_class(3)));
    CHECK_FALSE(cells.relayed(cells.relay_class(0), cells.relay_class(3)));
}

TEST_CASE("servers without NVLink do not relay: their rails are apart with pxn too") {
    const Topology boxes = topology_of("{use: pcie-4gpu, count: 4}",
                                       "rails: 2, tiers: [{name: leaf, spans: 2 domains, latency: 1 us}, "
                                       "{name: spine, latency: 2 us}]");
    // One NIC for four GPUs: all of a server's GPUs are on rail 0, so there is one class after all.
    const Cells cells(boxes, on(boxes, {0, 4, 8}));
    CHECK_FALSE(cells.rails_matter());
    CHECK(cells.size() == CellSize::domain);
    CHECK_FALSE(cells.nvlink_everywhere());
    CHECK_FALSE(cells.nvlink_inside(0, 0));
}

TEST_CASE("listed links are looked up pair by pair") {
    const Topology cubes = topology_of("{use: dgx-1v, count: 2}", one_tier);
    const Cells cells(cubes, on(cubes, {0, 1, 5, 8, 15}));
    CHECK(cells.size() == CellSize::rank);
    CHECK(cells.nvlink_inside(0, 1));        // GPUs 0 and 1
    CHECK(cells.nvlink_inside(1, 2));        // 1 and 5
    CHECK_FALSE(cells.nvlink_inside(0, 2));  // 0 and 5
    CHECK_FALSE(cells.nvlink_inside(2, 0));
    CHECK_FALSE(cells.nvlink_inside(3, 4));  // 0 and 7 of the other box
}

TEST_CASE("only the kinds that a job uses decide how fine cells are") {
    const Topology mixed = topology_of("{use: hgx-h100, count: 2}, {use: dgx-1v, count: 1}", one_tier);
    CHECK(Cells(mixed, on(mixed, {0, 8})).size() == CellSize::domain);
    CHECK(Cells(mixed, on(mixed, {0, 8})).nvlink_everywhere());
    const Cells with_cube(mixed, on(mixed, {0, 16, 21}));
    CHECK(with_cube.size() == CellSize::rank);
    CHECK(with_cube.nvlink_inside(0, 0));
    CHECK_FALSE(with_cube.nvlink_inside(1, 2));
}

TEST_CASE("a span counted in servers may end inside a rack") {
    // 12 of the 18 trays of rack 0 are in span 0; its other 6 and 6 of rack 1 in span 1.
    const Topology racks =
        topology_of("{use: gb200-nvl72, count: 2}",
                    "tiers: [{name: leaf, spans: 12 servers, latency: 1 us}, {name: spine, "
                    "latency: 2 us}]");
    const Cells cells(racks, on(racks, {0, 47, 48, 72, 95, 96}));
    CHECK(cells.size() == CellSize::rank);
    CHECK(cells.spans_cut_domains());
    Numbers spans;
    for (std::uint32_t rank = 0; rank < 6; ++rank) spans.push_back(cells.span(0, rank));
    CHECK(spans == Numbers{0, 0, 1, 1, 1, 2});
    CHECK(cells.domain(0) == cells.domain(2));
    // One server to a domain: spans of servers end between domains.
    const Topology boxes =
        topology_of("{use: hgx-h100, count: 6}",
                    "tiers: [{name: rack, spans: 2 servers, latency: 1 us}, {name: spine, latency: 2 us}]");
    CHECK(Cells(boxes, on(boxes, {0, 8, 16})).size() == CellSize::domain);
}

TEST_CASE("a kind without NICs has no way out") {
    const Topology boxes = topology_of("{use: hgx-h100, count: 1}, {use: hgx-a100, count: 1}", one_tier);
    TopologyParts parts{"closed", "", boxes.kinds(), boxes.runs(), false, boxes.network(), {}};
    parts.kinds[0].nics.count = 0;
    const Topology closed(parts);
    const Cells cells(closed, on(closed, {0, 8}));
    CHECK_FALSE(cells.has_way_out(0));
    CHECK(cells.has_way_out(1));
    CHECK(Cells(boxes, on(boxes, {0, 8})).has_way_out(0));
}

}  // namespace
}  // namespace railyard
