#pragma once
// Words on lines: what alike neighbours at one box have in common is said once, at that box; the words of a
// line that is alone stand on it, where it lies on nothing else and no other line runs through them.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

inline constexpr std::uint32_t no_end = std::numeric_limits<std::uint32_t>::max();

// Of a line from a box above to one below; the ends are numbers of the caller's, no_end: the line is said by
// itself.
struct EdgeLabel {
    std::vector<Point> way;  // the upper end first
    std::string words;
    std::uint32_t upper = no_end;
    std::uint32_t lower = no_end;
};

// Adds texts on paper of their own to a scene that has its boxes and lines. Returns how many lines nobody
// speaks for, as there was no place.
std::size_t add_edge_labels(Scene& scene, const std::vector<EdgeLabel>& labels);

// Ends of lines along the lower side of the upper box and the upper side of the lower one: no two in one
// place, and as few crossings as their order can do.
struct Joint {
    std::uint32_t upper = 0;  // numbers into the boxes
    std::uint32_t lower = 0;
};
std::vector<std::vector<Point>> spread_ways(const std::vector<Joint>& joints, const std::vector<Box>& boxes);

}  // namespace railyard::diagram
