#include "railyard/placement/placement.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/job/order.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/odd_jobs.hpp"
#include "tests/support/plain_placement.hpp"
#include "tests/support/plain_ranks.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using test::OddCase;
using test::PlainCluster;
using test::PlainPlacement;
using test::PlainRanks;

std::vector<std::uint32_t> gpus_of(const Placement& placement) {
    std::vector<std::uint32_t> gpus;
    for (const GpuId gpu : placement.gpu_of) gpus.push_back(gpu.value());
    return gpus;
}

std::vector<std::uint32_t> passed_over_by(const Placement& placement) {
    std::vector<std::uint32_t> domains;
    for (const PassedOver& run : placement.passed_over) {
        for (std::uint32_t i = 0; i < run.count; ++i) domains.push_back(run.first.value() + i);
    }
    return domains;
}

void compare(const OddCase& odd, const PlainPlacement& plain) {
    const RankGrid grid(odd.job.order, odd.job.degrees);
    CHECK(block_size(grid, odd.job.rules.keep) == plain.block);
    const auto result = place(odd.topology, grid, odd.job.rules);
    const auto placed = static_cast<std::uint32_t>(plain.gpu_of.size());
    if (const auto* no = std::get_if<DoesNotFit>(&result)) {
        CHECK(no->ranks == odd.job.degrees.ranks());
        CHECK(no->placed == placed);
        CHECK(no->short_by == no->ranks - placed);
        CHECK(no->short_by > 0);
        if (!odd.topology.as_needed()) CHECK(no->available == plain.available);
        CHECK_FALSE(no->why.empty());
        return;
    }
    const auto& placement = std::get<Placement>(result);
    CHECK(gpus_of(placement) == plain.gpu_of);
    CHECK(placement.block == plain.block);
    CHECK(placement.domains_used == plain.domains_used);
    CHECK(placement.servers_used == plain.servers_used);
    CHECK(placement.gpus_idle == plain.idle);
    CHECK(placement.gpus_spare == plain.spare);
    CHECK(placement.gpus_unavailable == plain.unavailable);
    if (odd.job.rules.policy == Policy::aligned) CHECK(passed_over_by(placement) == plain.passed_over);
}

TEST_CASE("placement equals a plain one, block after block, on jobs and topologies of all sorts") {
    std::size_t does_not_fit = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        const OddCase odd = test::odd_case(seed);
        CAPTURE(std::to_string(seed) + ": " + to_text(odd.job.order) + " keep " +
                to_text(odd.job.rules.keep));
        const PlainPlacement plain = place_plainly(PlainCluster(odd.finite), PlainRanks(odd.job));
        if (plain.gpu_of.size() < odd.job.degrees.ranks()) ++does_not_fit;
        compare(odd, plain);
    }
    CHECK(does_not_fit >= 20);
}

Topology of_domains(const std::string& domains, const std::string& unavailable = "[]") {
    return test::load_text("topology: small\ndomains: [" + domains + "]\nunavailable: " + unavailable +
                           "\nnetwork: {tiers: [{name: network, latency: 2 us}]}\n")
        .topology;
}

