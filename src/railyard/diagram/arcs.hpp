#pragma once
// Lines between things in a row, led above it: no two run on the same level where they would overlap, and
// each leaves its ends at a place of its own.

#include <cstdint>
#include <vector>

#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

// Numbers of the two ends in the row.
struct Arc {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

// The level of each arc, from 0; short ones lie low.
std::vector<std::uint32_t> arc_levels(const std::vector<Arc>& arcs);

// The ways of the arcs over boxes whose tops are at `top` and whose middles are at `middles`; `room` is how
// wide the places at one box may spread.
std::vector<std::vector<Point>> arc_ways(const std::vector<Arc>& arcs, const std::vector<double>& middles,
                                         double top, double room);

inline constexpr double arc_step = 15;  // pixels from level to level

// How high the arcs rise.
double arcs_height(const std::vector<Arc>& arcs);

}  // namespace railyard::diagram
