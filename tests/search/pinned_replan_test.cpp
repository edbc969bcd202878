#include "railyard/search/pinned_replan.hpp"

#include <doctest/doctest.h>

#include "railyard/topology/names.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

Topology superpod() {
    return load_topology(test::shipped_library(), "gb200-superpod").topology;
}

std::vector<GpuId> named(const Topology& topology, const std::vector<const char*>& names) {
    std::vector<GpuId> gpus;
    for (const char* name : names) {
        const auto range = std::get<GpuRange>(parse_name(topology, name));
        for (std::uint32_t i = 0; i < range.count; ++i) gpus.emplace_back(range.first.value() + i);
    }
    return gpus;
}

using Answer = std::variant<PinnedReplan, NoPinnedReplan, DoesNotFit>;
Answer around(const char* layout_name, const std::vector<const char*>& down, const char* pin,
              PinStrength strength = PinStrength::required) {
    const Topology topology = superpod();
    const Layout layout = test::shipped_layout(layout_name);
    const auto placed =
        std::get<Placement>(place(topology, RankGrid(layout.order, layout.degrees), layout.placement));
    const Topology reduced = without(topology, named(topology, down));
    std::vector<Pin> pins;
    if (pin != nullptr) pins.push_back(std::get<Pin>(parse_pin(pin, strength, reduced)));
    return replan_within(reduced, layout, placed, pins);
}

// 64 ranks in blocks of 8 in a rack of 72. Three trays of 4 take 12 ranks, and the rack has 8 GPUs free: one
// block has to leave.
const std::vector<const char*> trays = {"rack0/tray0", "rack0/tray1", "rack0/tray2"};

TEST_CASE("where the fewest moves break a required pin, more ranks move and it is kept") {
    const auto moved = std::get<PinnedReplan>(around("gpt3-175b-64", trays, "job=nvlink"));
    CHECK(moved.broken == std::vector<std::string>{"job=nvlink"});
    CHECK(moved.fewest == 12);
    // 60 GPUs are left in the rack, so all 64 ranks go to another.
    CHECK(moved.replan.moved.size() == 64);
    CHECK(moved.replan.lost == 12);
    CHECK(moved.replan.placement.domains_used == 1);
}

TEST_CASE("where no required pin is in the way, as few move as can") {
    for (const auto& answer :
         {around("gpt3-175b-64", trays, nullptr), around("gpt3-175b-64", trays, "tp=nvlink"),
          around("gpt3-175b-64", trays, "job=nvlink", PinStrength::preferred)}) {
        const auto moved = std::get<PinnedReplan>(answer);
        CHECK(moved.broken.empty());
        CHECK(moved.replan.moved.size() == 12);
        CHECK(moved.replan.placement.domains_used == 2);
    }
    // One tray: the spares of the rack take its ranks, and the job stays in it.
    const auto one = std::get<PinnedReplan>(around("gpt3-175b-64", {"rack0/tray0"}, "job=nvlink"));
    CHECK(one.broken.empty());
    CHECK(one.replan.moved.size() == 4);
}

TEST_CASE("a pin that nothing can keep any more is named") {
    // 1,024 ranks need more than a leaf's 8 racks whatever moves.
    const auto none = std::get<NoPinnedReplan>(around("gpt3-175b-1024", {"rack1"}, "job=leaf"));
    CHECK(none.broken == std::vector<std::string>{"job=leaf"});
    CHECK(none.fewest == 72);
}

TEST_CASE("a job in one leaf that lost a rack goes to a leaf that has room for all of it") {
    // 512 ranks fill seven racks of a leaf and 8 GPUs of its eighth: 64 are free for the 80 that are lost.
    const auto moved =
        std::get<PinnedReplan>(around("megatron-39.1b", {"rack0/tray0", "rack0/tray1", "rack3"}, "job=leaf"));
    CHECK(moved.broken == std::vector<std::string>{"job=leaf"});
    CHECK(moved.replan.moved.size() == 512);
    CHECK(moved.replan.placement.segments.front().domain == DomainId(8));
    // Three trays: the eighth rack has room for the blocks that leave.
    const auto near = std::get<PinnedReplan>(
        around("megatron-39.1b", {"rack3/tray0", "rack3/tray1", "rack3/tray2"}, "job=leaf"));
    CHECK(near.replan.placement.domains_used == 8);
    CHECK(near.replan.moved.size() < 40);
}

TEST_CASE("of a job in runs the one that has no room moves as a whole, and no other rank") {
    // Four boxes of 8 to a rack; runs of 32 in racks 0 to 5, rack 6 is free, rack 7 lacks a box.
    const Topology boxes = test::load_text(
                               "topology: t\ndomains: [{use: hgx-h100, count: 32}]\nnetwork:\n  tiers:\n"
                               "    - {name: row, spans: 4 domains, latency: 1 us}\n"
                               "    - {name: core, latency: 2 us}\nunavailable: [box28]\n")
                               .topology;
    const Layout layout =
        test::shipped_layout("megatron-18.4b", {{"parallel.dp", "24"}, {"batch.sequences", "192"}});
    const auto placed =
        std::get<Placement>(place(boxes, RankGrid(layout.order, layout.degrees), layout.placement));
    const std::vector<Pin> pins = {std::get<Pin>(parse_pin("4 servers=row", PinStrength::required, boxes))};
    const auto one =
        std::get<PinnedReplan>(replan_within(without(boxes, {GpuId(8 * 9 + 3)}), layout, placed, pins));
    CHECK(one.replan.moved.size() == 32);
    CHECK(one.replan.lost == 1);
    for (const MovedRank& moved : one.replan.moved) {
        CHECK(boxes.place(moved.from).domain.value() / 4 == 2);
        CHECK(boxes.place(moved.to).domain.value() / 4 == 6);
    }
    // Two rows that lost a box, and one row free: what is left of rack 7 takes no run.
    CHECK(std::holds_alternative<NoPinnedReplan>(
        replan_within(without(boxes, {GpuId(8 * 9 + 3), GpuId(0)}), layout, placed, pins)));
}

}  // namespace
}  // namespace railyard::search
