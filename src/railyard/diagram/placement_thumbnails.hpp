#pragma once
// Small pictures of the domains of a placement, in rows.

#include <set>

#include "railyard/diagram/hop_routes.hpp"
#include "railyard/diagram/placement_fold.hpp"
#include "railyard/diagram/placement_tiles.hpp"
#include "railyard/diagram/placement_view.hpp"
#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

struct Thumbnails {
    const Topology& topology;
    const PlacementView& view;
    const TileLook& look;
    const std::set<std::uint32_t>& in_full;  // their frames are thicker
    double left = 0;                         // x, of the first
    double width = 0;                        // of a row of them
};

// Adds the title and the rows below it, and where they join hops the seats of these to `map`. Returns where
// the next thing may begin.
double add_thumbnails(Scene& scene, const Thumbnails& of, const ThumbnailRows& rows, double top, HopMap& map);

}  // namespace railyard::diagram
