#include <algorithm>
#include <numeric>

#include "railyard/placement/placement.hpp"

namespace railyard {
namespace {

// Ranks of the leading digits up to and with the last one that belongs to the item: all digits of a
// dimension, or its tiles of that size.
std::uint32_t dense_block(const RankGrid& grid, const OrderItem& item) {
    std::uint32_t block = 1;
    for (const auto& entry : grid.entries()) {
        const bool belongs = entry.dimension == item.dimension && (!item.tile || item.tile == entry.tile);
        if (belongs && entry.size > 1) block = entry.rank_stride * entry.size;
    }
    return block;
}

// The smallest aligned run of ranks that holds whole runs of `group` numbers of a stage. Digits of a stage
// that follow each other count on like one, so a part of them may do; with a digit of pp in between all of
// them are needed, in every stage.
std::uint32_t expert_block(const RankGrid& grid, std::uint32_t group) {
    std::uint32_t numbers = 1;  // of a stage, in the block so far
    std::uint32_t block = 1;
    std::uint32_t digits = 1;  // what the digits since the last one of pp multiply up to
    const auto part = [&] { return group / std::gcd(group, numbers); };
    for (const auto& entry : grid.entries()) {
        if (entry.dimension != Dimension::pp || entry.size == 1) {
            digits *= entry.size;
            continue;
        }
        if (digits % part() == 0) break;
        block *= digits * entry.size;
        numbers *= digits;
        digits = 1;
    }
    return block * part();
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
            if (degrees.edp() > 1) wanted = expert_block(grid, degrees.ranks_per_stage());
        } else {
            wanted = dense_block(grid, item);
        }
        // Blocks of both kinds are leading runs, so the larger mostly holds the smaller whole.
        block = std::lcm(block, wanted);
    }
    return block;
}

}  // namespace railyard
