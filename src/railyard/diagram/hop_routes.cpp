#include "railyard/diagram/hop_routes.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

namespace railyard::diagram {
namespace {

enum class Side : std::uint8_t { left, right, top, bottom };

// A straight stretch of free room: vertical at x = at, or horizontal at y = at.
struct Channel {
    bool is_vertical = true;
    double at = 0;
    double width = 0;  // that its lanes share
};

// From one side of a tile, through channels that stand across each other, to a side of another. Without
// channels: straight.
struct Route {
    Side from = Side::right;
    Side to = Side::left;
    std::vector<Channel> channels;
};

class Router {
  public:
    Router(const std::vector<HopEnds>& hops, const HopMap& map) : hops_(hops), map_(map) {
        for (const HopEnds& hop : hops) {
            routes_.push_back(route(map.seats.at(hop.from), map.seats.at(hop.to)));
            joined_.insert({hop.from, hop.to});
        }
    }

    HopWays ways() {
        place_ends();
        place_lanes();
        HopWays made;
        made.closest = closest_;
        for (std::size_t i = 0; i < hops_.size(); ++i) made.ways.push_back(way(i));
        return made;
    }

  private:
    [[nodiscard]] Channel gutter(double at) const { return {true, at, map_.gutter_width}; }
    [[nodiscard]] Channel gap(double at) const { return {false, at, map_.gap_width}; }
    [[nodiscard]] Channel aisle(double at) const { return {true, at, map_.aisle_width}; }
    [[nodiscard]] Channel below(const HopBlock& block) const {
        return {false, block.below, map_.aisle_width};
    }

    [[nodiscard]] Route route(const HopSeat& a, const HopSeat& b) const {
        return a.block == b.block ? inside(a, b) : between(a, b);
    }

    [[nodiscard]] Route inside(const HopSeat& a, const HopSeat& b) const {
        const bool is_right = b.column > a.column;
        if (!map_.blocks[a.block].has_words) {
            if (a.column != b.column)
                return {is_right ? Side::right : Side::left, is_right ? Side::left : Side::right, {}};
            return {b.row > a.row ? Side::bottom : Side::top, b.row > a.row ? Side::top : Side::bottom, {}};
        }
        if (a.column == b.column) {
            if (a.row + 1 == b.row) return {Side::bottom, Side::top, {}};
            if (b.row + 1 == a.row) return {Side::top, Side::bottom, {}};
            return {Side::right, Side::right, {gutter(a.gutter_right)}};
        }
        Route made{is_right ? Side::right : Side::left, is_right ? Side::left : Side::right, {}};
        const std::uint32_t apart = is_right ? b.column - a.column : a.column - b.column;
        if (apart == 1 && a.row == b.row) return made;
        made.channels.push_back(gutter(is_right ? a.gutter_right : a.gutter_left));
        if (apart == 1) return made;
        made.channels.push_back(gap(b.row < a.row ? b.gap_below : a.gap_below));
        made.channels.push_back(gutter(is_right ? b.gutter_left : b.gutter_right));
        return made;
    }

    // Out of a block to one of its sides; what stands there is the aisle.
    void leave(const HopSeat& seat, bool to_right, std::vector<Channel>& channels) const {
        const HopBlock& block = map_.blocks[seat.block];
        if (block.has_words && !(to_right && seat.is_last)) {
            channels.push_back(gutter(to_right ? seat.gutter_right : seat.gutter_left));
            channels.push_back(gap(seat.gap_below));
        }
        channels.push_back(aisle(to_right ? block.aisle_right : block.aisle_left));
    }

    [[nodiscard]] Route between(const HopSeat& a, const HopSeat& b) const {
        const HopBlock& from = map_.blocks[a.block];
        const HopBlock& to = map_.blocks[b.block];
        const bool b_is_right = to.aisle_left > from.aisle_right - 1;
        const bool b_is_left = to.aisle_right < from.aisle_left + 1;
        const bool out_right = b_is_right || !b_is_left;
        const bool in_right = !b_is_right;
        Route made{out_right ? Side::right : Side::left, in_right ? Side::right : Side::left, {}};
        leave(a, out_right, made.channels);
        const double out = made.channels.back().at;
        const double in = in_right ? to.aisle_right : to.aisle_left;
        std::vector<Channel> entry;
        leave(b, in_right, entry);
        if (from.row == to.row && std::abs(in - out) < 1) {
            made.channels.pop_back();  // one aisle between the two
        } else if (from.row == to.row || to.row == from.row + 1) {
            made.channels.push_back(below(from));
        } else if (from.row == to.row + 1) {
            made.channels.push_back(below(to));
        } else {
            made.channels.push_back(below(from));
            made.channels.push_back(aisle(map_.margin));
            made.channels.push_back(to.row > from.row ? above(to) : below(to));
        }
        made.channels.insert(made.channels.end(), entry.rbegin(), entry.rend());
        return made;
    }

