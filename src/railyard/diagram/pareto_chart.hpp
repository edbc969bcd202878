#pragma once
// Points of a sweep by two figures, and the front of those that no other beats in both.

#include <cstdint>
#include <string>
#include <vector>

#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

enum class Better : std::uint8_t { lower, higher };

struct ParetoAxis {
    std::string title;  // with its unit: "step time, seconds"
    Better better = Better::lower;
};

struct ParetoPoint {
    double x = 0;  // in the units of the axes; points that are not finite are left out
    double y = 0;
    std::vector<std::string> choices;  // "tp 8", "pp 16": the same key at the same place in all points
};

struct ParetoChart {
    std::string title;
    ParetoAxis x;
    ParetoAxis y;
    std::vector<ParetoPoint> points;
};

// Numbers of the points that no other equals or beats in both figures, best x first; of points that are alike
// the first. n log n.
std::vector<std::size_t> pareto_front(const ParetoChart& chart);

// All points, the front joined and numbered, and a list of what the numbers stand for: both figures, and the
// choices that differ along the front. svg_of() (scene_svg.hpp) makes SVG of it, render()
// (picture_format.hpp) any format.
Scene pareto_scene(const ParetoChart& chart);

}  // namespace railyard::diagram
