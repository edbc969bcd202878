#include "railyard/diagram/hop_lines.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "tests/support/diagram_jobs.hpp"

namespace railyard::diagram {
namespace {

// Words of a legend, one after the other.
std::string words_of(const test::DrawnJob& job, GroupChoice choice) {
    Scene scene;
    Legend legend(scene, 0, 0, 2000);
    PlacementPicture picture{job.topology, job.layout, job.placement()};
    picture.hops = choice;
    add_hop_legend(legend, picture);
    std::string words;
    for (const Text& text : scene.texts) words += text.text + " | ";
    return words;
}

// The tiles of all ranks in a row.
std::size_t lines_of(const test::DrawnJob& job, GroupChoice choice) {
    Scene scene;
    HopMap map;
    map.blocks.emplace_back();
    for (const GpuId gpu : job.placement().gpu_of) {
        HopSeat seat;
        seat.left = gpu.value() * 20.0;
        seat.right = seat.left + 10;
        seat.bottom = 28;
        seat.gap_below = 34;
        seat.gutter_left = seat.left - 5;
        seat.gutter_right = seat.right + 5;
        seat.column = gpu.value();
        map.seats[gpu.value()] = seat;
    }
    PlacementPicture picture{job.topology, job.layout, job.placement()};
    picture.hops = choice;
    add_hop_lines(scene, picture, map);
    return scene.lines.size();
}

TEST_CASE("strokes tell NVLink, PCIe and the network apart without colour") {
    CHECK(hop_stroke(Reach::nvlink()).dash == Dash::solid);
    CHECK(hop_stroke(Reach::pcie()).dash == Dash::dotted);
    CHECK(hop_stroke(Reach::tier(0)).dash == Dash::dashed);
    CHECK(hop_stroke(Reach::tier(1)).dash == Dash::dash_dot);
    CHECK(hop_stroke(Reach::tier(2)).dash == Dash::long_dashes);
}

// 16 stages of 8 ranks: 9 stages fit the 72 GPUs of the first rack, one hop of 15 crosses.
TEST_CASE("the legend counts hops by their reach, and the wrap apart") {
    const test::DrawnJob job("llama3-405b-8k", "gb200-nvl72");
    CHECK(words_of(job, {Dimension::pp, 0}) ==
          "group 0 of pp, a chain of 16 ranks: | NVLink: 14 hops | network: 1 hop | last stage to first, "
          "network: 1 hop | ");
    CHECK(words_of(job, {Dimension::tp, 3}) == "group 3 of tp, a ring of 8 ranks: | NVLink: 8 hops | ");
    CHECK(lines_of(job, {Dimension::pp, 0}) == 16);
    CHECK(lines_of(job, {Dimension::tp, 3}) == 8);
}

TEST_CASE("where stages have one chunk nothing goes from the last to the first, and no hop is drawn there") {
    const test::DrawnJob job("llama3-405b-8k", "gb200-nvl72",
                             {{"pipeline.schedule", "1f1b"}, {"pipeline.chunks", "1"}});
    CHECK(words_of(job, {Dimension::pp, 0}) ==
          "group 0 of pp, a chain of 16 ranks: | NVLink: 14 hops | network: 1 hop | ");
    CHECK(lines_of(job, {Dimension::pp, 0}) == 15);
}

// Thumbnails in a row, a member of the group in each: member j in the one with the number place(j).
DrawnHops drawn_between_thumbnails(const std::function<std::uint32_t(std::uint32_t)>& place, Scene& scene) {
    const test::DrawnJob job("llama3-405b-8k", "gb200-nvl72");
    PlacementPicture picture{job.topology, job.layout, job.placement()};
    picture.hops = GroupChoice{Dimension::dp, 0};  // ranks 0, 128, ...: 64 of them
    HopMap map;
    for (std::uint32_t b = 0; b < 64; ++b)
        map.blocks.push_back({50.0 * b - 10, 50.0 * b + 40, 60, 0, false, 50.0 * b, 50.0 * b + 30});
    for (std::uint32_t j = 0; j < 64; ++j) {
        HopSeat seat;
        seat.block = place(j);
        seat.left = 50.0 * seat.block + 5;
        seat.right = seat.left + 6;
        seat.bottom = 10;
        map.seats[job.placement().gpu_of[RankId(j * 128)].value()] = seat;
    }
    return add_hop_lines(scene, picture, map);
}

TEST_CASE("hops between neighbours are all drawn, of those that would run into each other the first") {
    Scene near;
    const DrawnHops all = drawn_between_thumbnails([](std::uint32_t j) { return j; }, near);
    CHECK(all.drawn == 64);
    CHECK(all.words("rack").empty());
    Scene far;
    // 37 and 64 have no divisor in common: every thumbnail has one member, 37 away from the next.
    const DrawnHops some = drawn_between_thumbnails([](std::uint32_t j) { return j * 37 % 64; }, far);
    CHECK(some.all == 64);
    CHECK(some.drawn >= 8);
    CHECK(some.drawn < 64);
    CHECK(far.lines.size() == some.drawn);
    CHECK(some.words("rack") ==
          "drawn: the first " + std::to_string(some.drawn) + " of 64 hops; more would run into each other");
}

// All 72 GPUs of two racks in one ring.
TEST_CASE("among many members in one thumbnail no lines are drawn, and that is said") {
    const test::DrawnJob job("llama3-405b-8k", "gb200-nvl72",
                             {{"parallel.tp", "1"},
                              {"parallel.pp", "1"},
                              {"parallel.dp", "144"},
                              {"batch.sequences", "144"},
                              {"pipeline.chunks", "1"},
                              {"placement.keep", "[]"}});
    PlacementPicture picture{job.topology, job.layout, job.placement()};
    picture.hops = GroupChoice{Dimension::dp, 0};
    HopMap map;
    for (std::uint32_t b = 0; b < 2; ++b)
        map.blocks.push_back({50.0 * b - 10, 50.0 * b + 40, 60, 0, false, 50.0 * b, 50.0 * b + 30});
    for (const GpuId gpu : job.placement().gpu_of) map.seats[gpu.value()].block = gpu.value() / 72;
    Scene scene;
    const DrawnHops hops = add_hop_lines(scene, picture, map);
    CHECK(hops.all == 144);
    CHECK(hops.inside == 142);
    CHECK(scene.lines.size() == 2);
    CHECK(hops.words("rack") == "hops inside a rack are not drawn here");
}

TEST_CASE("tiers have their names, and of many pairs one member's are drawn") {
    const test::DrawnJob job("deepseek-v3", "dgx-h100-superpod");
    // ep 64 on boxes of 8: 8 x 8 x 7 pairs inside, the others within one unit of 32 boxes.
    CHECK(words_of(job, {Dimension::ep, 0}) ==
          "group 0 of ep, all pairs of 64 ranks: | NVLink: 448 hops | network, leaf: 3,584 hops | drawn: "
          "those of rank 0 | ");
    CHECK(lines_of(job, {Dimension::ep, 0}) == 63);
}

}  // namespace
}  // namespace railyard::diagram
