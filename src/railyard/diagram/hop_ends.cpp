#include "railyard/diagram/hop_ends.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace railyard::diagram {
namespace {

constexpr double most_step = 9;   // between places on one side
constexpr double least_step = 3;  // and at the frame of a block, which is longer than its tiles
constexpr double beside_straight = 3.5;

// One end of one hop.
struct End {
    std::size_t hop = 0;
    bool is_start = false;
    double towards = 0;  // where the line goes on, along the side
};

// Ends of one bundle, or both of one hop.
using Place = std::vector<End>;

// Where lines stand side by side: x, y.
using Room = std::pair<std::int64_t, std::int64_t>;

class Ends {
  public:
    Ends(const std::vector<HopEnds>& hops, const std::vector<Route>& routes, const HopMap& map)
        : hops_(hops), routes_(routes), map_(map), points_(hops.size()) {
        for (const HopEnds& hop : hops) joined_.insert({hop.from, hop.to});
    }

    EndPoints points() {
        // By the room that they stand in: where it is across the side, and its height.
        std::map<Room, std::vector<End>> rooms;
        for (std::size_t i = 0; i < hops_.size(); ++i) {
            for (const bool is_start : {true, false}) {
                if (routes_[i].channels.empty()) {
                    place_straight(i, is_start);
                } else {
                    rooms[room_of(i, is_start)].push_back({i, is_start, goal(i, is_start)});
                }
            }
        }
        for (auto& [room, ends] : rooms) place_others(room, ends);
        return std::move(points_);
    }

  private:
    [[nodiscard]] const HopSeat& seat(std::size_t hop, bool is_start) const {
        return map_.seats.at(is_start ? hops_[hop].from : hops_[hop].to);
    }
    [[nodiscard]] Side side(std::size_t hop, bool is_start) const {
        return is_start ? routes_[hop].from : routes_[hop].to;
    }
    [[nodiscard]] bool at_frame(std::size_t hop, bool is_start) const {
        return !map_.blocks[seat(hop, is_start).block].has_words &&
               seat(hop, true).block != seat(hop, false).block;
    }
    static bool is_upright(Side side) { return side == Side::left || side == Side::right; }
    static double length_of(const HopSeat& seat, Side side) {
        return is_upright(side) ? seat.bottom - seat.top : seat.right - seat.left;
    }
    static double middle_of(const HopSeat& seat, Side side) {
        return is_upright(side) ? (seat.top + seat.bottom) / 2 : (seat.left + seat.right) / 2;
    }

    // The gutter beside a tile, of blocks without words the aisle; in tenths of a pixel.
    [[nodiscard]] Room room_of(std::size_t hop, bool is_start) const {
        const HopSeat& of = seat(hop, is_start);
        const Side on = side(hop, is_start);
        const auto& channels = routes_[hop].channels;
        double across = on == Side::right ? of.gutter_right : of.gutter_left;
        if (!channels.empty() && !map_.blocks[of.block].has_words)
            across = is_start ? channels.front().at : channels.back().at;
        return {std::llround(across * 10), std::llround(middle_of(of, on) * 10)};
    }

    // Where a line goes from here, along the side that it leaves: the next gap or row below, or the other
    // end.
    [[nodiscard]] double goal(std::size_t hop, bool is_start) const {
        const auto& channels = routes_[hop].channels;
        if (channels.size() >= 2) return (is_start ? channels[1] : channels[channels.size() - 2]).at;
        return middle_of(seat(hop, !is_start), side(hop, is_start));
    }

    void place_straight(std::size_t hop, bool is_start) {
        const HopSeat& at = seat(hop, is_start);
        const Side on = side(hop, is_start);
        const HopEnds& ends = hops_[hop];
        const bool is_double = ends.bundle == own_lane && joined_.count({ends.to, ends.from}) > 0;
        const double aside =
            !is_double ? 0 : (ends.from < ends.to ? -0.16 : 0.16) * std::min(length_of(at, on), 28.0);
        set(hop, is_start, middle_of(at, on) + aside);
        if (!is_upright(on)) return;
        double& taken = straight_[room_of(hop, is_start)];
        taken = std::max(taken, std::abs(aside) + beside_straight);
    }

