#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

#include "railyard/placement/hops.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/placement/policy.hpp"
#include "railyard/topology/load.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

using test::load_text;
using test::order_of;

Topology of_domains(const std::string& domains) {
    return load_text("topology: small\ndomains: [" + domains +
                     "]\nnetwork: {tiers: [{name: network, latency: 2 us}]}\n")
        .topology;
}

// "first rank + count @ domain" of every segment.
std::string text_of(const Plan& plan) {
    std::string text;
    for (const Segment& segment : plan.segments) {
        text += (text.empty() ? "" : " ") + std::to_string(segment.first_rank.value()) + "+" +
                std::to_string(segment.count) + "@" + std::to_string(segment.domain.value());
    }
    return text;
}

// "first domain x count (largest)" of every run that was passed over.
std::string passed_over(const std::vector<PassedOver>& runs) {
    std::string text;
    for (const PassedOver& run : runs) {
        text += (text.empty() ? "" : " ") + std::to_string(run.first.value()) + "x" +
                std::to_string(run.count) + "(" + std::to_string(run.largest) + ")";
    }
    return text;
}

TEST_CASE("a domain takes as many blocks as it has room for, and the next block goes on to the next one") {
    const Topology racks = of_domains("{use: gb200-nvl72, count: as needed}");
    const Offers offers(racks, 0);
    CHECK(text_of(plan_aligned(offers, 144, 8)) == "0+72@0 72+72@1");
    CHECK(text_of(plan_aligned(offers, 160, 16)) == "0+64@0 64+64@1 128+32@2");  // 72 = 4 x 16 + 8
    CHECK(text_of(plan_aligned(offers, 8, 8)) == "0+8@0");
    CHECK(text_of(plan_aligned(offers, 72, 72)) == "0+72@0");
}

TEST_CASE("domains too small for a block are passed over, and reported in runs") {
    const Topology mixed = of_domains(
        "{use: hgx-h100, count: 2}, {use: gb200-nvl72, count: 1}, {use: pcie-4gpu, count: 3}, "
        "{use: gb200-nvl72, count: 2}");
    const Plan plan = plan_aligned(Offers(mixed, 0), 48, 16);
    CHECK(text_of(plan) == "0+48@2");
    CHECK(passed_over(plan.passed_over) == "0x2(8)");
    const Plan larger = plan_aligned(Offers(mixed, 0), 96, 16);
    CHECK(text_of(larger) == "0+64@2 64+32@6");
    CHECK(passed_over(larger.passed_over) == "0x2(8) 3x3(4)");
    // Blocks that fit the boxes start there.
    CHECK(text_of(plan_aligned(Offers(mixed, 0), 96, 8)) == "0+8@0 8+8@1 16+72@2 88+8@6");
}

TEST_CASE("a block larger than every domain starts on a fresh one and takes whole ones") {
    const Topology boxes = of_domains("{use: hgx-h100, count: as needed}");
    const Offers offers(boxes, 0);
    // 12 = 8 + 4: the other 4 of the second box stay idle.
    CHECK(text_of(plan_aligned(offers, 24, 12)) == "0+8@0 8+4@1 12+8@2 20+4@3");
    CHECK(text_of(plan_aligned(offers, 32, 16)) == "0+8@0 8+8@1 16+8@2 24+8@3");
    // 6 of each box: a block of 8 no longer fits one.
    CHECK(text_of(plan_aligned(Offers(boxes, 6), 16, 8)) == "0+6@0 6+2@1 8+6@2 14+2@3");
}

TEST_CASE("a plan that runs out of domains has placed whole blocks only, or what a straddling one got") {
    const Topology two = of_domains("{use: hgx-h100, count: 2}");
    CHECK(plan_aligned(Offers(two, 0), 24, 4).placed == 16);
    CHECK(plan_aligned(Offers(two, 0), 24, 6).placed == 12);  // 8 - 6 twice stays idle
    CHECK(plan_aligned(Offers(two, 0), 24, 12).placed == 12);
    CHECK(plan_aligned(Offers(two, 0), 24, 24).placed == 16);
}

TEST_CASE("as many domains as needed end when none of them can ever hold a block") {
    // Blocks of 16 fit the rack, so they do not straddle the boxes; and boxes there are without end.
    const Topology mixed = of_domains("{use: gb200-nvl72, count: 1}, {use: hgx-h100, count: as needed}");
    const Plan plan = plan_aligned(Offers(mixed, 0), 96, 16);
    CHECK(plan.placed == 64);
    CHECK(text_of(plan) == "0+64@0");
}

Placement placed(const Topology& topology, const Degrees& degrees, const char* order, const char* keep) {
    PlacementRules rules;
    rules.keep = order_of(keep);
    const auto result = place(topology, RankGrid(order_of(order), degrees), rules);
    REQUIRE(std::holds_alternative<Placement>(result));
    return std::get<Placement>(result);
}

