#include "railyard/placement/regular_shape.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "railyard/placement/inside_rates.hpp"

namespace railyard {
namespace {

void add(DomainShape& shape, std::uint64_t members, std::uint64_t on_first_board) {
    ++shape.domains;
    shape.most = std::max(shape.most, members);
    shape.fewest = std::min(shape.fewest, members);
    if (members < 2) return;
    shape.fewest_together = std::min(shape.fewest_together, members);
    shape.across = std::max(shape.across, share_across_boards(members, on_first_board));
}

void add_way(DomainShape& shape, std::vector<std::uint32_t> way) {
    const auto at = std::lower_bound(shape.ways.begin(), shape.ways.end(), way);
    if (at == shape.ways.end() || *at != way) shape.ways.insert(at, std::move(way));
}

// Members one stride apart. Between the first domain and the last one the place of a domain's first member
// repeats after stride / gcd(stride, ranks) domains.
DomainShape along(const Axis& axis, std::uint64_t first, const DomainSeats& seats) {
    DomainShape shape;
    const std::uint64_t stride = axis.stride;
    const std::uint64_t ranks = seats.ranks;
    if (stride >= ranks) return {axis.size, 1, 1};
    const auto below = [&](std::uint64_t end, std::uint64_t from) {
        return end <= from ? 0 : (end - from + stride - 1) / stride;
    };
    const auto add_some = [&](std::uint64_t members, std::uint64_t from) {
        add(shape, members, std::min(members, below(seats.on_first_board, from)));
        if (seats.detail == SeatDetail::counted || members < 2) return;
        std::vector<std::uint32_t> way;
        for (std::uint64_t m = 0; m < members; ++m)
            way.push_back(static_cast<std::uint32_t>(from + m * stride));
        add_way(shape, std::move(way));
    };
    std::uint64_t left = axis.size;
    std::uint64_t from = first % ranks;
    const std::uint64_t round = stride / std::gcd(stride, ranks);
    for (std::uint64_t looked_at = 0; left > 0; ++looked_at) {
        const std::uint64_t here = std::min(left, below(ranks, from));
        if (looked_at > round && here < left) {
            // All that can come between has come: count the rest, of which the last may be cut short.
            const std::uint64_t last = (from + (left - 1) * stride) / ranks;
            shape.domains += last;
            const std::uint64_t last_from = (from + (left - 1) * stride) % ranks;
            add_some(last_from / stride + 1, last_from % stride);
            return shape;
        }
        add_some(here, from);
        left -= here;
        from = (from + here * stride) % ranks;
    }
    return shape;
}

// One member after the other.
DomainShape one_by_one(const AxisSet& members, std::uint64_t first, const DomainSeats& seats) {
    std::vector<std::uint64_t> places = {first};
    for (std::size_t a = 0; a < members.count(); ++a) {
        const std::size_t inner = places.size();
        for (std::uint64_t digit = 1; digit < members[a].size; ++digit) {
            for (std::size_t i = 0; i < inner; ++i) places.push_back(places[i] + digit * members[a].stride);
        }
    }
    DomainShape shape;
    for (std::size_t begin = 0; begin < places.size();) {
        std::size_t end = begin;
        std::uint64_t on_first_board = 0;
        const std::uint64_t domain = places[begin] / seats.ranks;
        for (; end < places.size() && places[end] / seats.ranks == domain; ++end)
            if (places[end] % seats.ranks < seats.on_first_board) ++on_first_board;
        add(shape, end - begin, on_first_board);
        if (seats.detail == SeatDetail::listed && end - begin > 1) {
            std::vector<std::uint32_t> way;
            for (std::size_t i = begin; i < end; ++i)
                way.push_back(static_cast<std::uint32_t>(places[i] % seats.ranks));
            add_way(shape, std::move(way));
        }
        begin = end;
    }
    return shape;
}

// Digits of the outermost axis that share domains with their neighbours. After `round` of them all repeats,
// so of many rounds a few are looked at, and one more to see what a round adds.
DomainShape interleaved(AxisSet inner, Axis outer, std::uint64_t first, const DomainSeats& seats) {
    const std::uint64_t ranks = seats.ranks;
    const std::uint64_t round = ranks / std::gcd(std::uint64_t{outer.stride}, ranks);
    const auto with_digits = [&](std::uint64_t digits) {
        AxisSet members = inner;
        members.add({static_cast<std::uint32_t>(digits), outer.stride});
        return one_by_one(members, first, seats);
    };
    // Beyond both ends of what is looked at lie at least a round and all that may share a domain.
    const std::uint64_t enough = 3 * round + 2 * (ranks / outer.stride + 2);
    if (outer.size <= enough + 2 * round) return with_digits(outer.size);
    const std::uint64_t rounds = (outer.size - enough) / round;
    const DomainShape few = with_digits(outer.size - rounds * round);
    DomainShape all = with_digits(outer.size - (rounds - 1) * round);
    all.domains += (all.domains - few.domains) * (rounds - 1);
    return all;
}

}  // namespace

DomainShape shape_in_domains(const AxisSet& members, std::uint64_t first, const DomainSeats& seats) {
    if (members.count() == 0) return {1, 1, 1};
    if (members.count() == 1) return along(members[0], first, seats);
    const std::uint64_t ranks = seats.ranks;
    AxisSet inner;
    for (std::size_t a = 0; a + 1 < members.count(); ++a) inner.add(members[a]);
    const Axis& outer = members[members.count() - 1];
    // Where no domain holds members of two of its digits, the digits of the outermost axis stand each for
    // itself, and repeat.
    if (outer.stride < inner.last() + ranks) return interleaved(inner, outer, first, seats);
    const std::uint64_t round = ranks / std::gcd(std::uint64_t{outer.stride}, ranks);
    DomainShape all;
    for (std::uint64_t digit = 0; digit < std::min<std::uint64_t>(round, outer.size); ++digit) {
        const DomainShape one = shape_in_domains(inner, (first + digit * outer.stride) % ranks, seats);
        all.domains += one.domains * ((outer.size - digit - 1) / round + 1);
        all.most = std::max(all.most, one.most);
        all.fewest = std::min(all.fewest, one.fewest);
        all.fewest_together = std::min(all.fewest_together, one.fewest_together);
        all.across = std::max(all.across, one.across);
        for (const auto& way : one.ways) add_way(all, way);
    }
    return all;
}

}  // namespace railyard
