#pragma once
// Scenes on paper: how large their text is there, and parts of those that are taller than a page.

#include <vector>

#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

// The smallest text in it, in pixels of the scene; 0 without text.
double smallest_text(const Scene& scene);

// The scene from above to below, cut where it may be so that no part is taller than `most` as far as that
// goes. Boxes and text are in the part where they begin, lines in every part that they run through.
std::vector<Scene> parts_of(const Scene& scene, double most);

}  // namespace railyard::diagram
