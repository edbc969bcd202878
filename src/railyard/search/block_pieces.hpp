#pragma once
// What a block of ranks may come apart into where it finds no room whole: groups that belong together still.

#include <cstdint>
#include <vector>

#include "railyard/job/layout.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::search {

// Sizes smaller than `block`, the largest first, each a divisor of the one before: runs of leading entries of
// the order (whole groups of tp, say), then as many ranks as a server has GPUs, at last single ranks.
std::vector<std::uint32_t> pieces_of(const Topology& topology, const Layout& layout, std::uint32_t block);

}  // namespace railyard::search
