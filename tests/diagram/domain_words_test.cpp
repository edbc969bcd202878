#include "railyard/diagram/domain_words.hpp"

#include <doctest/doctest.h>

#include "tests/support/diagram_jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::diagram {
namespace {

TEST_CASE("kinds that differ are counted apart, those of one word together") {
    const Topology mixed = test::load_text(
                               "topology: mixed\ndomains:\n  - {use: gb200-nvl72, count: 2}\n"
                               "  - {use: hgx-h100, count: 3}\n  - {use: hgx-a100, count: 4}\n"
                               "network: {tiers: [{name: net, latency: 1 us}]}\n")
                               .topology;
    CHECK(physical_kinds_of(mixed) == OfKinds{2, 3, 4});
    CHECK(counted_domains(mixed, {2, 3, 4}, Unit::domains) == "2 racks and 7 boxes");
    CHECK(counted_domains(mixed, {1, 0, 0}, Unit::domains) == "1 rack");
    CHECK(counted_domains(mixed, {8, 0, 0}, Unit::domains, "more ") == "8 more racks");
    CHECK(kinds_of(mixed, {DomainId(0), DomainId(2), DomainId(8)}) == OfKinds{1, 1, 1});
    CHECK(counted_servers(mixed, {1, 1, 0}, 19) == "19 servers");
    CHECK(counted_servers(mixed, {1, 0, 0}, 18) == "18 trays");
}

TEST_CASE("partitions are no racks of their own") {
    const Topology cut = test::load_text(
                             "topology: cut\ndomains: [{use: gb200-nvl72-2x36, count: 2}]\n"
                             "network: {tiers: [{name: net, latency: 1 us}]}\n")
                             .topology;
    CHECK(counted_domains(cut, {4}, Unit::domains) == "4 rack partitions");
    CHECK(counted_domains(cut, {2}, Unit::physical) == "2 racks");
}

}  // namespace
}  // namespace railyard::diagram
