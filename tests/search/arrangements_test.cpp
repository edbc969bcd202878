#include "railyard/search/arrangements.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "railyard/estimate/evaluate.hpp"
#include "railyard/job/order.hpp"
#include "railyard/search/plan_space.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

Topology on(const char* name) {
    return load_topology(test::shipped_library(), name).topology;
}

// All hops of a layout placed so, as one text; empty: no room.
std::string outcome(const Topology& topology, Layout layout, const Arrangement& arrangement) {
    layout.order = arrangement.order;
    layout.placement = arrangement.rules;
    const auto result = evaluate(topology, layout);
    const auto* evaluation = std::get_if<Evaluation>(&result);
    if (evaluation == nullptr) return "";
    std::string text = std::to_string(evaluation->placement.domains_used);
    for (const auto& [hops] : evaluation->dimensions) {
        text += " " + std::string(name_of(hops.dimension)) + " " + std::to_string(hops.hops.nvlink) + "/" +
                std::to_string(hops.groups_on_nvlink) + "/" + std::to_string(hops.wrap.nvlink);
        for (const auto tier : hops.hops.tiers) text += "," + std::to_string(tier);
    }
    return text;
}

// Every inner factor and every outer order, nothing left out.
std::vector<Arrangement> all_of(const Degrees& degrees, DomainSizes sizes) {
    sizes.alike = false;
    sizes.flat = false;
    return arrangements_of(degrees, sizes);
}

TEST_CASE("what is left out on regular topologies counts the same hops as something that is kept") {
    for (const char* name : {"hgx-h100", "gb200-nvl72", "dgx-h100-superpod", "nvl36x2"}) {
        const Topology topology = on(name);
        for (const char* shape :
             {"4,2,4,6,1,1", "8,1,4,8,1,1", "2,3,4,6,1,1", "16,1,2,4,1,1", "2,2,2,8,4,1"}) {
            Layout layout = test::shipped_layout("megatron-1.7b");
            std::uint32_t numbers[6] = {};
            std::size_t at = 0;
            for (const std::string text = shape; char c : text) {
                if (c == ',') {
                    ++at;
                } else {
                    numbers[at] = numbers[at] * 10 + static_cast<std::uint32_t>(c - '0');
                }
            }
            layout.degrees = {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]};
            const DomainSizes sizes = domain_sizes(topology);
            CHECK(sizes.alike);
            std::set<std::string> kept;
            for (const auto& arrangement : arrangements_of(layout.degrees, sizes))
                kept.insert(outcome(topology, layout, arrangement));
            for (const auto& arrangement : all_of(layout.degrees, sizes)) {
                const std::string expected = outcome(topology, layout, arrangement);
                CHECK_MESSAGE(kept.count(expected) == 1,
                              name << " " << shape << " " << to_text(arrangement.order) << ": " << expected);
            }
        }
    }
}

TEST_CASE("blocks are what the order says, stay whole, and the largest come first") {
    const Topology topology = on("gb200-nvl72");
    const Degrees degrees{8, 1, 16, 64, 1, 1};
    const auto arrangements = arrangements_of(degrees, domain_sizes(topology));
    CHECK(arrangements.front().block == 64);
    bool tiled = false;
    for (const auto& arrangement : arrangements) {
        const auto entries = resolve_order(arrangement.order, degrees);
        REQUIRE(std::holds_alternative<std::vector<OrderEntry>>(entries));
        if (arrangement.rules.policy == Policy::aligned)
            CHECK(block_size(RankGrid(arrangement.order, degrees), arrangement.rules.keep) ==
                  arrangement.block);
        tiled = tiled || to_text(arrangement.order) == "tp,dp:2,pp:4,dp,pp";
    }
    CHECK(tiled);
    CHECK(std::is_sorted(arrangements.begin(), arrangements.end(),
                         [](const Arrangement& a, const Arrangement& b) { return a.block > b.block; }));
}

TEST_CASE("tiles that do not fill a domain also lie across two, so that no GPU is left out") {
    // tp 8, pp 8, dp 27 in 24 racks of 72, nine blocks of tp to a rack: pairs of stages of 27 replicas are 54
    // blocks, six racks, three of whose five borders cut a pair. Of each replica's seven hops from stage to
    // stage three leave a pair: 27 x 3 + 4 x 3 cross, for each of 8 ranks. Each ring of 27 replicas lies in
    // six racks: 6 of its hops cross, in 8 stages, for each of 8 ranks.
    const Topology topology = on("gb200-nvl72");
    Layout layout = test::shipped_layout("megatron-145.6b");
    layout.degrees = {8, 1, 8, 27, 1, 1};
    layout.batch.sequences = 27 * 96;
    bool found = false;
    for (const auto& arrangement : arrangements_of(layout.degrees, domain_sizes(topology))) {
        if (to_text(arrangement.order) != "tp,pp:2,dp,pp" || to_text(arrangement.rules.keep) != "tp")
            continue;
        found = true;
        CHECK(arrangement.rules.per_domain == 0);
        layout.order = arrangement.order;
        layout.placement = arrangement.rules;
        const auto result = evaluate(topology, layout);
        REQUIRE(std::holds_alternative<Evaluation>(result));
        const auto& evaluation = std::get<Evaluation>(result);
        CHECK(evaluation.placement.domains_used == 24);
        CHECK(evaluation.placement.gpus_idle == 0);
        for (const auto& own : evaluation.dimensions) {
            if (own.hops.dimension == Dimension::tp) CHECK(own.hops.hops.network() == 0);
            if (own.hops.dimension == Dimension::dp) CHECK(own.hops.hops.network() == 8 * 6 * 8);
            if (own.hops.dimension == Dimension::pp) CHECK(own.hops.hops.network() == (27 * 3 + 4 * 3) * 8);
        }
    }
    CHECK(found);
    // Boxes of 8 are filled by whole tiles: there every tile is kept.
    for (const auto& arrangement : arrangements_of({2, 1, 8, 4, 1, 1}, domain_sizes(on("hgx-h100")))) {
        for (const OrderItem& item : arrangement.order)
            if (item.tile)
                CHECK(block_size(RankGrid(arrangement.order, {2, 1, 8, 4, 1, 1}), {item}) <=
                      arrangement.block);
    }
}

TEST_CASE("domains are alike where nothing is missing and there is one kind") {
    CHECK(domain_sizes(on("gb200-nvl72")).largest == 72);
    CHECK(domain_sizes(on("gb200-nvl72-2x36")).largest == 36);
    CHECK(domain_sizes(on("gb200-nvl72")).flat);
    CHECK_FALSE(domain_sizes(on("dgx-h100-superpod")).flat);
    CHECK_FALSE(domain_sizes(on("mixed-nvl72-h100")).alike);
}

}  // namespace
}  // namespace railyard::search
