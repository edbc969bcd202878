// Placement quality against a general graph mapper (Pellegrini's Scotch, in tests only): the same ranks, the
// same bytes, the same domains. Ours is never worse in bytes between domains and never splits a block of tp;
// Scotch may.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <set>
#include <string>
#include <vector>

// scotch.h uses FILE and integer types without including what declares them.
#include <scotch.h>

#include "railyard/job/order.hpp"
#include "railyard/search/block_graph.hpp"
#include "railyard/search/place_search.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/plan_spaces.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

// Its default, and the one that it has for quality.
enum class Strategy { plain, quality };

// The domain of every rank as Scotch maps them: a tree of domains with so many GPUs each.
std::vector<std::uint32_t> mapped_by_scotch(const BlockGraph& ranks, SCOTCH_Num domains, SCOTCH_Num gpus,
                                            Strategy wanted) {
    double most = 0;
    for (const auto& edges : ranks.edges)
        for (const BlockEdge& edge : edges) most = std::max(most, edge.bytes);
    std::vector<SCOTCH_Num> first = {0};
    std::vector<SCOTCH_Num> ends;
    std::vector<SCOTCH_Num> loads;
    for (const auto& edges : ranks.edges) {
        for (const BlockEdge& edge : edges) {
            ends.push_back(static_cast<SCOTCH_Num>(edge.to));
            // Whole numbers whose sum stays within 32 bits.
            loads.push_back(std::max<SCOTCH_Num>(1, static_cast<SCOTCH_Num>(edge.bytes / most * 10000)));
        }
        first.push_back(static_cast<SCOTCH_Num>(ends.size()));
    }
    SCOTCH_Graph graph;
    SCOTCH_Arch tree;
    SCOTCH_Strat strategy;
    REQUIRE(SCOTCH_graphInit(&graph) == 0);
    REQUIRE(SCOTCH_archInit(&tree) == 0);
    REQUIRE(SCOTCH_stratInit(&strategy) == 0);
    REQUIRE(SCOTCH_graphBuild(&graph, 0, static_cast<SCOTCH_Num>(ranks.edges.size()), first.data(), nullptr,
                              nullptr, nullptr, static_cast<SCOTCH_Num>(ends.size()), ends.data(),
                              loads.data()) == 0);
    const SCOTCH_Num sizes[] = {domains, gpus};
    const SCOTCH_Num costs[] = {20, 1};
    REQUIRE(SCOTCH_archTleaf(&tree, 2, sizes, costs) == 0);
    if (wanted == Strategy::quality)
        REQUIRE(SCOTCH_stratGraphMapBuild(&strategy, SCOTCH_STRATQUALITY, domains * gpus, 0) == 0);
    SCOTCH_randomReset();
    std::vector<SCOTCH_Num> leaves(ranks.edges.size());
    REQUIRE(SCOTCH_graphMap(&graph, &tree, &strategy, leaves.data()) == 0);
    SCOTCH_stratExit(&strategy);
    SCOTCH_archExit(&tree);
    SCOTCH_graphExit(&graph);
    std::vector<std::uint32_t> domain_of;
    for (const SCOTCH_Num leaf : leaves) domain_of.push_back(static_cast<std::uint32_t>(leaf / gpus));
    return domain_of;
}

std::size_t blocks_split(const std::vector<std::uint32_t>& domain_of, std::size_t block) {
    std::size_t split = 0;
    for (std::size_t first = 0; first < domain_of.size(); first += block) {
        const auto begin = domain_of.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = begin + static_cast<std::ptrdiff_t>(block);
        if (std::set<std::uint32_t>(begin, end).size() > 1) ++split;
    }
    return split;
}

