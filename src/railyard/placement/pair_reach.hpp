#pragma once
// The reach of one pair of cells, as a number of a slot to count in. This is the innermost step of counting.

#include <array>
#include <cstddef>
#include <cstdint>

#include "railyard/placement/cells.hpp"

namespace railyard {

inline constexpr std::size_t nvlink_slot = 0;
inline constexpr std::size_t pcie_slot = 1;
inline constexpr std::size_t unreachable_slot = 2;
inline constexpr std::size_t first_tier_slot = 3;
inline constexpr std::size_t most_counted_tiers = 16;  // as many as a topology file may have

using ReachSlots = std::array<std::uint64_t, first_tier_slot + most_counted_tiers>;

// The tier at which two cells of different domains meet.
inline std::size_t network_slot(const Cells& cells, std::uint32_t a, std::uint32_t b) {
    if (!cells.has_way_out(a) || !cells.has_way_out(b)) return unreachable_slot;
    const std::size_t tiers = cells.tiers();
    for (std::size_t t = 0; t < tiers; ++t) {
        if (cells.span(t, a) != cells.span(t, b)) continue;
        if (t == 0 && tiers > 1 && cells.rails_matter() &&
            !cells.relayed(cells.relay_class(a), cells.relay_class(b))) {
            continue;
        }
        return first_tier_slot + t;
    }
    return unreachable_slot;
}

template <CellSize size>
inline std::size_t reach_slot(const Cells& cells, std::uint32_t a, std::uint32_t b) {
    if constexpr (size == CellSize::domain) {
        if (a == b) return cells.nvlink_inside(a, b) ? nvlink_slot : pcie_slot;
    } else {
        if (cells.domain(a) == cells.domain(b)) return cells.nvlink_inside(a, b) ? nvlink_slot : pcie_slot;
    }
    return network_slot(cells, a, b);
}

}  // namespace railyard
