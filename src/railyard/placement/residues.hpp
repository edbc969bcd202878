#pragma once
// Counting over mixed-radix sets of ranks without walking them. A set holds all sums of one digit of each of
// its axes; what is counted is how such sums fall between the multiples of a modulus (the ranks of a domain,
// or of a span of a tier). Time grows with the modulus at most, never with the size of the set.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "railyard/job/rank_grid.hpp"

namespace railyard {

class AxisSet {
  public:
    // More digits than any sensible order has; whoever has more counts the long way.
    static constexpr std::size_t most_axes = 16;

    AxisSet() = default;
    explicit AxisSet(const std::vector<Axis>& axes) {
        for (const Axis& axis : axes) add(axis);
    }

    // Axes of one digit are left out; axes that count on like one are joined. Throws std::length_error beyond
    // most_axes.
    void add(Axis axis);
    void add(const AxisSet& other) {
        for (std::size_t i = 0; i < other.count_; ++i) add(other.axes_[i]);
    }

    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] const Axis& operator[](std::size_t i) const { return axes_[i]; }  // by stride, ascending
    [[nodiscard]] std::uint64_t size() const;  // sums, equal ones counted apart
    [[nodiscard]] std::uint64_t last() const;  // the largest sum
    [[nodiscard]] std::uint64_t common_divisor(std::uint64_t modulus) const;  // of all strides and `modulus`

  private:
    std::array<Axis, most_axes> axes_;
    std::size_t count_ = 0;
};

// Sum of floor((slope i + start) / modulus) for i < count. Euclid's algorithm on the lattice points below a
// line (Graham, Knuth, Patashnik, Concrete Mathematics, section 3.5). All below 2^32.
std::uint64_t floor_sum(std::uint64_t count, std::uint64_t modulus, std::uint64_t slope, std::uint64_t start);

// How many sums x have a multiple of `modulus` in (x + start, x + start + distance].
std::uint64_t crossings(const AxisSet& set, std::uint64_t start, std::uint64_t modulus,
                        std::uint64_t distance);

// How many sums leave each remainder by `modulus`: entry i is for the remainder i x step.
struct Remainders {
    std::uint64_t step = 1;
    std::vector<std::uint64_t> count;
};
Remainders remainders(const AxisSet& set, std::uint64_t modulus);

}  // namespace railyard