// The least that Scotch sends between domains: it depends on how the ranks are numbered.
struct Mapped {
    double bytes = std::numeric_limits<double>::infinity();
    std::size_t split = 0;  // blocks of 8
};
Mapped best_of_scotch(Layout layout, const std::vector<std::vector<OrderItem>>& orders, SCOTCH_Num domains,
                      SCOTCH_Num gpus) {
    Mapped best;
    for (const auto& order : orders) {
        layout.order = order;
        const BlockGraph ranks = block_graph(layout, reference_volumes(layout), 1);
        for (const Strategy strategy : {Strategy::plain, Strategy::quality}) {
            const auto domain_of = mapped_by_scotch(ranks, domains, gpus, strategy);
            const double bytes = bytes_apart(ranks, domain_of);
            const std::string name = to_text(order) + (strategy == Strategy::plain ? "" : ", for quality");
            MESSAGE("    Scotch, ", name, ": ", bytes / 1e12, " TB");
            if (bytes < best.bytes) best = {bytes, blocks_split(domain_of, 8)};
        }
    }
    return best;
}

struct Machine {
    std::string name;
    std::uint32_t dp;
    SCOTCH_Num domains;  // that both are given, with so many GPUs
    SCOTCH_Num gpus;
};

Topology topology_of(const Machine& machine) {
    const std::string count = std::to_string(machine.domains);
    std::string missing;
    if (machine.gpus == 64) {
        // Two trays of each rack are somebody else's.
        for (int r = 0; r < machine.domains; ++r)
            for (const char* tray : {"tray16", "tray17"})
                missing += (missing.empty() ? "rack" : ", rack") + std::to_string(r) + "/" + tray;
    }
    return test::load_text("topology: test\ndomains: [{use: " +
                           std::string(machine.gpus == 8 ? "hgx-a100" : "gb200-nvl72") + ", count: " + count +
                           "}]\nnetwork: {tiers: [{name: leaf, latency: 1 us}]}\nunavailable: [" + missing +
                           "]\n")
        .topology;
}

TEST_CASE("ours sends no more between domains than Scotch's and splits no block") {
    // 1,536 ranks fill 22 racks but for 48 GPUs; 24 racks hold 64 each.
    const std::vector<Machine> machines = {
        {"boxes of 8", 24, 192, 8},
        {"64 of each rack", 24, 24, 64},
        {"exactly full racks", 27, 24, 72},
        {"partly filled racks", 24, 22, 72},
        {"partly filled racks, two to spare", 24, 24, 72},
    };
    for (const Machine& machine : machines) {
        Layout layout = test::shipped_layout("megatron-145.6b");
        layout.degrees.dp = machine.dp;
        layout.batch.sequences = machine.dp * 96;
        const Topology topology = topology_of(machine);
        PlaceRules rules;
        rules.goal = PlaceGoal::network_bytes;
        rules.best = 1;
        const auto ours = place_best(topology, layout, test::reference_times(), rules);
        REQUIRE_FALSE(ours.best.empty());
        const PlacedLayout& best = ours.best.front();
        std::vector<std::uint32_t> domain_of;
        for (const GpuId gpu : best.placement.gpu_of.items())
            domain_of.push_back(topology.place(gpu).domain.value());
        const BlockGraph ranks = block_graph(best.layout, best.volumes, 1);
        const Mapped theirs =
            best_of_scotch(layout,
                           {best.layout.order,
                            layout.order,
                            {{Dimension::tp, {}}, {Dimension::pp, {}}, {Dimension::dp, {}}}},
                           machine.domains, machine.gpus);
        CAPTURE(machine.name);
        CHECK(bytes_apart(ranks, domain_of) == doctest::Approx(best.network.raw()));
        CHECK(best.network.raw() <= theirs.bytes * (1 + 1e-9));
        CHECK(blocks_split(domain_of, 8) == 0);
        CHECK(best.network >= ours.network_floor);
        MESSAGE(machine.name, ": ours ", best.network.raw() / 1e12, " TB, Scotch ", theirs.bytes / 1e12,
                " TB and ", theirs.split, " blocks split, floor ", ours.network_floor.raw() / 1e12, " TB");
    }
}

}  // namespace
}  // namespace railyard::search
