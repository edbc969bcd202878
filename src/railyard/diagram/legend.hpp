#pragma once
// Legends: swatches, line samples and their words, in rows.

#include <string>

#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

// Puts entries from left to right and starts a new row where one would be wider than the legend.
class Legend {
  public:
    // x, y: the upper left corner.
    Legend(Scene& scene, double x, double y, double width)
        : scene_(scene), left_(x), x_(x), y_(y), width_(width) {}

    void swatch(const BoxStyle& style, const std::string& words);
    void mark(const BoxStyle& style, double size, const std::string& words);  // of a chart, as large as there
    void line(const Line& like, const std::string& words);                    // its points do not matter
    void words(const std::string& words);
    void new_row();
    // Whether words still have room in the row that was begun: they may be added when all below has its
    // place.
    [[nodiscard]] bool has_room(const std::string& words) const;
    // Where the next thing may begin.
    [[nodiscard]] double bottom() const { return x_ > left_ ? y_ + row_height : y_; }

    static constexpr double row_height = 22;

  private:
    // Room for a sample and words behind it; returns where it begins.
    double room(double sample, const std::string& words);

    Scene& scene_;
    double left_;
    double x_;
    double y_;
    double width_;
};

}  // namespace railyard::diagram
