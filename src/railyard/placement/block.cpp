#include <algorithm>
#include <numeric>

#include "railyard/placement/placement.hpp"

namespace railyard {
namespace {

// Ranks of the leading digits up to and with the last one that belongs to the item.
std::uint32_t dense_block(const RankGrid& grid, const OrderItem& item) {
    std::uint32_t block = 1;
    for (const auto& entry : grid.entries()) {
        const bool belongs = entry.dimension == item.dimension && (!item.tile || *item.tile == entry.size);
        if (belongs && entry.size > 1) block = entry.rank_stride * entry.size;
    }
    return block;
}

// The smallest aligned run of ranks that holds whole runs of `group` numbers of a stage.
std::uint32_t expert_block(const RankGrid& grid, std::uint32_t group) {
    std::uint32_t stage_numbers = 1;  // of a stage, in the run so far
    std::uint32_t block = 1;
    for (const auto& entry : grid.entries()) {
        if (stage_numbers % group == 0) break;
        const bool inside = entry.dimension != Dimension::pp;
        // A part of this digit may do.
        if (inside && group % stage_numbers == 0 && entry.size % (group / stage_numbers) == 0) {
            return block * (group / stage_numbers);
        }
        block *= entry.size;
        if (inside) stage_numbers *= entry.size;
    }
    return block;
}

}  // namespace

std::uint32_t block_size(const RankGrid& grid, const std::vector<OrderItem>& keep) {
    const Degrees& degrees = grid.degrees();
    std::uint32_t block = 1;
    for (const auto& item : keep) {
        std::uint32_t wanted = 1;
        if (item.dimension == Dimension::ep) {
            wanted = expert_block(grid, degrees.etp * degrees.ep);
        } else if (item.dimension == Dimension::etp) {
            wanted = expert_block(grid, degrees.etp);
        } else if (item.dimension == Dimension::edp) {
            wanted = expert_block(grid, degrees.ranks_per_stage());
        } else {
            wanted = dense_block(grid, item);
        }
        // Blocks of both kinds are leading runs, so the larger mostly holds the smaller whole.
        block = std::lcm(block, wanted);
    }
    return block;
}

}  // namespace railyard
