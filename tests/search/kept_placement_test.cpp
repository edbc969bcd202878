#include "railyard/search/kept_placement.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/job/order.hpp"
#include "railyard/search/chosen_domains.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

// 16 boxes of 8, four to a leaf.
Topology boxes(const std::string& unavailable) {
    return test::load_text(
               "topology: t\ndomains: [{use: hgx-h100, count: 16}]\nnetwork:\n  tiers:\n"
               "    - {name: leaf, spans: 4 domains, latency: 1 us}\n    - {name: core, latency: 3 us}\n" +
               unavailable)
        .topology;
}

Layout job(std::uint32_t dp) {
    return test::shipped_layout("megatron-1.7b", {{"parallel.tp", "8"},
                                                  {"parallel.dp", std::to_string(dp)},
                                                  {"batch.sequences", std::to_string(dp)},
                                                  {"batch.micro", "1"},
                                                  {"order", "tp,dp"}});
}

Placement placed(const Topology& topology, const Layout& layout, const std::vector<const char*>& pins,
                 DomainChoice choice = DomainChoice::as_listed, std::uint32_t first = 0) {
    std::vector<Pin> parsed;
    for (const char* pin : pins)
        parsed.push_back(std::get<Pin>(parse_pin(pin, PinStrength::required, topology)));
    return std::get<Placement>(place_keeping(topology, layout, choice, KeptRuns(topology, parsed), first));
}

std::string domains(const Placement& placement) {
    std::string text;
    for (const Segment& segment : placement.segments)
        text += (text.empty() ? "" : " ") + std::to_string(segment.domain.value());
    return text;
}

TEST_CASE("where the rules keep the pins they place, else runs go where they fit") {
    const Topology whole = boxes("");
    CHECK(placed(whole, job(4), {"job=leaf"}).origin == PlacementOrigin::rules);
    const Topology topology = boxes("unavailable: [box0, box5]\n");
    const Placement one = placed(topology, job(4), {"job=leaf"});
    CHECK(domains(one) == "8 9 10 11");
    CHECK(one.origin == PlacementOrigin::given);
    CHECK(one.block == 8);
    CHECK(domains(placed(topology, job(6), {"2 servers=leaf"})) == "1 2 4 6 8 9");
    // What cannot be kept is placed by the rules, for whoever says which pin it is that breaks.
    CHECK(domains(placed(topology, job(5), {"job=leaf"})) == "1 2 3 4 6");
}

TEST_CASE("a placement may begin on another domain") {
    const Topology topology = boxes("unavailable: [box0]\n");
    const Placement later = placed(topology, job(2), {}, DomainChoice::as_listed, 4);
    CHECK(domains(later) == "4 5");
    CHECK(later.origin == PlacementOrigin::given);
    const auto none = place_keeping(topology, job(4), DomainChoice::as_listed, KeptRuns(topology, {}), 13);
    REQUIRE(std::holds_alternative<DoesNotFit>(none));
    CHECK(std::get<DoesNotFit>(none).why.find("box13") != std::string::npos);
}

TEST_CASE("of several spans for a whole job the choice of domains decides") {
    // One box in the first leaf, four in the second, three in the third.
    const Topology topology = boxes("unavailable: [box1, box2, box3, box8]\n");
    CHECK(domains(placed(topology, job(2), {"job=leaf"})) == "4 5");
    CHECK(domains(placed(topology, job(2), {"job=leaf"}, DomainChoice::tightest)) == "9 10");
    CHECK(domains(placed(topology, job(2), {"job=leaf"}, DomainChoice::fewest)) == "9 10");
    CHECK(domains(placed(topology, job(4), {"job=leaf"}, DomainChoice::tightest)) == "4 5 6 7");
}

}  // namespace
}  // namespace railyard::search
