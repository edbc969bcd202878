#pragma once
// The hops of one group over tiles that are drawn already: NVLink, PCIe and network by different strokes, and
// their counts for the legend.

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

// The lines. Members without a seat are passed over. Of many ordered pairs those of the first member alone
// are drawn: all would hide the tiles.
void add_hop_lines(Scene& scene, const PlacementPicture& picture, const HopMap& map);

}  // namespace railyard::diagram
