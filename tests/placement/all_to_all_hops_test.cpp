#include "railyard/placement/all_to_all_hops.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "railyard/placement/hops.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

Topology topology_of(const std::string& domains, const std::string& network) {
    return test::load_text("topology: small\ndomains: [" + domains + "]\nnetwork: {" + network + "}\n")
        .topology;
}

struct Counted {
    ReachSlots slots{};
    std::uint64_t on_nvlink = 0;
};

// One group whose members sit on some GPUs.
Counted count(const Topology& topology, const std::vector<std::uint32_t>& gpus) {
    IdVector<RankId, GpuId> gpu_of;
    std::vector<std::uint32_t> offsets;
    for (const auto gpu : gpus) {
        offsets.push_back(static_cast<std::uint32_t>(gpu_of.size()));
        gpu_of.push_back(GpuId(gpu));
    }
    const Cells cells(topology, placement_of(topology, std::move(gpu_of)));
    Counted counted;
    counted.on_nvlink = AllToAllCounter(cells).count(GroupRun{0, 1, offsets, 0}, counted.slots);
    return counted;
}

constexpr std::size_t leaf = first_tier_slot;
constexpr std::size_t spine = first_tier_slot + 1;

const char* const two_tiers =
    "tiers: [{name: leaf, spans: 2 domains, latency: 1 us}, {name: spine, latency: 2 us}]";

TEST_CASE("pairs of one domain, of one span, and of none: sums of squares") {
    const Topology boxes = topology_of("{use: hgx-h100, count: 4}", two_tiers);
    // 3 in box 0, 2 in box 1 (one span), 1 in box 2.
    const Counted counted = count(boxes, {0, 3, 7, 8, 9, 16});
    CHECK(counted.slots[nvlink_slot] == 3 * 2 + 2 * 1);
    CHECK(counted.slots[leaf] == 2 * 3 * 2);
    CHECK(counted.slots[spine] == 2 * 5 * 1);
    CHECK(counted.slots[pcie_slot] == 0);
    CHECK(counted.slots[unreachable_slot] == 0);
    CHECK(counted.on_nvlink == 0);
    CHECK(count(boxes, {2, 5, 6}).on_nvlink == 1);
    CHECK(count(boxes, {2, 5, 6}).slots[nvlink_slot] == 6);
}

TEST_CASE("the order of the members changes nothing") {
    const Topology boxes = topology_of("{use: hgx-h100, count: 4}", two_tiers);
    CHECK(count(boxes, {16, 9, 0, 8, 7, 3}).slots == count(boxes, {0, 3, 7, 8, 9, 16}).slots);
}

TEST_CASE("rails apart: only pairs of one rail meet at the leaf") {
    const Topology boxes =
        topology_of("{use: hgx-h100, count: 4}", std::string("rails: 8, cross_rail: spine, ") + two_tiers);
    // Box 0 has rails 0, 1, 2; box 1 has rails 1, 2, 3; box 2 has rail 1, in another span.
    const Counted counted = count(boxes, {0, 1, 2, 9, 10, 11, 17});
    CHECK(counted.slots[nvlink_slot] == 6 + 6);
    CHECK(counted.slots[leaf] == 2 * 2);
    CHECK(counted.slots[spine] == 2 * (9 - 2) + 2 * 6);
}

TEST_CASE("links that are not there: PCIe") {
    const Topology cubes = topology_of("{use: dgx-1v, count: 2}", "tiers: [{name: network, latency: 2 us}]");
    // Of a DGX-1V's 28 pairs 16 have a link.
    const Counted whole = count(cubes, {0, 1, 2, 3, 4, 5, 6, 7});
    CHECK(whole.slots[nvlink_slot] == 2 * 16);
    CHECK(whole.slots[pcie_slot] == 2 * 12);
    CHECK(whole.on_nvlink == 0);
    CHECK(count(cubes, {0, 1, 2, 3}).on_nvlink == 1);  // a clique
    const Counted across = count(cubes, {0, 5, 8, 13});
    CHECK(across.slots[pcie_slot] == 4);
    CHECK(across.slots[leaf] == 2 * 4);
}

TEST_CASE("a topology without tiers: what leaves a domain reaches nothing") {
    const Topology islands =
        test::load_text("topology: islands\ndomains: [{use: hgx-h100, count: 2}]\n").topology;
    const Counted counted = count(islands, {0, 1, 8});
    CHECK(counted.slots[nvlink_slot] == 2);
    CHECK(counted.slots[unreachable_slot] == 4);
}

TEST_CASE("groups of a run are counted together") {
    const Topology boxes = topology_of("{use: hgx-h100, count: 4}", two_tiers);
    IdVector<RankId, GpuId> gpu_of;
    for (std::uint32_t gpu = 0; gpu < 16; ++gpu) gpu_of.push_back(GpuId(gpu));
    const Cells cells(boxes, placement_of(boxes, std::move(gpu_of)));
    // Ranks {0, 2}, {1, 3}, ..., {7, 9}: the last two lie across the boxes.
    const std::vector<std::uint32_t> offsets = {0, 2};
    ReachSlots slots{};
    CHECK(AllToAllCounter(cells).count(GroupRun{0, 8, offsets, 0}, slots) == 6);
    CHECK(slots[nvlink_slot] == 12);
    CHECK(slots[leaf] == 4);
}

TEST_CASE("user ask D2: expert groups of 64 lie over eight 8-GPU servers, those of 8 in one") {
    for (const auto& [ep, on_nvlink] : {std::pair{"64", 0.0}, std::pair{"8", 1.0}}) {
        const Layout layout = test::shipped_layout("deepseek-v3", {{"parallel.ep", ep}});
        const Topology boxes = load_topology(test::shipped_library(), "hgx-b200").topology;
        const RankGrid grid(layout.order, layout.degrees);
        const auto placed = place(boxes, grid, layout.placement);
        const auto hops = count_hops(boxes, grid, std::get<Placement>(placed), {Dimension::ep}).front();
        CHECK(static_cast<double>(hops.groups_on_nvlink) == on_nvlink * static_cast<double>(hops.groups));
        // 64 members, 8 in each of 8 servers: 7 of 63 peers are near.
        if (layout.degrees.ep == 64) CHECK(hops.hops.nvlink * 63 == hops.hops.total() * 7);
    }
}

}  // namespace
}  // namespace railyard
