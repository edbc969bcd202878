#pragma once
// The members of one group by their numbers, 0 being the lowest: where each is, and how many come before a
// position. The work is one step a digit, however many members there are.

#include <array>
#include <cstdint>

#include "railyard/placement/residues.hpp"
#include "railyard/placement/spacing.hpp"

namespace railyard {

class GroupDigits {
  public:
    // `own`: the members as sums of digits (RegularGroups::own), with at least one digit. The whole blocks of
    // `spacing` that groups of the highest digit go through are part of where they lie.
    GroupDigits(const AxisSet& own, const Spacing& spacing);

    [[nodiscard]] std::uint64_t members() const { return members_; }
    // From one step of the highest digit to the next, and so many steps: groups lie whole in blocks of that
    // many positions, in each one alike.
    [[nodiscard]] std::uint64_t top_step() const { return digits_[count_ - 1].stride; }
    [[nodiscard]] std::uint64_t block() const { return top_step() * digits_[count_ - 1].size; }

    // After how many positions what an interval of such a length sees of the groups of its block is the same
    // again, as long as it stays in one block: it holds members of no two steps of a higher digit that
    // belong to one group, or (of the highest digit) never a whole group. The block, where that is not so.
    [[nodiscard]] std::uint64_t repeats_after(std::uint64_t length) const;

    // Whether a rank is there; positions are counted from the beginning of a block.
    [[nodiscard]] bool is_rank(std::uint64_t position) const {
        return pitch_ == 0 || position % pitch_ < filled_;
    }
    // Which member of its group has a position, and where that group's first one is.
    struct Member {
        std::uint64_t number = 0;
        std::uint64_t first = 0;
    };
    [[nodiscard]] Member at(std::uint64_t position) const;
    // How far a member is from the first one.
    [[nodiscard]] std::uint64_t offset(std::uint64_t number) const;
    // Members less than `distance` from the first one.
    [[nodiscard]] std::uint64_t below(std::uint64_t distance) const;

  private:
    struct Digit {
        std::uint64_t size = 1;
        std::uint64_t stride = 1;
        std::uint64_t members = 1;  // of the digits below
    };
    std::array<Digit, AxisSet::most_axes> digits_;  // innermost first
    std::size_t count_ = 0;
    std::uint64_t members_ = 1;
    std::uint64_t pitch_ = 0;  // from gap to gap within a block; 0: none
    std::uint64_t filled_ = 0;
};

}  // namespace railyard