    void place_others(const Room& room, std::vector<End>& ends) {
        std::stable_sort(ends.begin(), ends.end(),
                         [](const End& x, const End& y) { return x.towards < y.towards; });
        std::vector<Place> places;
        for (const End& end : ends) {
            const auto same = std::find_if(places.begin(), places.end(), [&](const Place& there) {
                const std::size_t other = there.front().hop;
                const std::uint32_t bundle = hops_[end.hop].bundle;
                return other == end.hop || (bundle != own_lane && hops_[other].bundle == bundle);
            });
            if (same == places.end()) {
                places.push_back({end});
            } else {
                same->push_back(end);
            }
        }
        const auto straight = straight_.find(room);
        if (straight == straight_.end()) {
            spread(places);
        } else {
            spread_beside(places, straight->second);
        }
    }

    void spread(const std::vector<Place>& places) {
        const auto gaps = static_cast<double>(places.size()) - 1;
        const End& first = places.front().front();
        double most = length_of(seat(first.hop, first.is_start), side(first.hop, first.is_start)) - 6;
        if (at_frame(first.hop, first.is_start)) most = std::max(most, least_step * gaps);
        const double step = gaps > 0 ? std::min(most_step, std::max(0.0, most) / gaps) : 0;
        for (std::size_t n = 0; n < places.size(); ++n)
            set(places[n], (static_cast<double>(n) - gaps / 2) * step);
    }

    // Above and below the straight ones, which take so much of both sides of the middle.
    void spread_beside(const std::vector<Place>& places, double taken) {
        const auto split = std::find_if(places.begin(), places.end(), [&](const Place& place) {
            const End& end = place.front();
            return end.towards >= middle_of(seat(end.hop, end.is_start), side(end.hop, end.is_start));
        });
        const auto spread_to = [&](const std::vector<Place>& all, double direction) {
            if (all.empty()) return;
            const End& first = all.front().front();
            const double length = length_of(seat(first.hop, first.is_start), side(first.hop, first.is_start));
            const auto gaps = static_cast<double>(all.size()) - 1;
            const double most = length / 2 - 2;
            const double start = std::max(taken, std::min(0.28 * length, most - gaps * least_step));
            const double step = gaps > 0 ? std::min(5.0, std::max(0.0, most - start) / gaps) : 0;
            for (std::size_t n = 0; n < all.size(); ++n)
                set(all[n], direction * (start + static_cast<double>(n) * step));
        };
        std::vector<Place> above(places.begin(), split);
        std::reverse(above.begin(), above.end());
        spread_to(above, -1);
        spread_to({split, places.end()}, 1);
    }

    void set(const Place& place, double aside) {
        for (const End& end : place)
            set(end.hop, end.is_start,
                middle_of(seat(end.hop, end.is_start), side(end.hop, end.is_start)) + aside);
    }

    void set(std::size_t hop, bool is_start, double along) {
        const HopSeat& of = seat(hop, is_start);
        const HopBlock& block = map_.blocks[of.block];
        const bool frame = at_frame(hop, is_start);
        Point at;
        switch (side(hop, is_start)) {
            case Side::left:
                at = {frame ? block.left : of.left, along};
                break;
            case Side::right:
                at = {frame ? block.right : of.right, along};
                break;
            case Side::top:
                at = {along, of.top};
                break;
            case Side::bottom:
                at = {along, of.bottom};
                break;
        }
        (is_start ? points_[hop].first : points_[hop].second) = at;
    }

    const std::vector<HopEnds>& hops_;
    const std::vector<Route>& routes_;
    const HopMap& map_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> joined_;
    // By room: how far straight lines reach from the middle, with the room beside them.
    std::map<Room, double> straight_;
    EndPoints points_;
};

}  // namespace

EndPoints hop_ends(const std::vector<HopEnds>& hops, const std::vector<Route>& routes, const HopMap& map) {
    return Ends(hops, routes, map).points();
}

}  // namespace railyard::diagram
