#pragma once
// A scene as SVG: static, no script, no font of its own, light or dark as the viewer prefers, the same bytes
// for the same scene. Boxes with a name are <g class="node">, lines that join boxes <g class="edge">, each
// with its <title>, as Graphviz writes them.

#include <string>

#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

std::string svg_of(const Scene& scene);

}  // namespace railyard::diagram
