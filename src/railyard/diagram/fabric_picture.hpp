#pragma once
// The network of a topology from the top: tiers with their switches and oversubscription, rails, and the
// domains below. Of like spans and like domains one is drawn, the others are one part with their number.

#include <set>
#include <string>

#include "railyard/diagram/scene.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::diagram {

// GPUs of the largest fabric that is drawn: its explicit graph is built.
inline constexpr std::uint32_t most_drawn_gpus = 300'000;

// `unfold`: physical domains (racks, boxes) to draw with their servers and GPUs. The topology must be finite,
// of no more than most_drawn_gpus, and have tiers. `extent`: a line about how much of it this is, where it
// goes on.
Scene fabric_scene(const Topology& topology, const std::set<std::uint32_t>& unfold,
                   const std::string& extent = "");

}  // namespace railyard::diagram
