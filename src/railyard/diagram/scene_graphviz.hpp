#pragma once
// A scene through Graphviz: as DOT with every node pinned where the scene has it (`neato -n2` draws it), and
// as PNG and PDF of that. Nodes have fixed sizes, so that the fonts of a machine move nothing. Calls are
// serialised: Graphviz keeps global state. What it warns about is dropped.

#include <string>

#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

enum class GraphvizOutput { dot, png, pdf };

// The file. Throws std::runtime_error where Graphviz fails (a plugin that is not installed).
std::string graphviz_of(const Scene& scene, GraphvizOutput output);

}  // namespace railyard::diagram
