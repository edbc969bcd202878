#include "railyard/diagram/edge_labels.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace railyard::diagram {
namespace {

constexpr double font = 10;

Point along(const std::vector<Point>& way, double part) {
    double length = 0;
    for (std::size_t i = 1; i < way.size(); ++i)
        length += std::hypot(way[i].x - way[i - 1].x, way[i].y - way[i - 1].y);
    double left = length * part;
    for (std::size_t i = 1; i < way.size(); ++i) {
        const double piece = std::hypot(way[i].x - way[i - 1].x, way[i].y - way[i - 1].y);
        if (left <= piece && piece > 0) {
            const double t = left / piece;
            return {way[i - 1].x + (way[i].x - way[i - 1].x) * t,
                    way[i - 1].y + (way[i].y - way[i - 1].y) * t};
        }
        left -= piece;
    }
    return way.back();
}

bool overlap(const Extent& a, const Extent& b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

}  // namespace

std::size_t add_edge_labels(Scene& scene, const std::vector<EdgeLabel>& labels) {
    std::vector<Extent> taken;
    for (const Box& box : scene.boxes) {
        // Frames are there to hold things: what is inside them counts.
        if (box.style.fill == Fill(Ink::none) && box.label.empty()) continue;
        taken.push_back(extent_of(box));
    }
    for (const Text& text : scene.texts) taken.push_back(extent_of(text));
    std::size_t without = 0;
    for (const EdgeLabel& label : labels) {
        constexpr std::array<double, 13> parts = {0.5, 0.45, 0.55, 0.4,  0.6, 0.35, 0.65,
                                                  0.3, 0.7,  0.25, 0.75, 0.2, 0.8};
        bool is_placed = false;
        for (const double part : parts) {
            const Point at = along(label.way, part);
            Text text{at.x,          at.y + 0.35 * font, label.words,    font,
                      Align::middle, Ink::text,          Weight::normal, Ground::paper};
            Extent extent = extent_of(text);
            extent = {extent.left - 3, extent.top - 1, extent.right + 3, extent.bottom + 1};
            if (std::any_of(taken.begin(), taken.end(),
                            [&](const Extent& other) { return overlap(extent, other); }))
                continue;
            taken.push_back(extent);
            scene.texts.push_back(std::move(text));
            is_placed = true;
            break;
        }
        without += is_placed ? 0 : 1;
    }
    return without;
}

}  // namespace railyard::diagram
