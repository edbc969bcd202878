#include "railyard/diagram/dashes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace railyard::diagram {
namespace {

constexpr double least = 0.05;  // pixels: shorter pieces are not seen

// Walks along a line, dash by dash.
class Walk {
  public:
    explicit Walk(const std::vector<double>& lengths) : lengths_(lengths), left_(lengths.front()) {}

    void go(Point from, Point to) {
        const double whole = std::hypot(to.x - from.x, to.y - from.y);
        double done = 0;
        while (whole - done > least) {
            const double step = std::min(left_, whole - done);
            const auto at = [&](double length) {
                return Point{from.x + (to.x - from.x) * length / whole,
                             from.y + (to.y - from.y) * length / whole};
            };
            if (draws()) add(at(done), at(done + step));
            done += step;
            left_ -= step;
            if (left_ <= least) next();
        }
    }

    std::vector<std::vector<Point>> pieces;

  private:
    [[nodiscard]] bool draws() const { return number_ % 2 == 0; }

    void next() {
        number_ = (number_ + 1) % lengths_.size();
        left_ = lengths_[number_];
        continues_ = false;
    }

    // A dash goes on around a corner.
    void add(Point from, Point to) {
        if (continues_) {
            pieces.back().push_back(to);
        } else {
            pieces.push_back({from, to});
        }
        continues_ = true;
    }

    const std::vector<double>& lengths_;
    std::size_t number_ = 0;
    double left_ = 0;         // of the dash or gap that the walk is in
    bool continues_ = false;  // this dash has a piece already
};

}  // namespace

std::vector<double> dash_lengths(Dash dash, double width) {
    const double on = std::max(4.0, 3 * width);
    const double dot = std::max(1.0, width);
    const double gap = std::max(2.0, 2 * width);
    switch (dash) {
        case Dash::solid:
            return {};
        case Dash::dashed:
            return {on, std::max(3.0, 2.25 * width)};
        case Dash::dotted:
            return {dot, gap};
        case Dash::dash_dot:
            return {on, gap, dot, gap};
        case Dash::dash_dot_dot:
            return {on, gap, dot, gap, dot, gap};
        case Dash::long_dashes:
            return {std::max(12.0, 7 * width), gap};
    }
    return {};
}

std::vector<std::vector<Point>> dash_pieces(const std::vector<Point>& points,
                                            const std::vector<double>& lengths) {
    if (lengths.empty()) return {points};
    Walk walk(lengths);
    for (std::size_t i = 1; i < points.size(); ++i) walk.go(points[i - 1], points[i]);
    if (walk.pieces.empty()) return {points};
    const Point end = points.back();
    const Point reached = walk.pieces.back().back();
    const double apart = std::hypot(end.x - reached.x, end.y - reached.y);
    if (apart > least) {
        // What is behind the last corner, or as much as a dot of it.
        const Point corner = points[points.size() - 2];
        const double whole = std::hypot(end.x - corner.x, end.y - corner.y);
        const double dot = std::min(whole, std::min(apart, 1.0));
        const double part = whole > 0 ? dot / whole : 0;
        walk.pieces.push_back({{end.x + (corner.x - end.x) * part, end.y + (corner.y - end.y) * part}, end});
    }
    return walk.pieces;
}

}  // namespace railyard::diagram
