#pragma once
// A placement made better block by block: blocks change places as long as that takes bytes off the network.
// A local search with a fixed seed, for topologies that are not regular.

#include <cstdint>
#include <vector>

#include "railyard/search/block_graph.hpp"

namespace railyard::search {

// Seats for blocks: the domain of each, and the block on it (`no_block`: free).
inline constexpr std::uint32_t no_block = ~0U;
struct Seats {
    std::vector<std::uint32_t> domain;
    std::vector<std::uint32_t> block;
};

// Swaps what sits on two seats of different domains wherever bytes between domains become fewer, until no
// swap of two does, or `rounds` are over. Returns the bytes saved.
double improve(const BlockGraph& graph, Seats& seats, std::uint64_t seed, std::uint32_t rounds = 50);

}  // namespace railyard::search
