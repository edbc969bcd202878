#pragma once
// Axes of charts: where a value lies, and which round values get a tick. Values are in the unit that the
// axis' title names.

#include <cstdint>
#include <string>
#include <vector>

#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

enum class Scale : std::uint8_t { linear, logarithmic };
enum class Direction : std::uint8_t { rightwards, upwards };

struct Tick {
    double value = 0;
    std::string label;
};

// From `low` to `high` over the pixels `from` to `to`. A range of no width, or one that a logarithm cannot
// show, is widened.
class Axis {
  public:
    Axis(Scale scale, double low, double high, double from, double to);

    [[nodiscard]] double at(double value) const;  // pixels
    // Round values within the range, `most` at most: 1, 2 or 5 times a power of ten.
    [[nodiscard]] std::vector<Tick> ticks(std::size_t most) const;
    [[nodiscard]] double from() const { return from_; }
    [[nodiscard]] double to() const { return to_; }
    [[nodiscard]] double low() const { return low_; }
    [[nodiscard]] double high() const { return high_; }

  private:
    Scale scale_;
    double low_;
    double high_;
    double from_;
    double to_;
};

// The smallest round number that is no less: 1, 2 or 5 times a power of ten, or halves of these.
double round_up(double value);

// Draws ticks, their grid lines over the other axis, and the title. Upwards: the axis stands left of the
// plot.
void add_axis(Scene& scene, const Axis& axis, Direction direction, const Axis& across,
              const std::string& title);

}  // namespace railyard::diagram
