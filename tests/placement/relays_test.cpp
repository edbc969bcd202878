#include "railyard/placement/relays.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

Topology topology_of(const std::string& domains, const std::string& network) {
    return test::load_text("topology: small\ndomains: [" + domains + "]\nnetwork: {" + network + "}\n")
        .topology;
}

// Rank r on GPU r.
Placement in_order(const Topology& topology, std::uint32_t ranks) {
    IdVector<RankId, GpuId> gpu_of;
    for (std::uint32_t r = 0; r < ranks; ++r) gpu_of.push_back(GpuId(r));
    return placement_of(topology, std::move(gpu_of));
}

const char* const two_tiers =
    "tiers: [{name: leaf, spans: 2 domains, latency: 1 us}, {name: spine, latency: 2 us}]";

TEST_CASE("to another rail a GPU of the sender's box relays, whichever tier the hop reaches") {
    const Topology boxes = topology_of("{use: hgx-h100, count: 4}", std::string("rails: 8, ") + two_tiers);
    const Placement placement = in_order(boxes, 32);
    Relays relays(boxes, placement);
    CHECK(relays.any());
    for (const std::uint32_t box : {1U, 3U}) {
        const auto relay = relays.of(RankId(2), RankId(box * 8 + 5));
        REQUIRE(relay.has_value());
        CHECK(relay->sender == GpuId(2));
        CHECK(relay->over_nvlink == GpuId(2));
        CHECK(relay->beside_nic == GpuId(5));
        CHECK(!relays.of(RankId(2), RankId(box * 8 + 2)).has_value());  // on its own rail
    }
}

TEST_CASE("nothing is relayed on one rail, over spines, or without a network") {
    for (const std::string& network :
         {std::string(two_tiers), std::string("rails: 8, cross_rail: spine, ") + two_tiers}) {
        const Topology boxes = topology_of("{use: hgx-h100, count: 2}", network);
        const Placement placement = in_order(boxes, 16);
        Relays relays(boxes, placement);
        CHECK(!relays.any());
        CHECK(!relays.of(RankId(0), RankId(9)).has_value());
    }
    const Topology alone = load_topology(test::shipped_library(), "single-nvl72").topology;
    const Placement placement = in_order(alone, 8);
    CHECK(!Relays(alone, placement).any());
}

// 8 NICs of a box on 4 rails: GPUs i and i + 4 share one.
TEST_CASE("rails that a box has twice") {
    const Topology boxes = topology_of("{use: hgx-h100, count: 2}", std::string("rails: 4, ") + two_tiers);
    const Placement placement = in_order(boxes, 16);
    Relays relays(boxes, placement);
    CHECK(!relays.of(RankId(1), RankId(13)).has_value());
    REQUIRE(relays.of(RankId(1), RankId(14)).has_value());
    CHECK(relays.of(RankId(1), RankId(14))->beside_nic == GpuId(2));
}

// GPUs without NVLink reach their own rail alone; those of the other box reach every one.
TEST_CASE("where the sender has nobody to relay, one at the receiver does") {
    const test::TemporaryLibrary library;
    library.write("topologies/domains/apart.yaml",
                  "domain: apart\ngpu: h100\nservers: {count: 1, gpus: 8, pcie: {bandwidth_per_direction: 63 "
                  "GB/s}}\nscale_up: {kind: none}\nnics: {per_gpu: 1, bandwidth_per_direction: 400 Gb/s}\n");
    library.write("topologies/both.yaml",
                  std::string("topology: both\ndomains: [{use: apart, count: 1}, {use: hgx-h100, count: "
                              "1}]\nnetwork: {rails: 8, ") +
                      two_tiers + "}\n");
    const Topology both = load_topology(library.library(), "both").topology;
    const Placement placement = in_order(both, 16);
    Relays relays(both, placement);
    const auto to_box = relays.of(RankId(3), RankId(8 + 6));
    REQUIRE(to_box.has_value());
    CHECK(to_box->beside_nic == GpuId(3));
    CHECK(to_box->over_nvlink == GpuId(8 + 3));
    const auto from_box = relays.of(RankId(8 + 6), RankId(3));
    REQUIRE(from_box.has_value());
    CHECK(from_box->beside_nic == GpuId(8 + 3));
    CHECK(from_box->over_nvlink == GpuId(8 + 6));
}

// A cube mesh with 4 NICs, GPUs 2i and 2i + 1 beside NIC i: GPU 0 has links to 1, 2, 3 and 4, so that it
// reaches rails 0, 1 and 2, and GPU 6 (with 2, 4, 5 and 7) rails 1, 2 and 3.
TEST_CASE("listed links relay to whom they join alone") {
    const Topology boxes = topology_of("{use: dgx-1v, count: 2}", std::string("rails: 4, ") + two_tiers);
    const Placement placement = in_order(boxes, 16);
    Relays relays(boxes, placement);
    CHECK(!relays.of(RankId(0), RankId(8 + 1)).has_value());  // the same rail
    REQUIRE(relays.of(RankId(0), RankId(8 + 5)).has_value());
    CHECK(relays.of(RankId(0), RankId(8 + 5))->beside_nic == GpuId(4));
    CHECK(
        !relays.of(RankId(0), RankId(8 + 6)).has_value());  // neither end reaches the other's: over the spine
}

}  // namespace
}  // namespace railyard
