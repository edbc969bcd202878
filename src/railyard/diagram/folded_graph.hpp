#pragma once
// An explicit graph with like parts drawn as one: parallel edges between what is drawn are one bundle.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "railyard/diagram/scene.hpp"
#include "railyard/topology/graph.hpp"

namespace railyard::diagram {

// `count` links of one kind and rate between two drawn parts; a < b, or a == b for links inside one part.
struct Bundle {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    EdgeKind kind = EdgeKind::nvlink;
    std::uint64_t count = 0;
    BytesPerSecond bandwidth;  // of one, per direction
};

inline constexpr std::uint32_t not_drawn = std::numeric_limits<std::uint32_t>::max();

// part_of: for every node of the graph the number of the part that it is drawn as, or not_drawn. Bundles come
// in the order of a, b, kind, bandwidth.
std::vector<Bundle> bundles_of(const Graph& graph, const std::vector<std::uint32_t>& part_of);

// "18 x 50 GB/s".
std::string words_of(const Bundle& bundle);

// How links of a kind are drawn; more of them are a wider line.
Line stroke_of(EdgeKind kind, std::uint64_t count);

}  // namespace railyard::diagram