    // Under the row of domains before.
    [[nodiscard]] Channel above(const HopBlock& block) const {
        for (const HopBlock& other : map_.blocks) {
            if (other.row + 1 == block.row) return below(other);
        }
        return below(block);
    }

    // Ends at the sides of tiles.

    // Straight hops keep to the middle, there and back beside each other; others stand above and below them.
    void place_ends() {
        ends_.resize(hops_.size());
        struct End {
            std::size_t hop = 0;
            bool is_start = false;
            double towards = 0;  // where it goes on, along the side
        };
        std::map<std::pair<std::uint32_t, Side>, std::vector<End>> at;
        for (std::size_t i = 0; i < hops_.size(); ++i) {
            const HopSeat& a = map_.seats.at(hops_[i].from);
            const HopSeat& b = map_.seats.at(hops_[i].to);
            at[{hops_[i].from, routes_[i].from}].push_back({i, true, goal(i, true, b)});
            at[{hops_[i].to, routes_[i].to}].push_back({i, false, goal(i, false, a)});
        }
        for (auto& [place, all] : at) {
            const HopSeat& seat = map_.seats.at(place.first);
            const bool is_upright = place.second == Side::left || place.second == Side::right;
            const double length = is_upright ? seat.bottom - seat.top : seat.right - seat.left;
            const double middle = is_upright ? (seat.top + seat.bottom) / 2 : (seat.left + seat.right) / 2;
            std::vector<End> others;
            bool has_straight = false;
            for (const End& end : all) {
                if (!routes_[end.hop].channels.empty()) {
                    others.push_back(end);
                    continue;
                }
                has_straight = true;
                const HopEnds& hop = hops_[end.hop];
                const bool is_double = joined_.count({hop.to, hop.from}) > 0 && hop.bundle == own_lane;
                const double aside =
                    !is_double ? 0 : (hop.from < hop.to ? -0.16 : 0.16) * std::min(length, 28.0);
                set(end.hop, end.is_start, place.second, seat, middle + aside);
            }
            std::stable_sort(others.begin(), others.end(),
                             [](const End& x, const End& y) { return x.towards < y.towards; });
            // Lines of one bundle share a place.
            std::vector<std::vector<End>> places;
            for (const End& end : others) {
                const std::uint32_t bundle = hops_[end.hop].bundle;
                const auto same = std::find_if(places.begin(), places.end(), [&](const auto& there) {
                    return bundle != own_lane && hops_[there.front().hop].bundle == bundle;
                });
                if (same == places.end()) {
                    places.push_back({end});
                } else {
                    same->push_back(end);
                }
            }
            const double most = std::max(0.0, length - 6);
            const auto count = static_cast<double>(places.size());
            const double step = count > 1 ? std::min(9.0, most / (count - 1)) : 0;
            for (std::size_t n = 0; n < places.size(); ++n) {
                double aside = (static_cast<double>(n) - (count - 1) / 2) * step;
                if (has_straight) {
                    const bool is_above = places[n].front().towards < middle;
                    aside = std::min(0.32 * length, std::max(0.28 * length, std::abs(aside))) *
                            (is_above ? -1 : 1);
                }
                for (const End& end : places[n])
                    set(end.hop, end.is_start, place.second, seat, middle + aside);
            }
        }
    }

    // Where a line goes from here, along the side that it leaves: the next gap or row below, or the other
    // end.
    [[nodiscard]] double goal(std::size_t hop, bool is_start, const HopSeat& other) const {
        const auto& channels = routes_[hop].channels;
        if (channels.size() >= 2) return (is_start ? channels[1] : channels[channels.size() - 2]).at;
        const Side side = is_start ? routes_[hop].from : routes_[hop].to;
        return side == Side::left || side == Side::right ? (other.top + other.bottom) / 2
                                                         : (other.left + other.right) / 2;
    }

