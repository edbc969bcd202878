#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

#include "railyard/placement/placement.hpp"
#include "railyard/placement/policy.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

using test::order_of;

Topology of_domains(const std::string& domains, const std::string& unavailable = "[]") {
    return test::load_text("topology: small\ndomains: [" + domains + "]\nunavailable: " + unavailable +
                           "\nnetwork: {tiers: [{name: network, latency: 2 us}]}\n")
        .topology;
}

std::vector<std::uint32_t> counts(const Plan& plan) {
    std::vector<std::uint32_t> counts;
    for (const Segment& segment : plan.segments) counts.push_back(segment.count);
    return counts;
}

using Counts = std::vector<std::uint32_t>;

TEST_CASE("every GPU is filled, whatever a block is split by") {
    const Topology racks = of_domains("{use: gb200-nvl72, count: as needed}");
    CHECK(counts(plan_packed(Offers(racks, 0), 160, 16)) == Counts{72, 72, 16});
    CHECK(counts(plan_packed(Offers(racks, 0), 72, 16)) == Counts{72});
    CHECK(counts(plan_packed(Offers(racks, 10), 25, 16)) == Counts{10, 10, 5});
    const Topology mixed = of_domains("{use: hgx-h100, count: 1}, {use: gb200-nvl72, count: 1}");
    CHECK(counts(plan_packed(Offers(mixed, 0), 80, 16)) == Counts{8, 72});
    CHECK(plan_packed(Offers(mixed, 0), 81, 1).placed == 80);
}

TEST_CASE("domains with nothing left to offer are stepped over") {
    const Topology boxes = of_domains("{use: hgx-h100, count: as needed}", "[box0, box2/server0/gpu3]");
    const Plan plan = plan_packed(Offers(boxes, 0), 20, 1);
    CHECK(counts(plan) == Counts{8, 7, 5});
    CHECK(plan.segments[0].domain == DomainId(1));
    CHECK(plan.passed_over.empty());
}

TEST_CASE("a packed job has a block all the same, which the report shows") {
    PlacementRules rules;
    rules.policy = Policy::packed;
    const Topology boxes = of_domains("{use: hgx-h100, count: as needed}");
    const auto result = place(boxes, RankGrid(order_of("tp,dp"), {12, 1, 1, 2, 1, 1}), rules);
    const auto& placement = std::get<Placement>(result);
    CHECK(placement.block == 12);
    CHECK_FALSE(placement.blocks_straddle);  // straddling was asked for
    CHECK(placement.domains_used == 3);
    CHECK(placement.gpus_idle == 0);
}

}  // namespace
}  // namespace railyard
