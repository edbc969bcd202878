#pragma once
// The hops of one group over tiles that are drawn already: NVLink, PCIe and network by different strokes, and
// their counts for the legend.

#include <cstddef>
#include <string>
#include <string_view>

#include "railyard/diagram/hop_routes.hpp"
#include "railyard/diagram/legend.hpp"
#include "railyard/diagram/placement_picture.hpp"
#include "railyard/diagram/scene.hpp"
#include "railyard/topology/reach.hpp"

namespace railyard::diagram {

// How a hop of some reach is drawn.
Line hop_stroke(Reach reach);

// What the lines of the chosen group stand for, and how many hops there are of each.
void add_hop_legend(Legend& legend, const PlacementPicture& picture);

// How many of the hops between seats became lines.
struct DrawnHops {
    std::size_t drawn = 0;
    std::size_t all = 0;
    std::size_t inside = 0;  // left out inside blocks without words
    // What a reader has to know of the rest; empty where nothing was left out. `block`: a rack.
    [[nodiscard]] std::string words(std::string_view block) const;
};

// The lines. Members without a seat are passed over. Of many ordered pairs those of the first member alone
// are drawn: all would hide the tiles. Inside blocks without words nothing is drawn where many members share
// one; and where lines would run into each other the first hops of the group are all that is drawn.
DrawnHops add_hop_lines(Scene& scene, const PlacementPicture& picture, const HopMap& map);

}  // namespace railyard::diagram
