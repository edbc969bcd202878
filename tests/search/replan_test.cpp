#include "railyard/search/replan.hpp"

#include <doctest/doctest.h>

#include <set>

#include "railyard/topology/names.hpp"
#include "tests/support/dice.hpp"
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

// dp rings of tp 8 in blocks of 24 on two racks of 72, in full but for the second's last 24.
struct TwoRacks {
    Topology topology =
        test::load_text(
            "topology: two\ndomains: [{use: gb200-nvl72, count: 2}]\n"
            "network: {tiers: [{name: leaf, latency: 1 us}]}\n"
            "unavailable: [rack1/tray12, rack1/tray13, rack1/tray14, rack1/tray15, rack1/tray16]\n")
            .topology;
    Placement placement;  // 120 ranks: 72 and 48; 4 GPUs of rack1 are free
    TwoRacks() {
        Layout layout = test::shipped_layout("megatron-145.6b");
        layout.degrees = {8, 1, 1, 15, 1, 1};
        layout.order = test::order_of("tp,dp:3,dp");
        placement = std::get<Placement>(place(topology, RankGrid(layout.order, layout.degrees),
                                              {Policy::aligned, {{Dimension::dp, 3}}, 0}));
    }
};

TEST_CASE("a block without room anywhere is split, and only the pieces that lost ranks move") {
    const TwoRacks racks;
    REQUIRE(racks.placement.block == 24);
    // One GPU: its block cannot move, nor can a whole group of tp; the ranks of its tray can, to the four
    // that are free.
    const Topology reduced = without(racks.topology, named(racks.topology, "rack0/tray7/gpu1"));
    CHECK(std::holds_alternative<DoesNotFit>(replan(reduced, racks.placement)));
    const auto plan = std::get<Replan>(replan(reduced, racks.placement, {{8, 4, 1}, {}}));
    CHECK(plan.lost == 1);
    CHECK(plan.moved.size() == 4);
    CHECK(plan.blocks_moved == 0);
    // tray7 holds ranks 28 to 31, of the block from 24 on.
    CHECK(plan.split == std::vector<SplitBlock>{{RankId(24), 24, 4}});
    for (std::size_t i = 0; i < plan.moved.size(); ++i) {
        CHECK(plan.moved[i].rank == RankId(static_cast<std::uint32_t>(28 + i)));
        CHECK(racks.topology.place(plan.moved[i].to).domain == DomainId(1));
    }
}

TEST_CASE("blocks that do find room stay whole beside those that are split") {
    // Without the second rack's unavailable trays there is room for one block of 24 there: two trays of two
    // blocks of the full rack take one block away whole, and the other stays where it is.
    const TwoRacks racks;
    const Topology whole = test::load_text(
                               "topology: two\ndomains: [{use: gb200-nvl72, count: 2}]\n"
                               "network: {tiers: [{name: leaf, latency: 1 us}]}\n")
                               .topology;
    auto down = named(whole, "rack0/tray0");
    for (const GpuId gpu : named(whole, "rack0/tray7")) down.push_back(gpu);
    const auto plan = std::get<Replan>(replan(without(whole, down), racks.placement, {{8, 4, 1}, {}}));
    CHECK(plan.lost == 8);
    CHECK(plan.blocks_moved == 1);
    CHECK(plan.split.empty());
    CHECK(plan.moved.size() == 24 + 4);
    // With a whole rack down three blocks have to leave: one goes whole, and 48 ranks have no room at all.
    const auto no = replan(without(whole, named(whole, "rack0")), racks.placement, {{8, 4, 1}, {}});
    REQUIRE(std::holds_alternative<DoesNotFit>(no));
    CHECK(std::get<DoesNotFit>(no).why.find("fewer free GPUs") != std::string::npos);
}

