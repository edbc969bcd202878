#include "railyard/topology/spans.hpp"

#include <doctest/doctest.h>

#include <map>

#include "railyard/topology/graph.hpp"
#include "tests/support/odd_topologies.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

// Five racks of 3 servers with 2 GPUs, then seven boxes of one server with 4.
Topology racks_and_boxes() {
    DomainKind rack;
    rack.name = "rack";
    rack.servers.count = 3;
    rack.servers.gpus = 2;
    DomainKind box;
    box.name = "box";
    box.servers.count = 1;
    box.servers.gpus = 4;
    TopologyParts parts;
    parts.kinds = {rack, box};
    parts.runs = {{0, 5}, {1, 7}};
    return Topology(parts);
}

TEST_CASE("spans of domains: whole ones of a kind together, mixed ones alone") {
    Tier tier;
    tier.span = 2;
    const auto groups = span_groups(racks_and_boxes(), tier);
    REQUIRE(groups.size() == 3);
    CHECK(groups[0].count == 2);  // racks 0 to 3
    REQUIRE(groups[0].holds.size() == 1);
    CHECK(groups[0].holds[0].servers == 6);
    CHECK(groups[1].count == 1);  // rack 4 and the first box
    REQUIRE(groups[1].holds.size() == 2);
    CHECK(groups[1].holds[0].servers == 3);
    CHECK(groups[1].holds[1].servers == 1);
    CHECK(groups[2].count == 3);  // six boxes
    CHECK(groups[2].holds[0].kind == 1);
    CHECK(groups[2].holds[0].servers == 2);
}

TEST_CASE("NICs of a span, and the rails that the server with most of them joins") {
    TopologyParts parts;
    DomainKind kinds[2];
    for (DomainKind& kind : kinds) {
        kind.servers.count = 3;
        kind.servers.gpus = 2;
    }
    kinds[0].nics.count = 2;  // per GPU
    kinds[1].nics.sharing = NicSharing::per_server;
    kinds[1].nics.count = 1;
    parts.kinds = {kinds[0], kinds[1]};
    parts.runs = {{0, 1}, {1, 1}};
    parts.network.rails = 3;
    const Topology topology(parts);
    const SpanNics both = nics_of(topology, {1, {{0, 3}, {1, 3}}});
    CHECK(both.nics == 3 * 4 + 3 * 1);
    CHECK(both.rails == 3);  // of the four NICs two share rail 0
    CHECK(nics_of(topology, {1, {{1, 2}}}).rails == 1);
}

TEST_CASE("spans of GPUs, the last one filled in part") {
    Tier tier;
    tier.unit = SpanUnit::gpus;
    tier.span = 34;
    const auto groups = span_groups(racks_and_boxes(), tier);
    REQUIRE(groups.size() == 2);           // 5 x 6 + 7 x 4 = 58 GPUs
    REQUIRE(groups[0].holds.size() == 2);  // all 30 of the racks and one box
    CHECK(groups[0].holds[0].servers == 15);
    CHECK(groups[0].holds[1].servers == 1);
    CHECK(groups[1].count == 1);
    CHECK(groups[1].holds[0].servers == 6);
}

TEST_CASE("the last tier spans everything") {
    const auto groups = span_groups(racks_and_boxes(), Tier{});
    REQUIRE(groups.size() == 1);
    CHECK(groups[0].count == 1);
    REQUIRE(groups[0].holds.size() == 2);
    CHECK(groups[0].holds[0].servers == 15);
    CHECK(groups[0].holds[1].servers == 7);
}

TEST_CASE("span by span the same as looking at every server") {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const Topology topology = test::odd_topology(seed);
        for (const Tier& tier : topology.network().tiers) {
            std::vector<std::map<std::uint32_t, std::uint64_t>> expected;
            for (std::uint32_t first = 0; first < topology.gpu_count();) {
                const GpuPlace place = topology.place(GpuId(first));
                const std::uint32_t span = topology.span_of(place, tier);
                if (span >= expected.size()) expected.resize(span + 1);
                ++expected[span][place.kind];
                first += topology.kind_of(place).servers.gpus;
            }
            std::vector<std::map<std::uint32_t, std::uint64_t>> found;
            for (const SpanGroup& group : span_groups(topology, tier)) {
                std::map<std::uint32_t, std::uint64_t> holds;
                for (const ServersOfKind& part : group.holds) holds[part.kind] += part.servers;
                for (std::uint64_t i = 0; i < group.count; ++i) found.push_back(holds);
            }
            CAPTURE(seed);
            CHECK(found == expected);
        }
    }
}

TEST_CASE("a thousand million GPUs are few groups") {
    TopologyParts parts;
    parts.kinds.resize(1);
    parts.runs = {{0, 125000000}};
    Tier tier;
    tier.span = 32;
    const auto groups = span_groups(Topology(parts), tier);
    REQUIRE(groups.size() == 1);
    CHECK(groups[0].count == 3906250);
}

}  // namespace
}  // namespace railyard
