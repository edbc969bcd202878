#pragma once
// How the tiles of a domain stand: in rows and columns, in their physical order.

#include <cstdint>
#include <utility>
#include <vector>

#include "railyard/diagram/placement_view.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::diagram {

struct TileShape {
    std::uint32_t columns = 1;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> rows;  // first tile and behind the last
    std::vector<std::size_t> server_starts;                     // rows
};

// Servers are rows, of 8 tiles at most; the GPUs of a server that stands alone are two.
TileShape shape_of(const Topology& topology, const DomainTiles& domain);

}  // namespace railyard::diagram