TEST_CASE("a job that does not fit: how many GPUs are short, and why") {
    struct Row {
        const char* domains;
        const char* unavailable;
        Degrees degrees;
        const char* order;
        const char* keep;
        std::uint32_t per_domain;
        std::uint32_t placed, short_by;
        const char* why;
    };
    const char* boxes = "{use: hgx-h100, count: 2}";
    const std::vector<Row> table = {
        {boxes,
         "[]",
         {4, 1, 1, 6, 1, 1},
         "tp,dp",
         "tp",
         0,
         16,
         8,
         "the topology offers 16 GPUs in 2 domains"},
        {boxes,
         "[]",
         {2, 1, 1, 8, 1, 1},
         "tp,dp",
         "tp",
         6,
         12,
         4,
         "the topology offers 12 GPUs in 2 domains, 6 of each at most"},
        {boxes,
         "[box0/server0/gpu1]",
         {1, 1, 1, 16, 1, 1},
         "dp",
         "tp",
         0,
         15,
         1,
         "the topology offers 15 GPUs in 2 domains"},
        {"{use: hgx-h100, count: 1}",
         "[]",
         {9, 1, 1, 1, 1, 1},
         "tp",
         "tp",
         0,
         8,
         1,
         "the topology offers 8 GPUs in 1 domain"},
        {boxes, "[box0, box1]", {1, 1, 1, 2, 1, 1}, "dp", "tp", 0, 0, 2, "no domain offers a GPU"},
        // Blocks of 6 leave 2 GPUs of each box.
        {"{use: hgx-h100, count: 3}",
         "[]",
         {6, 1, 1, 4, 1, 1},
         "tp,dp",
         "tp",
         0,
         18,
         6,
         "blocks of 6 ranks stay whole, and leave what is over in a domain (the largest offers 8 GPUs)"},
        // Blocks of 12 take two boxes each.
        {"{use: hgx-h100, count: 3}",
         "[]",
         {12, 1, 1, 2, 1, 1},
         "tp,dp",
         "tp",
         0,
         20,
         4,
         "blocks of 12 ranks are larger than a domain (8 GPUs), and each starts on a fresh one"},
        {"{use: gb200-nvl72, count: 1}, {use: hgx-h100, count: as needed}",
         "[]",
         {16, 1, 1, 5, 1, 1},
         "tp,dp",
         "tp",
         0,
         64,
         16,
         "blocks of 16 ranks stay whole, and leave what is over in a domain (the largest offers 72 GPUs, "
         "those "
         "that come as needed 8)"},
    };
    for (const Row& row : table) {
        CAPTURE(std::string(row.why));
        PlacementRules rules;
        rules.keep = test::order_of(row.keep);
        rules.per_domain = row.per_domain;
        const auto result = place(of_domains(row.domains, row.unavailable),
                                  RankGrid(test::order_of(row.order), row.degrees), rules);
        REQUIRE(std::holds_alternative<DoesNotFit>(result));
        const auto& no = std::get<DoesNotFit>(result);
        CHECK(no.ranks == row.degrees.ranks());
        CHECK(no.placed == row.placed);
        CHECK(no.short_by == row.short_by);
        CHECK(no.why == row.why);
    }
}

TEST_CASE("spares are kept back of a domain, and what is missing is counted beside them") {
    // 72 GPUs less a tray of 4; 64 are used, the other 4 are spares, and idle.
    PlacementRules rules;
    rules.per_domain = 64;
    const Topology racks = of_domains("{use: gb200-nvl72, count: as needed}", "[rack0/tray3, rack5]");
    const auto result = place(racks, RankGrid(test::order_of("tp,dp"), {8, 1, 1, 12, 1, 1}), rules);
    const auto& placement = std::get<Placement>(result);
    CHECK(placement.domains_used == 2);
    CHECK(placement.gpus_spare == 4 + 8);
    CHECK(placement.gpus_idle == 4 + 40);  // rack 1 holds 32 of its 72
    CHECK(placement.gpus_unavailable == 4);
    CHECK(placement.servers_used == 16 + 8);
    // The missing tray is stepped over: rank 12 sits on tray 4.
    CHECK(placement.gpu_of[RankId(11)] == GpuId(11));
    CHECK(placement.gpu_of[RankId(12)] == GpuId(16));
}

TEST_CASE("a placement from a list: runs of one domain are segments, in whatever order domains come") {
    const Topology boxes = of_domains("{use: hgx-h100, count: 3}", "[box1/server0/gpu7]");
    IdVector<RankId, GpuId> gpu_of;
    for (const std::uint32_t gpu : {16U, 17U, 8U, 0U, 9U}) gpu_of.push_back(GpuId(gpu));
    const Placement placement = placement_of(boxes, std::move(gpu_of));
    REQUIRE(placement.segments.size() == 4);
    CHECK(placement.segments[0].domain == DomainId(2));
    CHECK(placement.segments[0].count == 2);
    CHECK(placement.segments[3].first_rank == RankId(4));
    CHECK(placement.segments[3].domain == DomainId(1));
    CHECK(placement.domains_used == 3);
    CHECK(placement.servers_used == 3);
    CHECK(placement.gpus_unavailable == 1);
    CHECK(placement.gpus_idle == 24 - 1 - 5);
    CHECK(placement.gpus_spare == 0);
}

}  // namespace
}  // namespace railyard
