#include "railyard/diagram/placement_tiles.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "railyard/placement/hop_walk.hpp"

namespace railyard::diagram {
namespace {

struct StateLook {
    std::string_view word;
    BoxStyle style;
};

const StateLook& look_of(TileState state) {
    static const std::array<StateLook, 5> looks = {
        {{"", {Ink::none, Ink::frame}},
         {"idle", {Ink::paper, Ink::frame, 1, Dash::dashed}},
         {"spare", {Ink::faint, Ink::frame, 1, Dash::solid, Pattern::striped}},
         {"unavailable", missing_style()},
         {"unused", {Ink::paper, Ink::faint}}}};
    return looks[static_cast<std::size_t>(state)];
}

}  // namespace

std::string_view word_of(TileState state) {
    return look_of(state).word;
}

BoxStyle style_of(TileState state) {
    return look_of(state).style;
}

TileLook::TileLook(const PlacementPicture& picture)
    : colours_(ramp(std::min<std::size_t>(picture.layout.degrees.of(picture.colour), most_colours))) {
    if (!picture.hops) return;
    const RankGrid grid(picture.layout.order, picture.layout.degrees);
    for (const RankId rank : group_members(grid, picture.hops->dimension, picture.hops->number).ranks)
        group_.insert(rank.value());
}

BoxStyle TileLook::style_of(const Tile& tile) const {
    if (tile.state != TileState::rank) return diagram::style_of(tile.state);
    return {colours_[tile.colour % colours_.size()], Ink::none};
}

bool TileLook::in_group(const Tile& tile) const {
    return tile.state == TileState::rank && group_.count(tile.rank.value()) > 0;
}

}  // namespace railyard::diagram