TEST_CASE("user ask D9: three blocks of 17 nodes hold 36 nodes in segments of 12 as 12 + 12 + 12") {
    // Partitions of 17 nodes of 4 GPUs; a segment is 12 nodes = 48 ranks: tp 4 and a tile of 12 replicas.
    test::TemporaryLibrary library;
    library.write("topologies/domains/block.yaml", "domain: block\nuse: gb200-nvl72\nservers: {count: 17}\n");
    const Topology blocks =
        load_topology(library.library(), input::parse_yaml(input::make_source(
                                             "blocks.yaml",
                                             "topology: blocks\ndomains: [{use: block, count: 3}]\nnetwork: "
                                             "{tiers: [{name: network, latency: 2 us}]}\n")))
            .topology;
    const Placement placement = placed(blocks, {4, 1, 1, 36, 1, 1}, "tp,dp:12,dp", "dp:12");
    CHECK(placement.block == 48);
    REQUIRE(placement.segments.size() == 3);
    for (std::uint32_t s = 0; s < 3; ++s) {
        CHECK(placement.segments[s].domain == DomainId(s));
        CHECK(placement.segments[s].count == 12 * 4);
    }
    CHECK(placement.servers_used == 36);
    CHECK(placement.gpus_idle == 3 * 5 * 4);
    // Whatever is not kept in segments fills the first nodes: 17 + 17 + 2.
    const Placement loose = placed(blocks, {4, 1, 1, 36, 1, 1}, "tp,dp:12,dp", "tp");
    REQUIRE(loose.segments.size() == 3);
    CHECK(loose.segments[0].count == 17 * 4);
    CHECK(loose.segments[1].count == 17 * 4);
    CHECK(loose.segments[2].count == 2 * 4);
}

TEST_CASE("user ask D11: a job takes the fewest domains that hold it") {
    // 16 pods of 4 GPUs, 4 of them to a domain of 16: four domains, not eight.
    const Topology super_nodes = of_domains("{use: dgx-2, count: 8}");
    CHECK(placed(super_nodes, {4, 1, 1, 16, 1, 1}, "tp,dp", "tp").domains_used == 4);
}

TEST_CASE("user ask D24: six stages on servers of four GPUs leave two GPUs idle, and say so") {
    const Topology servers = of_domains("{use: pcie-4gpu, count: as needed}");
    const Placement placement = placed(servers, {1, 1, 6, 1, 1, 1}, "tp,cp,dp,pp", "tp");
    CHECK(placement.domains_used == 2);
    CHECK(placement.gpus_idle == 2);
    CHECK(placement.gpus_spare == 0);
    // Whole pipelines in a block of six are larger than a server: each starts on a fresh one.
    const Placement two = placed(servers, {1, 1, 6, 2, 1, 1}, "pp,dp", "pp");
    CHECK(two.blocks_straddle);
    CHECK(two.domains_used == 4);
    CHECK(two.gpus_idle == 4);
    // The two GPUs that one pipeline leaves are used by the next where nothing is kept together.
    const Placement dense = placed(servers, {1, 1, 6, 2, 1, 1}, "pp,dp", "tp");
    CHECK(dense.domains_used == 3);
    CHECK(dense.gpus_idle == 0);
}

TEST_CASE("user ask D18: which of two grids keeps pp, and which keeps dp, inside a server") {
    const Topology boxes = of_domains("{use: hgx-h100, count: as needed}");
    const Degrees degrees{2, 2, 2, 2, 1, 1};  // a server holds tp x cp x one more
    const auto nvlink_share = [&](const char* order, Dimension d) {
        const RankGrid grid(order_of(order), degrees);
        const auto result = place(boxes, grid, PlacementRules{});
        const auto hops = count_hops(boxes, grid, std::get<Placement>(result), {d}).front();
        return static_cast<double>(hops.hops.nvlink) / static_cast<double>(hops.hops.total());
    };
    // Grid DP x PP x CP x TP (tp fastest): a pipeline lies in a server, replicas lie across.
    CHECK(nvlink_share("tp,cp,pp,dp", Dimension::pp) == 1);
    CHECK(nvlink_share("tp,cp,pp,dp", Dimension::dp) == 0);
    // Grid PP x DP x CP x TP: the other way round.
    CHECK(nvlink_share("tp,cp,dp,pp", Dimension::pp) == 0);
    CHECK(nvlink_share("tp,cp,dp,pp", Dimension::dp) == 1);
    for (const char* order : {"tp,cp,pp,dp", "tp,cp,dp,pp"}) {
        CHECK(nvlink_share(order, Dimension::tp) == 1);
        CHECK(nvlink_share(order, Dimension::cp) == 1);
    }
    // With the slowest of the grid as the innermost digit both orders put tp across servers.
    for (const char* order : {"dp,pp,cp,tp", "pp,dp,cp,tp"}) {
        CHECK(nvlink_share(order, Dimension::tp) == 0);
        CHECK(nvlink_share(order, Dimension::pp) == 1);
        CHECK(nvlink_share(order, Dimension::dp) == 1);
    }
}

}  // namespace
}  // namespace railyard
