#include "railyard/diagram/placement_view.hpp"

#include <doctest/doctest.h>

#include "tests/support/diagram_jobs.hpp"

namespace railyard::diagram {
namespace {

PlacementView viewed(const test::DrawnJob& job, Dimension colour) {
    return view_of(job.topology, RankGrid(job.layout.order, job.layout.degrees), job.placement(),
                   job.layout.placement.per_domain, colour);
}

TEST_CASE("every rank has its tile, what is left over is idle") {
    const test::DrawnJob job("gpt3-175b-64", "gb200-nvl72");
    const PlacementView view = viewed(job, Dimension::pp);
    REQUIRE(view.domains.size() == 1);
    CHECK(view.count(TileState::rank) == 64);
    CHECK(view.count(TileState::idle) == 8);
    CHECK(view.domains[0].tiles[9].rank == RankId(9));
    CHECK(view.domains[0].tiles[9].colour == 1);  // tp 8 innermost: the second stage
}

TEST_CASE("spares are kept back, and like racks are of one kind") {
    const test::DrawnJob job("llama3-405b-8k", "gb200-nvl72", {{"placement.per_domain", "64"}});
    const PlacementView view = viewed(job, Dimension::pp);
    // 8,192 ranks, 64 a rack: 128 racks; 64 ranks are 8 stages, so racks hold stages 0 to 7 and 8 to 15 in
    // turn.
    CHECK(view.domains.size() == 128);
    CHECK(view.count(TileState::spare) == job.placement().gpus_spare);
    CHECK(view.count(TileState::idle) == 0);
    REQUIRE(view.alike.size() == 2);
    CHECK(view.alike[0].members.size() == 64);
    CHECK(view.alike[1].members[0] == 1);
    CHECK(viewed(job, Dimension::tp).alike.size() == 1);
    // Two racks hold a replica. 16 colours are told apart: replicas 0, 16, ... look the same.
    CHECK(viewed(job, Dimension::dp).alike.size() == 16);
}

TEST_CASE("the counts are those of the placement") {
    for (const char* topology : {"gb200-nvl72", "dgx-h100-superpod"}) {
        const test::DrawnJob job("megatron-145.6b", topology);
        const PlacementView view = viewed(job, Dimension::pp);
        CHECK(view.count(TileState::idle) == job.placement().gpus_idle);
        CHECK(view.count(TileState::rank) == job.layout.degrees.ranks());
    }
}

TEST_CASE("drawn domains are those up to the last used one, and a few unused ones behind it") {
    const auto drawn = [](const std::string& count) {
        const test::DrawnJob job(test::shipped_layout("gpt3-175b-64"),
                                 test::load_text("topology: t\ndomains: [{use: hgx-a100, count: " + count +
                                                 "}]\nnetwork: {tiers: [{name: net, latency: 1 us}]}\n")
                                     .topology);
        const std::uint32_t number = drawn_domains(job.topology, job.placement());
        CHECK(viewed(job, Dimension::pp).domains.size() == number);
        return number;
    };
    // 64 ranks fill 8 boxes.
    CHECK(drawn("12") == 12);
    CHECK(drawn("72") == 72);
    CHECK(drawn("73") == 8);  // the 65 unused ones are left out
    CHECK(drawn("as needed") == 8);
}

TEST_CASE("missing GPUs are missing, and racks without a rank are unused") {
    const test::DrawnJob job(test::shipped_layout("gpt3-175b-64"),
                             test::load_text("topology: small\ndomains:\n  - {use: hgx-a100, count: 12}\n"
                                             "network: {tiers: [{name: net, latency: 1 us}]}\n"
                                             "unavailable: [box0/server0/gpu3, box11]\n")
                                 .topology);
    const PlacementView view = viewed(job, Dimension::pp);
    CHECK(view.domains.size() == 12);
    CHECK(view.count(TileState::rank) == 64);
    CHECK(view.count(TileState::unavailable) == 9);
    CHECK(view.domains[0].tiles[3].state == TileState::unavailable);
    // Blocks of 8 do not fit the first box: its seven are left over.
    CHECK(view.count(TileState::unused) == 7 + 3 * 8 - 8);
}

}  // namespace
}  // namespace railyard::diagram
