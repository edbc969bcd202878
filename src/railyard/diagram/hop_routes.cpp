#include "railyard/diagram/hop_routes.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "railyard/diagram/hop_ends.hpp"
#include "railyard/diagram/line_gaps.hpp"

namespace railyard::diagram {
namespace {

class Router {
  public:
    Router(const std::vector<HopEnds>& hops, const HopMap& map) : hops_(hops), map_(map) {
        for (const HopEnds& hop : hops) {
            routes_.push_back(route(map.seats.at(hop.from), map.seats.at(hop.to)));
        }
    }

    HopWays ways() {
        ends_ = hop_ends(hops_, routes_, map_);
        place_lanes();
        HopWays made;
        std::vector<std::uint32_t> bundles;
        for (std::size_t i = 0; i < hops_.size(); ++i) {
            made.ways.push_back(way(i));
            bundles.push_back(hops_[i].bundle);
        }
        made.closest = closest_pieces(made.ways, bundles);
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
    EndPoints ends_;
    std::vector<std::vector<double>> offsets_;
};

}  // namespace

HopWays hop_ways(const std::vector<HopEnds>& hops, const HopMap& map) {
    return Router(hops, map).ways();
}

}  // namespace railyard::diagram