TEST_CASE("what moves stays in the span that a run holds it in") {
    // Leaves of two racks; 1,536 ranks fill 21 racks and a third of one. A block of rack0 goes to rack1's
    // leaf-mate only if that has room: with all full it has none.
    const Topology topology =
        test::load_text(
            "topology: t\ndomains: [{use: gb200-nvl72, count: 24}]\nnetwork:\n  tiers:\n"
            "    - {name: leaf, spans: 2 domains, latency: 1 us}\n"
            "    - {name: core, latency: 2 us}\n")
            .topology;
    const Placement before = placed(topology, 0);
    const Topology reduced = without(topology, named(topology, "rack20/tray7"));
    const std::vector<KeptRun> pairs = {{144, Reach::tier(0)}};
    // rack20 and rack21 are a leaf, and rack21 has 48 free.
    const auto near = std::get<Replan>(replan(reduced, before, {{}, pairs}));
    CHECK(near.moved.size() == 8);
    for (const MovedRank& moved : near.moved) CHECK(topology.place(moved.to).domain == DomainId(21));
    // rack3's leaf is full: its 144 ranks go to one that has room for all of them, and nobody else moves.
    const Topology other = without(topology, named(topology, "rack3/tray7"));
    CHECK(std::get<Replan>(replan(other, before)).moved.size() == 8);
    const auto far = std::get<Replan>(replan(other, before, {{}, pairs}));
    CHECK(far.moved.size() == 144);
    for (const MovedRank& moved : far.moved) {
        CHECK(topology.place(moved.from).domain.value() / 2 == 1);
        CHECK(topology.place(moved.to).domain.value() / 2 == 11);
    }
    check_whole(other, far);
    // Without another leaf there is no way to keep all of it together.
    auto down = named(topology, "rack3/tray7");
    for (const GpuId gpu : named(topology, "rack22")) down.push_back(gpu);
    const auto no = replan(without(topology, down), before, {{}, pairs});
    REQUIRE(std::holds_alternative<DoesNotFit>(no));
    CHECK(std::get<DoesNotFit>(no).why.find("pins") != std::string::npos);
}

TEST_CASE("whatever goes down, who moves finds a GPU of its own and runs stay in their spans") {
    // 192 ranks in blocks of 8, four boxes of 8 to a leaf; runs of 16 ranks each in one leaf.
    const Topology topology = test::load_text(
                                  "topology: t\ndomains: [{use: hgx-h100, count: 32}]\nnetwork:\n  tiers:\n"
                                  "    - {name: leaf, spans: 4 domains, latency: 1 us}\n"
                                  "    - {name: core, latency: 2 us}\n")
                                  .topology;
    Layout layout = test::shipped_layout("megatron-145.6b");
    layout.degrees = {8, 1, 1, 24, 1, 1};
    layout.order = test::order_of("tp,dp");
    const auto before =
        std::get<Placement>(place(topology, RankGrid(layout.order, layout.degrees), layout.placement));
    const KeptRun pairs{16, Reach::tier(0)};
    test::Dice dice(7);
    std::size_t done = 0, refused = 0, split = 0;
    for (int round = 0; round < 300; ++round) {
        std::set<GpuId> down;
        for (std::uint32_t n = dice.between(0, 11); n > 0; --n) {
            const std::uint32_t box = dice.between(0, 31);
            const std::uint32_t count = dice.one_in(3) ? 1 : 8;
            for (std::uint32_t g = 0; g < count; ++g) down.insert(GpuId(8 * box + g));
        }
        const Topology reduced = without(topology, {down.begin(), down.end()});
        for (const ReplanRules& rules : {ReplanRules{{}, {}}, ReplanRules{{4, 1}, {}},
                                         ReplanRules{{}, {pairs}}, ReplanRules{{1}, {pairs}}}) {
            const auto answer = replan(reduced, before, rules);
            const auto* plan = std::get_if<Replan>(&answer);
            if (plan == nullptr) {
                ++refused;
                continue;
            }
            ++done;
            split += plan->split.size();
            std::set<GpuId> seen;
            for (const GpuId gpu : plan->placement.gpu_of.items()) {
                CHECK(reduced.is_available(gpu));
                CHECK(seen.insert(gpu).second);
            }
            CHECK(plan->moved.size() >= plan->lost);
            if (rules.pieces.empty()) check_whole(reduced, *plan);
            if (!rules.runs.empty()) CHECK(keeps_run(reduced, plan->placement, pairs));
            std::uint32_t lost = 0;
            for (const GpuId gpu : before.gpu_of.items())
                if (!reduced.is_available(gpu)) ++lost;
            CHECK(plan->lost == lost);
        }
    }
    CHECK(done > 300);
    CHECK(refused > 20);
    CHECK(split > 20);
}

}  // namespace
}  // namespace railyard::search
