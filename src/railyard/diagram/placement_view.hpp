#pragma once
// A placement as people see racks: what every GPU of a domain is to the job, and which domains are alike.

#include <cstdint>
#include <string>
#include <vector>

#include "railyard/job/rank_grid.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::diagram {

// Of a dimension with more members colours repeat.
inline constexpr std::uint32_t most_colours = 16;

enum class TileState : std::uint8_t {
    rank,         // holds one
    idle,         // healthy, in a used domain, left over
    spare,        // kept back by per_domain
    unavailable,  // not there
    unused        // in a domain that the job does not use
};

struct Tile {
    GpuId gpu;
    TileState state = TileState::unused;
    RankId rank;               // state rank
    std::uint32_t colour = 0;  // its coordinate in the dimension that is coloured
};

// A domain with its GPUs in their physical order, and how many there are of each state.
struct DomainTiles {
    Domain domain;
    std::vector<Tile> tiles;

    [[nodiscard]] std::uint32_t count(TileState state) const;
};

// Domains of one kind that look the same: the same states and colours in the same places.
struct AlikeDomains {
    std::vector<std::uint32_t> members;  // numbers into PlacementView::domains, rising
};

struct PlacementView {
    std::vector<DomainTiles> domains;  // from the first of the topology to the last that is drawn
    std::vector<AlikeDomains> alike;   // by their first member
    std::uint32_t left_out = 0;        // unused domains behind the last that is drawn

    [[nodiscard]] std::uint32_t count(TileState state) const;
};

// How many domains are drawn, from the first on: all up to the last used one, and the unused ones behind it
// where a topology of some fixed size has few of these.
std::uint32_t drawn_domains(const Topology& topology, const Placement& placement);

// All domains up to the last used one; unused ones behind it where a topology of some fixed size has few.
// `spares`: GPUs used of each domain at most (per_domain), 0: all.
PlacementView view_of(const Topology& topology, const RankGrid& grid, const Placement& placement,
                      std::uint32_t per_domain, Dimension colour);

}  // namespace railyard::diagram
