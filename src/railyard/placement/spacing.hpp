#pragma once
// Ranks as positions. Blocks that end within a domain leave the rest of it empty, so a rank's domain does not
// follow from its number by one division. Counted with the empty places it does: each block begins `pitch`
// positions after the one before it, a whole number of domains.

#include <cstdint>

#include "railyard/job/rank_grid.hpp"
#include "railyard/placement/residues.hpp"

namespace railyard {

class Spacing {
  public:
    Spacing() = default;  // nothing left empty: a rank's position is its number
    // `pitch` is at least `block`.
    Spacing(std::uint64_t block, std::uint64_t pitch) : block_(block), pitch_(pitch) {}

    [[nodiscard]] std::uint64_t position(std::uint64_t rank) const {
        return block_ == 0 ? rank : rank / block_ * pitch_ + rank % block_;
    }
    // Adds a digit of rank numbers to a set of positions; one that goes on beyond a block is two digits then.
    // False, and nothing added, where blocks do not end with a step of the digit.
    [[nodiscard]] bool add(const Axis& axis, AxisSet& positions) const;

    // Ranks from one gap to the next, and positions from one block to the next; 0: no gaps.
    [[nodiscard]] std::uint64_t block() const { return block_; }
    [[nodiscard]] std::uint64_t pitch() const { return pitch_; }

  private:
    std::uint64_t block_ = 0;
    std::uint64_t pitch_ = 0;
};

}  // namespace railyard
