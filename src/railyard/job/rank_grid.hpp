#pragma once
// The ranks of a job as mixed-radix numbers: the order's entries are the digits, innermost first. The dense
// grid is Megatron-LM's for every order; the expert grid cuts the ranks of one pipeline stage again, in rank
// order: etp innermost, then ep, then edp (Megatron-LM's second grid, pp outermost).

#include <array>
#include <cstdint>
#include <vector>

#include "railyard/base/ids.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/order.hpp"

namespace railyard {

// A digit that counts in steps of `stride` ranks.
struct Axis {
    std::uint32_t size = 1;
    std::uint32_t stride = 1;
    bool operator==(const Axis&) const = default;
};

class RankGrid {
  public:
    // The order and the degrees must be those of a layout that loaded (resolve_order finds nothing wrong, etp
    // x ep divides the ranks of a stage); throws std::logic_error otherwise.
    RankGrid(const std::vector<OrderItem>& order, const Degrees& degrees);

    [[nodiscard]] const Degrees& degrees() const { return degrees_; }
    [[nodiscard]] std::uint32_t ranks() const { return degrees_.ranks(); }
    [[nodiscard]] const std::vector<OrderEntry>& entries() const { return entries_; }

    // Coordinate of a rank in any of the seven dimensions.
    [[nodiscard]] std::uint32_t coordinate(RankId rank, Dimension dimension) const;
    [[nodiscard]] std::uint32_t stage(RankId rank) const { return coordinate(rank, Dimension::pp); }
    // Number of a rank among those of its stage, in rank order.
    [[nodiscard]] std::uint32_t number_in_stage(RankId rank) const;
    // The rank of stage 0 with that number; the same rank of stage s is stage_offset(s) further.
    [[nodiscard]] std::uint32_t first_stage_rank(std::uint32_t number_in_stage) const;
    [[nodiscard]] std::uint32_t stage_offset(std::uint32_t stage) const;

    // The digits of one dense dimension, and those of all dense dimensions but pp, innermost first.
    [[nodiscard]] std::vector<Axis> axes_of(Dimension dimension) const;
    [[nodiscard]] std::vector<Axis> axes_in_stage() const;

  private:
    Degrees degrees_;
    std::vector<OrderEntry> entries_;
};

// The rank offset that a mixed-radix number over the axes stands for.
std::uint32_t offset_of(const std::vector<Axis>& axes, std::uint32_t number);

}  // namespace railyard
