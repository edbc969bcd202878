#include "railyard/placement/policy.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

Topology of_domains(const std::string& domains, const std::string& unavailable = "[]") {
    return test::load_text("topology: small\ndomains: [" + domains + "]\nunavailable: " + unavailable +
                           "\nnetwork: {tiers: [{name: network, latency: 2 us}]}\n")
        .topology;
}

TEST_CASE("the table of policies stands in the order of the enumerators") {
    const auto& table = policies();
    REQUIRE(table.size() == policy_names.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
        CHECK(static_cast<std::size_t>(table[i].policy) == i);
        CHECK(table[i].name == policy_names[i]);
        CHECK_FALSE(table[i].about.empty());
        CHECK((table[i].plan == (i == 0 ? plan_aligned : plan_packed)));
    }
    CHECK(table[0].name == "aligned");
    CHECK(table[1].name == "packed");
}

TEST_CASE("what each domain offers: its GPUs that are there, up to per_domain") {
    const Topology mixed = of_domains("{use: hgx-h100, count: 2}, {use: gb200-nvl72, count: 1}",
                                      "[box1/server0/gpu0, rack2/tray4]");
    const Offers all(mixed, 0);
    CHECK(all.domains() == 3);
    CHECK(all.of(DomainId(0)) == 8);
    CHECK(all.of(DomainId(1)) == 7);
    CHECK(all.of(DomainId(2)) == 68);
    CHECK(all.largest() == 68);
    CHECK(all.total() == 8 + 7 + 68);
    const Offers some(mixed, 8);
    CHECK(some.of(DomainId(1)) == 7);
    CHECK(some.of(DomainId(2)) == 8);
    CHECK(some.largest() == 8);
    CHECK(some.total() == 8 + 7 + 8);
    CHECK(some.endless_from() == some.domains());
}

TEST_CASE("the largest offer is that of a domain that is touched, if all are") {
    const Topology touched =
        of_domains("{use: hgx-h100, count: 2}", "[box0/server0/gpu0, box1/server0/gpu1, box1/server0/gpu2]");
    CHECK(Offers(touched, 0).largest() == 7);
    CHECK(Offers(of_domains("{use: hgx-h100, count: 1}", "[box0]"), 0).largest() == 0);
}

TEST_CASE("where domains repeat without end, and what they offer then") {
    const Topology endless = of_domains("{use: gb200-nvl72, count: 1}, {use: hgx-h100, count: as needed}");
    const Offers offers(endless, 0);
    CHECK(offers.endless_from() == 1);
    CHECK(offers.endless_largest() == 8);
    CHECK(offers.largest() == 72);
    CHECK(offers.total() == Topology::unlimited);
    CHECK(Offers(endless, 6).endless_largest() == 6);
    // Only beyond the last domain with a missing GPU are all alike.
    const Topology holes = of_domains("{use: gb200-nvl72, count: 1}, {use: hgx-h100, count: as needed}",
                                      "[box1, box4/server0/gpu0]");
    CHECK(Offers(holes, 0).endless_from() == 5);
    CHECK(Offers(holes, 0).endless_largest() == 8);
}

TEST_CASE("partitions are domains: each offers its own GPUs") {
    test::TemporaryLibrary library;
    library.write("topologies/domains/cut.yaml", "domain: cut\nuse: gb200-nvl72\npartitions: [40, 32]\n");
    const Topology cut = load_topology(library.library(), "cut").topology;
    const Offers offers(cut, 0);
    CHECK(offers.of(DomainId(0)) == 40);
    CHECK(offers.of(DomainId(1)) == 32);
    CHECK(offers.of(DomainId(2)) == 40);
    CHECK(offers.largest() == 40);
    CHECK(offers.endless_largest() == 40);
}

}  // namespace
}  // namespace railyard
