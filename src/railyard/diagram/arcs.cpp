#include "railyard/diagram/arcs.hpp"

#include <algorithm>
#include <numeric>

namespace railyard::diagram {
namespace {

std::uint32_t low(const Arc& arc) {
    return std::min(arc.a, arc.b);
}
std::uint32_t high(const Arc& arc) {
    return std::max(arc.a, arc.b);
}

}  // namespace

std::vector<std::uint32_t> arc_levels(const std::vector<Arc>& arcs) {
    std::vector<std::size_t> order(arcs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
        const std::uint32_t wide_x = high(arcs[x]) - low(arcs[x]);
        const std::uint32_t wide_y = high(arcs[y]) - low(arcs[y]);
        return wide_x != wide_y ? wide_x < wide_y : low(arcs[x]) < low(arcs[y]);
    });
    std::vector<std::vector<std::size_t>> on_level;
    std::vector<std::uint32_t> levels(arcs.size(), 0);
    for (const std::size_t i : order) {
        std::uint32_t level = 0;
        const auto is_free = [&](std::size_t other) {
            // Ends that touch in one box may share a level only from the two sides of it.
            return high(arcs[i]) <= low(arcs[other]) || high(arcs[other]) <= low(arcs[i]);
        };
        while (level < on_level.size() &&
               !std::all_of(on_level[level].begin(), on_level[level].end(), is_free))
            ++level;
        if (level == on_level.size()) on_level.emplace_back();
        on_level[level].push_back(i);
        levels[i] = level;
    }
    return levels;
}

std::vector<std::vector<Point>> arc_ways(const std::vector<Arc>& arcs, const std::vector<double>& middles,
                                         double top, double room) {
    // At each box those to the left leave left of those to the right; among the ones to the right the highest
    // arc leaves innermost.
    const auto levels = arc_levels(arcs);
    std::vector<std::vector<std::size_t>> at(middles.size());
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        at[low(arcs[i])].push_back(i);
        at[high(arcs[i])].push_back(i);
    }
    std::vector<std::vector<Point>> ways(arcs.size(), std::vector<Point>(4));
    for (std::uint32_t box = 0; box < middles.size(); ++box) {
        const auto key = [&](std::size_t i) {
            const double level = levels[i] + 1.0;
            return high(arcs[i]) == box ? -1e6 + level : 1e6 - level;
        };
        std::sort(at[box].begin(), at[box].end(),
                  [&](std::size_t x, std::size_t y) { return key(x) < key(y); });
        const auto ends = static_cast<double>(at[box].size());
        const double step = std::min(10.0, room / std::max(1.0, ends));
        for (std::size_t n = 0; n < at[box].size(); ++n) {
            const std::size_t i = at[box][n];
            const double x = middles[box] + (static_cast<double>(n) - (ends - 1) / 2) * step;
            const double y = top - 16 - levels[i] * arc_step;
            const bool is_left = low(arcs[i]) == box;
            ways[i][is_left ? 0 : 3] = {x, top};
            ways[i][is_left ? 1 : 2] = {x, y};
        }
    }
    return ways;
}

double arcs_height(const std::vector<Arc>& arcs) {
    if (arcs.empty()) return 0;
    const auto levels = arc_levels(arcs);
    return 16 + (*std::max_element(levels.begin(), levels.end()) + 1) * arc_step;
}

}  // namespace railyard::diagram
