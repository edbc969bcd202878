#pragma once
// Explicit placements: CSV with a row per rank, as `--ranks` writes it.

#include "railyard/input/source.hpp"
#include "railyard/job/rank_grid.hpp"
#include "railyard/placement/placement.hpp"

namespace railyard {

inline constexpr std::size_t largest_placement_file = std::size_t{1} << 32U;  // bytes

// Reads a placement. The header names the columns; `rank` and `gpu` are needed, in any order, rows may be in
// any order too. Where tp, cp, pp, dp, ep, etp or edp stand beside them they must be those of the layout.
// Throws InputError: unknown columns, ranks that are missing or there twice, GPUs that the topology does not
// have, that are unavailable or hold two ranks.
Placement read_placement(const Topology& topology, const RankGrid& grid, const input::Source& source);
Placement load_placement(const Topology& topology, const RankGrid& grid, const std::string& path);

}  // namespace railyard
