#include "railyard/diagram/hop_lines.hpp"

#include <doctest/doctest.h>

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
        seat.left = gpu.value() * 10.0;
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
