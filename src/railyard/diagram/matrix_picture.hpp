#pragma once
// Who sends how much to whom as a heat map, with the spans of the tiers marked.

#include <string>

#include "railyard/diagram/scene.hpp"
#include "railyard/placement/traffic_matrix.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::diagram {

// Rows and columns beyond which places share one.
inline constexpr std::size_t most_matrix_cells = 128;

// Rows send, columns receive; colours are logarithmic. Lines stand where a span of a tier ends (for servers:
// where a domain does).
Scene matrix_scene(const std::string& title, const Topology& topology, const TrafficMatrix& matrix);

}  // namespace railyard::diagram
