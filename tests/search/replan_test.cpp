#include "railyard/search/replan.hpp"

#include <doctest/doctest.h>

#include <set>

#include "railyard/topology/names.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

Topology racks() {
    return load_topology(test::shipped_library(), "gb200-nvl72").topology;
}

std::vector<GpuId> named(const Topology& topology, const char* name) {
    const auto range = std::get<GpuRange>(parse_name(topology, name));
    std::vector<GpuId> gpus;
    for (std::uint32_t i = 0; i < range.count; ++i) gpus.emplace_back(range.first.value() + i);
    return gpus;
}

// 1,536 ranks in blocks of 8.
Placement placed(const Topology& topology, std::uint32_t per_domain) {
    const Layout layout = test::shipped_layout("megatron-145.6b");
    return std::get<Placement>(place(topology, RankGrid(layout.order, layout.degrees),
                                     {Policy::aligned, {{Dimension::tp, {}}}, per_domain}));
}

void check_whole(const Topology& reduced, const Replan& plan) {
    std::set<std::uint32_t> seen;
    for (const GpuId gpu : plan.placement.gpu_of.items()) {
        CHECK(reduced.is_available(gpu));
        CHECK(seen.insert(gpu.value()).second);
    }
    for (std::uint32_t r = 0; r < plan.placement.gpu_of.size(); r += 8)
        for (std::uint32_t i = 1; i < 8; ++i)
            CHECK(reduced.place(plan.placement.gpu_of[RankId(r)]).domain ==
                  reduced.place(plan.placement.gpu_of[RankId(r + i)]).domain);
}

TEST_CASE("with spares in the rack the ranks of the lost tray move, and nobody else") {
    const Topology topology = racks();
    const Topology reduced = without(topology, named(topology, "rack3/tray7"));
    const auto plan = std::get<Replan>(replan(reduced, placed(topology, 64)));
    CHECK(plan.lost == 4);
    CHECK(plan.moved.size() == 4);
    CHECK(plan.blocks_moved == 0);
    for (const MovedRank& moved : plan.moved)
        CHECK(topology.place(moved.to).domain == topology.place(moved.from).domain);
    check_whole(reduced, plan);
}

TEST_CASE("in a full rack one block leaves, and its free half serves nobody else") {
    // 72 of 72: 9 blocks of 8. A tray of 4 is half a block: that block moves, 8 ranks.
    const Topology topology = racks();
    const Topology reduced = without(topology, named(topology, "rack3/tray7"));
    const auto plan = std::get<Replan>(replan(reduced, placed(topology, 0)));
    CHECK(plan.lost == 4);
    CHECK(plan.blocks_moved == 1);
    CHECK(plan.moved.size() == 8);
    check_whole(reduced, plan);
}

TEST_CASE("two losses in different blocks of a full rack: one block gives its GPUs to the other") {
    // gpu0 of tray 0 and gpu0 of tray 2 belong to blocks 0 and 1: two ranks lost, no room. One block leaves
    // (8 ranks), its seven healthy GPUs take the other's lost rank: 9 ranks move, and fewer cannot.
    const Topology topology = racks();
    auto down = named(topology, "rack3/tray0/gpu0");
    down.push_back(named(topology, "rack3/tray2/gpu0").front());
    const Topology reduced = without(topology, down);
    const auto plan = std::get<Replan>(replan(reduced, placed(topology, 0)));
    CHECK(plan.lost == 2);
    CHECK(plan.blocks_moved == 1);
    CHECK(plan.moved.size() == 9);
    check_whole(reduced, plan);
}

TEST_CASE("nothing down moves nobody, and no room is an answer") {
    const Topology topology = racks();
    const auto plan = std::get<Replan>(replan(without(topology, {}), placed(topology, 0)));
    CHECK(plan.moved.empty());
    const Topology one = load_topology(test::shipped_library(), "single-nvl72").topology;
    Layout layout = test::shipped_layout("megatron-145.6b");
    layout.degrees = {8, 1, 1, 9, 1, 1};
    const auto full = std::get<Placement>(place(one, RankGrid(test::order_of("tp,dp"), layout.degrees),
                                                {Policy::aligned, {{Dimension::tp, {}}}, 0}));
    const auto no = replan(without(one, named(one, "rack0/tray3")), full);
    REQUIRE(std::holds_alternative<DoesNotFit>(no));
    CHECK(std::get<DoesNotFit>(no).why.find("8 free GPUs") != std::string::npos);
}

}  // namespace
}  // namespace railyard::search
