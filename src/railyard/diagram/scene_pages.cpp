#include "railyard/diagram/scene_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace railyard::diagram {
namespace {

// Where parts begin and end.
std::vector<double> edges_of(const Scene& scene, double most) {
    std::vector<double> edges = {0};
    for (std::size_t i = 0; i < scene.breaks.size(); ++i) {
        const double next = i + 1 < scene.breaks.size() ? scene.breaks[i + 1] : scene.height;
        if (next - edges.back() > most && scene.breaks[i] > edges.back()) edges.push_back(scene.breaks[i]);
    }
    edges.push_back(scene.height);
    return edges;
}

bool runs_through(const Line& line, double top, double bottom) {
    const auto [low, high] = std::minmax_element(line.points.begin(), line.points.end(),
                                                 [](Point a, Point b) { return a.y < b.y; });
    return low != line.points.end() && low->y < bottom && high->y >= top;
}

Scene part_of(const Scene& scene, double top, double bottom) {
    Scene part;
    part.width = scene.width;
    part.height = bottom - top;
    part.title = scene.title;
    part.order = scene.order;
    for (Box box : scene.boxes) {
        if (box.y < top || box.y >= bottom) continue;
        box.y -= top;
        part.boxes.push_back(std::move(box));
    }
    for (Text text : scene.texts) {
        if (text.y < top || text.y >= bottom) continue;
        text.y -= top;
        part.texts.push_back(std::move(text));
    }
    for (Line line : scene.lines) {
        if (!runs_through(line, top, bottom)) continue;
        for (Point& point : line.points) point.y -= top;
        part.lines.push_back(std::move(line));
    }
    return part;
}

}  // namespace

double smallest_text(const Scene& scene) {
    double least = std::numeric_limits<double>::infinity();
    for (const Text& text : scene.texts) least = std::min(least, text.size);
    for (const Box& box : scene.boxes) {
        if (!box.label.empty()) least = std::min(least, box.font);
    }
    return least < std::numeric_limits<double>::infinity() ? least : 0;
}

std::vector<Scene> parts_of(const Scene& scene, double most) {
    const std::vector<double> edges = edges_of(scene, most);
    if (edges.size() == 2) return {scene};
    std::vector<Scene> parts;
    for (std::size_t i = 1; i < edges.size(); ++i) {
        parts.push_back(part_of(scene, edges[i - 1], edges[i]));
        parts.back().title += fmt::format(", part {} of {}", i, edges.size() - 1);
    }
    return parts;
}

}  // namespace railyard::diagram
