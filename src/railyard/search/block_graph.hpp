#pragma once
// What blocks of ranks say to each other in a step, for improving a placement block by block.

#include <cstdint>
#include <vector>

#include "railyard/job/layout.hpp"
#include "railyard/job/volumes.hpp"

namespace railyard::search {

struct BlockEdge {
    std::uint32_t to = 0;
    double bytes = 0;  // both directions together, in a step, that cross where the two are in other domains
};

struct BlockGraph {
    std::uint32_t block = 1;                    // ranks of each
    std::vector<std::vector<BlockEdge>> edges;  // of each block, by the number of the other
};

// Blocks of consecutive ranks; `block` divides the ranks.
BlockGraph block_graph(const Layout& layout, const Volumes& volumes, std::uint32_t block);

// Bytes between blocks that are not in the same place.
double bytes_apart(const BlockGraph& graph, const std::vector<std::uint32_t>& place_of);

}  // namespace railyard::search
