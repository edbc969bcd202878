#include "railyard/diagram/hop_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/text_fit.hpp"
#include "railyard/placement/hop_walk.hpp"

namespace railyard::diagram {
namespace {

constexpr double wrap_width = 1.2;

// A gentle bow, so that there and back, and hops along one row, do not lie on each other.
std::vector<Point> bow(Point a, Point b) {
    constexpr int pieces = 8;
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double length = std::hypot(dx, dy);
    const double bend = std::min(0.14 * length, 60.0);
    std::vector<Point> points;
    for (int i = 0; i <= pieces; ++i) {
        const double t = static_cast<double>(i) / pieces;
        const double aside = length > 0 ? 4 * t * (1 - t) * bend / length : 0;
        points.push_back({a.x + dx * t + dy * aside, a.y + dy * t - dx * aside});
    }
    return points;
}

std::string word_of(const Topology& topology, Reach reach) {
    if (reach == Reach::nvlink()) return "NVLink";
    if (reach == Reach::pcie()) return "PCIe";
    const std::string tier = cut_to(reach_name(topology, reach), 200, 12);
    return tier == "network" ? tier : "network, " + tier;
}

// More pairs than this are drawn for one member alone.
constexpr std::size_t most_pairs = 120;

struct ChosenGroup {
    GroupMembers members;
    HopPattern pattern = HopPattern::ring;

    [[nodiscard]] bool shows_one_member() const {
        const std::size_t n = members.ranks.size();
        return pattern == HopPattern::all_to_all && n * (n - 1) / 2 > most_pairs;
    }
};

ChosenGroup chosen_group(const PlacementPicture& picture) {
    const RankGrid grid(picture.layout.order, picture.layout.degrees);
    const Dimension dimension = picture.hops->dimension;
    return {group_members(grid, dimension, picture.hops->number), pattern_of(dimension)};
}

Reach reach_of(const PlacementPicture& picture, const WalkedHop& hop) {
    return reach_between(picture.topology, picture.placement.gpu_of[hop.from],
                         picture.placement.gpu_of[hop.to]);
}

void add_line(Scene& scene, Line line, const TilePlace& from, const TilePlace& to) {
    line.points = bow(from.anchor, to.anchor);
    line.width *= std::min(from.scale, to.scale);
    if (!from.name.empty() && !to.name.empty()) {
        line.from = from.name;
        line.to = to.name;
    }
    scene.lines.push_back(std::move(line));
}

}  // namespace

Line hop_stroke(Reach reach) {
    Line line;
    line.stroke = reach.is_network() ? Ink::network : reach == Reach::pcie() ? Ink::pcie : Ink::nvlink;
    line.dash = reach.is_network() ? Dash::dashed : reach == Reach::pcie() ? Dash::dotted : Dash::solid;
    line.width = 2.2;
    return line;
}

void add_hop_legend(Legend& legend, const PlacementPicture& picture) {
    const ChosenGroup group = chosen_group(picture);
    const Dimension dimension = picture.hops->dimension;
    std::map<Reach, std::uint64_t> counts;
    std::map<Reach, std::uint64_t> wraps;
    for_each_hop_of(group.members.ranks, dimension, group.members.stage, [&](const WalkedHop& hop) {
        ++(hop.part == HopPart::wrap ? wraps : counts)[reach_of(picture, hop)];
    });
    legend.new_row();
    constexpr std::array<std::string_view, 3> shapes = {"a ring of", "all pairs of", "a chain of"};
    legend.words(fmt::format("group {} of {}, {} {}:", picture.hops->number, name_of(dimension),
                             shapes[static_cast<std::size_t>(group.pattern)],
                             counted(group.members.ranks.size(), "rank")));
    for (const auto& [reach, count] : counts)
        legend.line(hop_stroke(reach), word_of(picture.topology, reach) + ": " + counted(count, "hop"));
    for (const auto& [reach, count] : wraps) {
        Line line = hop_stroke(reach);
        line.width = wrap_width;
        legend.line(
            line, "last stage to first, " + word_of(picture.topology, reach) + ": " + counted(count, "hop"));
    }
    if (group.shows_one_member())
        legend.words(fmt::format("drawn: those of rank {}", group.members.ranks.front().value()));
}

void add_hop_lines(Scene& scene, const PlacementPicture& picture, const TilePlaces& places) {
    const ChosenGroup group = chosen_group(picture);
    const bool all_pairs = group.pattern == HopPattern::all_to_all;
    for_each_hop_of(group.members.ranks, picture.hops->dimension, group.members.stage,
                    [&](const WalkedHop& hop) {
                        if (all_pairs && hop.from > hop.to) return;  // there and back are one line
                        if (group.shows_one_member() && hop.from != group.members.ranks.front()) return;
                        const auto from = places.find(picture.placement.gpu_of[hop.from].value());
                        const auto to = places.find(picture.placement.gpu_of[hop.to].value());
                        if (from == places.end() || to == places.end()) return;
                        const Reach reach = reach_of(picture, hop);
                        Line line = hop_stroke(reach);
                        if (hop.part == HopPart::wrap) line.width = wrap_width;
                        if (all_pairs) line.width = 1;
                        if (!all_pairs) line.arrow = Arrow::end;
                        if (!all_pairs) line.halo = Halo::paper;
                        line.tip = fmt::format("rank {} to rank {}: {}", hop.from.value(), hop.to.value(),
                                               word_of(picture.topology, reach));
                        add_line(scene, std::move(line), from->second, to->second);
                    });
}

}  // namespace railyard::diagram
