#pragma once
// How close lines that run beside each other come.

#include <cstdint>
#include <vector>

#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

// Pixels between the closest two pieces of different lines that lie along the same axis and run beside each
// other for more than a pixel or two; 0 where one lies on the other, infinite where there are none. Lines of
// the same `bundle` may lie on each other (own_lane: of none).
double closest_pieces(const std::vector<std::vector<Point>>& lines,
                      const std::vector<std::uint32_t>& bundles);

}  // namespace railyard::diagram
