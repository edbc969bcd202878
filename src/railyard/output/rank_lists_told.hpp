#pragma once
// Placements that no layout's rules make, in words.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/placement/placement.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::output {

// For a layout file that is written of such a placement.
inline constexpr std::string_view needs_rank_list =
    "Its ranks sit as --ranks writes them (for place --placement): its rules alone put them elsewhere.";

// Rows of a table, and the first domain of each.
struct RowStart {
    std::size_t row = 0;  // its number
    PlacementOrigin origin = PlacementOrigin::rules;
    DomainId begins_on;
};

// A sentence for those of given origin, which says how to have them; empty: none is.
std::string rank_lists_told(const Topology& topology, const std::vector<RowStart>& rows);

}  // namespace railyard::output
