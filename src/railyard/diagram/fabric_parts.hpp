#pragma once
// What a network is drawn as: switches of its tiers and its domains, alike ones folded into one part with
// their number. Domains that lack GPUs are alike where they lack as many.

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "railyard/diagram/scene.hpp"
#include "railyard/topology/graph.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::diagram {

struct FabricParts {
    std::vector<Box> boxes;                                       // with their sizes, not yet their places
    std::vector<std::size_t> row_of;                              // 0: the highest tier
    std::vector<std::vector<std::uint32_t>> rows;                 // numbers of boxes, left to right
    std::vector<std::uint32_t> part_of;                           // by node of the graph
    std::vector<std::pair<std::uint32_t, std::uint32_t>> opened;  // physical domain, its box
    std::vector<GpuId> first_gpu;                                 // by physical domain
    std::vector<std::uint32_t> kind_of;                           // the same
    bool has_folded = false;
    bool has_damaged = false;  // parts whose domains have some GPUs unavailable
    bool has_missing = false;  // and all of them
};

// Sizes in pixels.
inline constexpr double fabric_box_width = 116;
inline constexpr double fabric_box_height = 44;
inline constexpr double fabric_gap = 22;   // between boxes of a row
inline constexpr double fabric_cell = 13;  // a GPU of an open domain

// Fill of parts that stand for many.
Fill folded_fill();

// `graph`: of the whole topology. `unfold`: physical domains to draw with their servers and GPUs.
FabricParts fabric_parts(const Topology& topology, const Graph& graph, const std::set<std::uint32_t>& unfold);

}  // namespace railyard::diagram
