#pragma once
// How a line is broken: the one place that says how long its dashes are, for SVG and for Graphviz.

#include <vector>

#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

// Pixels that are drawn and left out in turn, for a line of this width; of an even number. Empty: solid.
std::vector<double> dash_lengths(Dash dash, double width);

// The drawn pieces of a line through `points` (two or more), none of them without length. The last one
// reaches the line's end, so that an arrow's head is never apart from it. A line without length is one piece.
std::vector<std::vector<Point>> dash_pieces(const std::vector<Point>& points,
                                            const std::vector<double>& lengths);

}  // namespace railyard::diagram
