#pragma once
// The groups of one dimension as digits of positions, and their hops as steps from digit to digit: what
// counting by remainders needs to know of them.

#include <cstdint>
#include <optional>
#include <vector>

#include "railyard/placement/regular.hpp"
#include "railyard/placement/residues.hpp"

namespace railyard {

// Hops of one distance: from every position of `from`, `start` further on, to the one `distance` above it.
struct RegularHops {
    AxisSet from;  // within one group
    std::uint64_t start = 0;
    std::uint64_t distance = 0;
};

class RegularGroups {
  public:
    // Nothing where the groups are not made of digits, or blocks with gaps between them not of whole ones.
    static std::optional<RegularGroups> of(const RankGrid& grid, Dimension dimension,
                                           const Spacing& spacing = {});

    [[nodiscard]] std::uint32_t members() const { return members_; }
    [[nodiscard]] std::uint64_t groups() const { return bases_.size(); }
    [[nodiscard]] const AxisSet& bases() const { return bases_; }           // of all stages
    [[nodiscard]] const AxisSet& stage_bases() const { return in_stage_; }  // of the first stage
    // From the first member to the last; every other member lies between them.
    [[nodiscard]] std::uint64_t length() const { return own_.last(); }
    // Between neighbours, without the way back from the last member to the first.
    [[nodiscard]] const std::vector<RegularHops>& hops() const { return hops_; }
    // Offsets of the members, ascending.
    [[nodiscard]] std::vector<std::uint64_t> offsets() const;
    // The same as a set.
    [[nodiscard]] const AxisSet& own() const { return own_; }

  private:
    AxisSet own_;
    AxisSet in_stage_;
    AxisSet bases_;
    std::vector<RegularHops> hops_;
    std::uint32_t members_ = 1;
};

}  // namespace railyard
