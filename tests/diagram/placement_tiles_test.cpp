#include "railyard/diagram/placement_tiles.hpp"

#include <doctest/doctest.h>

#include "tests/support/diagram_jobs.hpp"

namespace railyard::diagram {
namespace {

// In grey print only shapes are left: no two states may share theirs.
TEST_CASE("idle, spare and unavailable GPUs are told apart without colour, and from every rank") {
    using Look = std::pair<Dash, Pattern>;
    std::set<Look> looks;
    for (const TileState state : {TileState::idle, TileState::spare, TileState::unavailable}) {
        const BoxStyle style = style_of(state);
        CHECK(looks.insert({style.dash, style.pattern}).second);
        CHECK(!word_of(state).empty());
    }
    CHECK(looks.count({Dash::solid, Pattern::plain}) == 0);  // that of a rank
    CHECK(style_of(TileState::unavailable).pattern == Pattern::crossed);
}

TEST_CASE("ranks have their coordinate's colour, and know whether they are in the group of the hops") {
    const test::DrawnJob job("gpt3-175b-64", "gb200-nvl72");  // tp 8, pp 8
    PlacementPicture picture{job.topology, job.layout, job.placement()};
    const Tile tile{GpuId(9), TileState::rank, RankId(9), 1};
    CHECK(!TileLook(picture).in_group(tile));
    picture.hops = GroupChoice{Dimension::pp, 1};  // ranks 1, 9, 17, ...
    const TileLook look(picture);
    CHECK(look.in_group(tile));
    CHECK(!look.in_group({GpuId(8), TileState::rank, RankId(8), 1}));
    CHECK(!look.in_group({GpuId(9), TileState::idle, RankId(9), 1}));
    CHECK(look.colours().size() == 8);
    CHECK(look.style_of(tile).fill == Fill(look.colours()[1]));
}

}  // namespace
}  // namespace railyard::diagram
