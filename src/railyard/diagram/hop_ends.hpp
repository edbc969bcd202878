#pragma once
// Where the lines of hops touch the tiles that they join, so that no two of them are told apart by nothing.

#include <cstdint>
#include <utility>
#include <vector>

#include "railyard/diagram/hop_routes.hpp"

namespace railyard::diagram {

enum class Side : std::uint8_t { left, right, top, bottom };

// A straight stretch of free room: vertical at x = at, or horizontal at y = at.
struct Channel {
    bool is_vertical = true;
    double at = 0;
    double width = 0;  // that its lanes share
};

// From one side of a tile, through channels that stand across each other, to a side of another. Without
// channels: straight.
struct Route {
    Side from = Side::right;
    Side to = Side::left;
    std::vector<Channel> channels;
};

using EndPoints = std::vector<std::pair<Point, Point>>;

// Of every hop where it starts and where it ends. Straight hops keep to the middle of their side, there and
// back beside each other; others stand above and below them, and what comes into one gutter from the tiles on
// its two sides stands on different heights. Lines of one bundle share a place.
EndPoints hop_ends(const std::vector<HopEnds>& hops, const std::vector<Route>& routes, const HopMap& map);

}  // namespace railyard::diagram
