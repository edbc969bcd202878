#include "railyard/estimate/shared_links.hpp"

#include <doctest/doctest.h>

#include <variant>

#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using doctest::Approx;

// Boxes of 8 GPUs with 50 GB/s each, two under a leaf; half of it gets into a leaf, a sixth into the spine.
Topology narrow() {
    return test::load_text(R"(topology: narrow
domains: [{use: hgx-h100, count: 8}]
network:
  tiers:
    - {name: leaf, spans: 2 domains, latency: 0.6 us, oversubscription: 2}
    - {name: spine, latency: 1.2 us, oversubscription: 3}
)")
        .topology;
}

struct Rates {
    double closed, shared;  // GB/s
};
Rates rates_of(const Topology& topology, const Degrees& degrees, const std::string& order,
               Dimension dimension) {
    const RankGrid grid(test::order_of(order), degrees);
    const auto placed = place(topology, grid, {});
    REQUIRE(std::holds_alternative<Placement>(placed));
    const auto& placement = std::get<Placement>(placed);
    const auto links = group_links(topology, grid, placement, {dimension});
    const GroupClass& slowest = links.front().slowest();
    return {slowest.network.raw() / 1e9,
            shared_rate(topology, grid, placement, dimension, slowest.farthest).raw() / 1e9};
}

TEST_CASE("where every hop goes as far as the farthest, sharing is what the closed form says") {
    // Pairs of next boxes: within a leaf, every GPU's 50 GB/s over 2.
    const Rates leaf = rates_of(narrow(), {8, 1, 4, 2, 1, 1}, "tp,dp,pp", Dimension::dp);
    CHECK(leaf.closed == Approx(25));
    CHECK(leaf.shared == Approx(25));
    // Pairs of boxes four apart: all through the spine, over 6.
    const Rates spine = rates_of(narrow(), {8, 1, 4, 2, 1, 1}, "tp,pp,dp", Dimension::dp);
    CHECK(spine.closed == Approx(50.0 / 6));
    CHECK(spine.shared == Approx(50.0 / 6));
}

TEST_CASE("a ring that seldom leaves its leaf has the way up for few") {
    // Eight rings around all boxes. Of the two boxes of a leaf one sends up: 8 of 16 GPUs share
    // 16 x 50 / 6 = 133 GB/s, 16.7 each; out of a box each gets 25.
    const Rates ring = rates_of(narrow(), {8, 1, 1, 8, 1, 1}, "tp,dp", Dimension::dp);
    CHECK(ring.closed == Approx(50.0 / 6));
    CHECK(ring.shared == Approx(16 * 50.0 / 6 / 8));
}

TEST_CASE("an all-to-all sends beyond its leaf what the others there do not get") {
    // 64 members: each sends to 56 outside its box, to 48 of them through the spine.
    const Rates all = rates_of(narrow(), {1, 1, 1, 64, 64, 1}, "tp,dp", Dimension::ep);
    CHECK(all.closed == Approx(50.0 / 6));
    CHECK(all.shared == Approx(50.0 / 6 * 56 / 48));
}

TEST_CASE("an all-to-all stays on NVLink where a span ends within a domain") {
    // 144 members in two racks, leaves of half a rack: each sends to the 72 of the other rack, all of them
    // through the spine, and to none of its own.
    const Topology cut = test::load_text(R"(topology: cut
domains: [{use: gb200-nvl72, count: 2}]
network:
  tiers:
    - {name: leaf, spans: 9 servers, latency: 0.6 us, oversubscription: 2}
    - {name: spine, latency: 1.2 us, oversubscription: 3}
)")
                             .topology;
    const Rates all = rates_of(cut, {1, 1, 1, 144, 144, 1}, "tp,dp", Dimension::ep);
    CHECK(all.closed == Approx(50.0 / 6));
    CHECK(all.shared == Approx(50.0 / 6));
}

TEST_CASE("a partition has the NICs of its own GPUs out of it") {
    // Two partitions of 36 exchange with each other: each GPU's 50 GB/s over 2.
    const Topology parted = test::load_text(R"(topology: parted
domains: [{use: gb200-nvl72-2x36, count: 4}]
network:
  tiers:
    - {name: leaf, spans: 2 domains, latency: 0.6 us, oversubscription: 2}
    - {name: spine, latency: 1.2 us, oversubscription: 3}
)")
                                .topology;
    const Rates pair = rates_of(parted, {36, 1, 1, 2, 1, 1}, "tp,dp", Dimension::dp);
    CHECK(pair.closed == Approx(25));
    CHECK(pair.shared == Approx(25));
}

TEST_CASE("a chain of stages") {
    // Eight stages of a box each: 8 chains, one hop out of a leaf for every two boxes.
    const Rates chain = rates_of(narrow(), {8, 1, 8, 1, 1, 1}, "tp,pp", Dimension::pp);
    CHECK(chain.shared == Approx(16 * 50.0 / 6 / 8));
}

TEST_CASE("never more than the NICs carry") {
    // One pair of boxes in different leaves' reach of each other, a GPU a group: the way up is wide enough.
    const Topology wide = test::load_text(R"(topology: wide
domains: [{use: hgx-h100, count: 64}]
network:
  tiers:
    - {name: leaf, spans: 32 domains, latency: 0.6 us}
    - {name: spine, latency: 1.2 us, oversubscription: 7}
)")
                              .topology;
    // Rings over 64 boxes: 8 GPUs share 256 x 50 / 7.
    const Rates ring = rates_of(wide, {8, 1, 1, 64, 1, 1}, "tp,dp", Dimension::dp);
    CHECK(ring.closed == Approx(50.0 / 7));
    CHECK(ring.shared == Approx(50));
}

}  // namespace
}  // namespace railyard
