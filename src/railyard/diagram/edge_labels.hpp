#pragma once
// Words on lines: each where it lies on nothing else, or not at all.

#include <string>
#include <vector>

#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

struct EdgeLabel {
    std::vector<Point> way;  // of the line
    std::string words;
};

// Adds as texts those that find a place along their lines free of boxes and other texts, on paper of their
// own. Returns how many did not.
std::size_t add_edge_labels(Scene& scene, const std::vector<EdgeLabel>& labels);

}  // namespace railyard::diagram