    void set(std::size_t hop, bool is_start, Side side, const HopSeat& seat, double along) {
        const HopBlock& block = map_.blocks[seat.block];
        const bool at_frame =
            !block.has_words && map_.seats.at(hops_[hop].from).block != map_.seats.at(hops_[hop].to).block;
        Point at;
        switch (side) {
            case Side::left:
                at = {at_frame ? block.left : seat.left, along};
                break;
            case Side::right:
                at = {at_frame ? block.right : seat.right, along};
                break;
            case Side::top:
                at = {along, seat.top};
                break;
            case Side::bottom:
                at = {along, seat.bottom};
                break;
        }
        (is_start ? ends_[hop].first : ends_[hop].second) = at;
    }

    static double lane_step(double width, std::uint32_t lanes) {
        return lanes > 1 ? std::min(6.0, width / (lanes - 1)) : 0;
    }

    // Lanes: lines that share a channel and some of its length run beside each other.
    void place_lanes() {
        struct Use {
            std::size_t hop = 0;
            std::size_t channel = 0;
            double low = 0;
            double high = 0;
            std::uint32_t lane = 0;
        };
        std::map<std::pair<bool, std::int64_t>, std::vector<Use>> uses;  // by direction and tenths of a pixel
        for (std::size_t i = 0; i < hops_.size(); ++i) {
            const auto& channels = routes_[i].channels;
            offsets_.emplace_back(channels.size(), 0.0);
            for (std::size_t c = 0; c < channels.size(); ++c) {
                const bool up = channels[c].is_vertical;
                const double before = c > 0 ? channels[c - 1].at : up ? ends_[i].first.y : ends_[i].first.x;
                const double after = c + 1 < channels.size() ? channels[c + 1].at
                                     : up                    ? ends_[i].second.y
                                                             : ends_[i].second.x;
                uses[{up, std::llround(channels[c].at * 10)}].push_back(
                    {i, c, std::min(before, after), std::max(before, after)});
            }
        }
        for (auto& [channel, all] : uses) {
            std::stable_sort(all.begin(), all.end(),
                             [](const Use& x, const Use& y) { return x.high - x.low < y.high - y.low; });
            std::uint32_t lanes = 0;
            for (std::size_t n = 0; n < all.size(); ++n) {
                std::set<std::uint32_t> taken;
                for (std::size_t m = 0; m < n; ++m) {
                    const std::uint32_t bundle = hops_[all[n].hop].bundle;
                    const bool is_one = bundle != own_lane && hops_[all[m].hop].bundle == bundle;
                    const bool meet = all[m].low < all[n].high + 1 && all[n].low < all[m].high + 1;
                    if (meet && !is_one) taken.insert(all[m].lane);
                }
                while (taken.count(all[n].lane) > 0) ++all[n].lane;
                lanes = std::max(lanes, all[n].lane + 1);
            }
            if (lanes > 1) {
                const double width = routes_[all.front().hop].channels[all.front().channel].width;
                closest_ = std::min(closest_, lane_step(width, lanes));
            }
            for (const Use& use : all) {
                const double width = routes_[use.hop].channels[use.channel].width;
                offsets_[use.hop][use.channel] = (use.lane - (lanes - 1) / 2.0) * lane_step(width, lanes);
            }
        }
    }

    [[nodiscard]] std::vector<Point> way(std::size_t hop) const {
        const auto& channels = routes_[hop].channels;
        std::vector<Point> points = {ends_[hop].first};
        const auto add = [&](Point point) {
            if (std::hypot(point.x - points.back().x, point.y - points.back().y) < 0.05) return;
            points.push_back(point);
        };
        for (std::size_t c = 0; c < channels.size(); ++c) {
            const double at = channels[c].at + offsets_[hop][c];
            Point point = points.back();
            (channels[c].is_vertical ? point.x : point.y) = at;
            add(point);
        }
        if (!channels.empty()) {
            const bool up = channels.back().is_vertical;
            add(up ? Point{points.back().x, ends_[hop].second.y}
                   : Point{ends_[hop].second.x, points.back().y});
        }
        add(ends_[hop].second);
        if (points.size() == 1) points.push_back(ends_[hop].second);
        return points;
    }

    const std::vector<HopEnds>& hops_;
    const HopMap& map_;
    std::vector<Route> routes_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> joined_;
    std::vector<std::pair<Point, Point>> ends_;
    std::vector<std::vector<double>> offsets_;
    double closest_ = HopWays().closest;
};

}  // namespace

HopWays hop_ways(const std::vector<HopEnds>& hops, const HopMap& map) {
    return Router(hops, map).ways();
}

}  // namespace railyard::diagram
