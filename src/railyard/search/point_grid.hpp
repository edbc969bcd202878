#pragma once
// Axes crossed: every choice of one with every choice of the others. Points are numbers; the last axis
// changes fastest. And how points are dealt out to shards.

#include <cstdint>
#include <optional>
#include <vector>

namespace railyard {

// More points than anybody waits for; a slip of the keyboard.
inline constexpr std::uint64_t most_points = 1'000'000'000'000;

class PointGrid {
  public:
    // Choices of each axis, at least one. Nothing if the points are more than most_points.
    static std::optional<PointGrid> of(std::vector<std::uint32_t> sizes);

    [[nodiscard]] std::uint64_t points() const { return points_; }
    [[nodiscard]] std::size_t axes() const { return sizes_.size(); }
    // The choice on an axis at a point below points().
    [[nodiscard]] std::uint32_t choice(std::uint64_t point, std::size_t axis) const {
        return static_cast<std::uint32_t>(point / strides_[axis] % sizes_[axis]);
    }
    // The point that differs from this one in the choice on an axis alone.
    [[nodiscard]] std::uint64_t with_choice(std::uint64_t point, std::size_t axis, std::uint32_t to) const {
        return point - choice(point, axis) * strides_[axis] + to * strides_[axis];
    }

  private:
    std::vector<std::uint32_t> sizes_;
    std::vector<std::uint64_t> strides_;
    std::uint64_t points_ = 1;
};

// Shard `number` (from 1) of `of`: the points number - 1, number - 1 + of, and so on. Disjoint, complete, and
// no two differ by more than one point; neighbours, which often cost alike, go to different shards.
struct Shard {
    std::uint32_t number = 1;
    std::uint32_t of = 1;

    [[nodiscard]] std::uint64_t points(std::uint64_t all) const {
        return all / of + (number - 1 < all % of ? 1 : 0);
    }
    [[nodiscard]] std::uint64_t point(std::uint64_t index) const { return index * of + (number - 1); }
    bool operator==(const Shard&) const = default;
};

}  // namespace railyard
