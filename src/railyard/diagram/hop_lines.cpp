#include "railyard/diagram/hop_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/text_fit.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/placement/hop_walk.hpp"
#include "railyard/topology/link_word.hpp"

namespace railyard::diagram {
namespace {

constexpr double wrap_width = 1.2;
// Lines closer than this, in pixels, cannot be told apart: between tiles with words, and the thinner ones
// between thumbnails. So many are drawn all the same.
constexpr double least_gap = 2.5;
constexpr double least_gap_of_thumbnails = 3;
constexpr std::size_t always_drawn = 8;
// More members in one thumbnail are too close to each other for lines among them.
constexpr std::size_t most_in_thumbnail = 6;

std::string word_of(const Topology& topology, Reach reach) {
    if (reach == Reach::nvlink()) return std::string(link_word(topology.kinds().front()));
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

// The hops over which something goes: back to the first stage only where stages have several chunks.
template <class Visit>
void for_each_used_hop(const PlacementPicture& picture, const ChosenGroup& group, Visit visit) {
    const bool wraps = bytes_per_wrap(picture.layout).raw() > 0;
    for_each_hop_of(group.members.ranks, picture.hops->dimension, group.members.stage,
                    [&](const WalkedHop& hop) {
                        if (wraps || hop.part != HopPart::wrap) visit(hop);
                    });
}

Reach reach_of(const PlacementPicture& picture, const WalkedHop& hop) {
    return reach_between(picture.topology, picture.placement.gpu_of[hop.from],
                         picture.placement.gpu_of[hop.to]);
}

// Of as many of the first hops as keep `gap` between their lines; leaves those in `ends`.
HopWays ways_apart(std::vector<HopEnds>& ends, const HopMap& map, double gap) {
    HopWays routed = hop_ways(ends, map);
    if (routed.closest >= gap || ends.size() <= always_drawn) return routed;
    const std::vector<HopEnds> all = ends;
    std::size_t apart = always_drawn;
    std::size_t too_many = all.size();
    while (too_many - apart > 1) {
        const std::size_t middle = (apart + too_many) / 2;
        ends.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(middle));
        (hop_ways(ends, map).closest >= gap ? apart : too_many) = middle;
    }
    ends.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(apart));
    return hop_ways(ends, map);
}

}  // namespace

Line hop_stroke(Reach reach) {
    // Tiers by their ink, their dashes and their width: told apart in grey print too.
    struct Stroke {
        Ink ink;
        Dash dash;
        double width;
    };
    constexpr std::array<Stroke, 3> tiers = {{{Ink::network, Dash::dashed, 2},
                                              {Ink::network2, Dash::dash_dot, 2.4},
                                              {Ink::network3, Dash::long_dashes, 3}}};
    Line line;
    line.width = 2.2;
    line.stroke = Ink::nvlink;
    if (reach == Reach::pcie()) {
        line.stroke = Ink::pcie;
        line.dash = Dash::dotted;
    } else if (reach.is_network()) {
        const Stroke& stroke = tiers[std::min(reach.tier(), tiers.size() - 1)];
        line.stroke = stroke.ink;
        line.dash = stroke.dash;
        line.width = stroke.width;
    }
    return line;
}

void add_hop_legend(Legend& legend, const PlacementPicture& picture) {
    const ChosenGroup group = chosen_group(picture);
    const Dimension dimension = picture.hops->dimension;
    std::map<Reach, std::uint64_t> counts;
    std::map<Reach, std::uint64_t> wraps;
    for_each_used_hop(picture, group, [&](const WalkedHop& hop) {
        ++(hop.part == HopPart::wrap ? wraps : counts)[reach_of(picture, hop)];
    });
    legend.new_row();
    constexpr std::array<std::string_view, 3> shapes = {"a ring of", "all pairs of", "a chain of"};
    legend.swatch({Ink::none, Ink::text, 1.2},
                  fmt::format("group {} of {}, {} {}:", picture.hops->number, name_of(dimension),
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

std::string DrawnHops::words(std::string_view block) const {
    std::string text;
    const std::size_t wanted = all - inside;
    if (drawn < wanted)
        text = fmt::format("drawn: the first {} of {} hops{}; more would run into each other", grouped(drawn),
                           grouped(wanted), inside > 0 ? " between them" : "");
    if (inside > 0)
        text += fmt::format("{}hops inside a {} are not drawn here", text.empty() ? "" : "; ", block);
    return text;
}

DrawnHops add_hop_lines(Scene& scene, const PlacementPicture& picture, const HopMap& map) {
    const ChosenGroup group = chosen_group(picture);
    const bool all_pairs = group.pattern == HopPattern::all_to_all;
    const bool are_thumbnails = !map.blocks.empty() && !map.blocks.front().has_words;
    const bool is_crowded = are_thumbnails && map.seats.size() > most_in_thumbnail * map.blocks.size();
    DrawnHops count;
    std::vector<WalkedHop> hops;
    std::vector<HopEnds> ends;
    for_each_used_hop(picture, group, [&](const WalkedHop& hop) {
        if (all_pairs && hop.from > hop.to) return;  // there and back are one line
        if (group.shows_one_member() && hop.from != group.members.ranks.front()) return;
        const auto from = map.seats.find(picture.placement.gpu_of[hop.from].value());
        const auto to = map.seats.find(picture.placement.gpu_of[hop.to].value());
        if (from == map.seats.end() || to == map.seats.end()) return;
        ++count.all;
        if (is_crowded && from->second.block == to->second.block) {
            ++count.inside;
            return;
        }
        hops.push_back(hop);
        ends.push_back({from->first, to->first, all_pairs ? reach_of(picture, hop).level() : own_lane});
    });
    const double gap = are_thumbnails ? least_gap_of_thumbnails : least_gap;
    const HopWays routed = ways_apart(ends, map, gap);
    hops.resize(ends.size());
    count.drawn = hops.size();
    const auto& ways = routed.ways;
    for (std::size_t i = 0; i < hops.size(); ++i) {
        const Reach reach = reach_of(picture, hops[i]);
        Line line = hop_stroke(reach);
        if (hops[i].part == HopPart::wrap) line.width = wrap_width;
        if (!all_pairs) line.arrow = Arrow::end;
        if (!all_pairs) line.halo = Halo::paper;
        const HopSeat& from = map.seats.at(ends[i].from);
        const HopSeat& to = map.seats.at(ends[i].to);
        if (!map.blocks[from.block].has_words) line.width *= 0.6;
        line.points = ways[i];
        if (!from.name.empty() && !to.name.empty()) {
            line.from = from.name;
            line.to = to.name;
        }
        line.tip = fmt::format("rank {} to rank {}: {}", hops[i].from.value(), hops[i].to.value(),
                               word_of(picture.topology, reach));
        scene.lines.push_back(std::move(line));
    }
    return count;
}

}  // namespace railyard::diagram
