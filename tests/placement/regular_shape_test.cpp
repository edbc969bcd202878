#include "railyard/placement/regular_shape.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/support/dice.hpp"

namespace railyard {
namespace {

DomainShape plainly(const std::vector<Axis>& axes, std::uint64_t first, const DomainSeats& seats) {
    std::vector<std::uint64_t> places = {first};
    for (const Axis& axis : axes) {
        std::vector<std::uint64_t> next;
        for (std::uint32_t digit = 0; digit < axis.size; ++digit) {
            for (const auto place : places) next.push_back(place + std::uint64_t{digit} * axis.stride);
        }
        places = next;
    }
    std::map<std::uint64_t, std::vector<int>> boards_in;
    std::map<std::uint64_t, std::vector<std::uint32_t>> way_in;
    std::sort(places.begin(), places.end());
    for (const auto place : places) {
        boards_in[place / seats.ranks].push_back(place % seats.ranks < seats.on_first_board ? 0 : 1);
        way_in[place / seats.ranks].push_back(static_cast<std::uint32_t>(place % seats.ranks));
    }
    DomainShape shape;
    for (const auto& [domain, boards] : boards_in) {
        const std::uint64_t members = boards.size();
        ++shape.domains;
        shape.most = std::max(shape.most, members);
        shape.fewest = std::min(shape.fewest, members);
        if (members == 1) continue;
        shape.fewest_together = std::min(shape.fewest_together, members);
        for (const int board : boards) {
            const auto across = std::count(boards.begin(), boards.end(), 1 - board);
            shape.across =
                std::max(shape.across, static_cast<double>(across) / static_cast<double>(members - 1));
        }
    }
    std::set<std::vector<std::uint32_t>> ways;
    for (const auto& [domain, way] : way_in)
        if (way.size() > 1) ways.insert(way);
    if (seats.detail == SeatDetail::listed) shape.ways.assign(ways.begin(), ways.end());
    return shape;
}

TEST_CASE("how members lie in domains, by arithmetic and one by one") {
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        test::Dice dice(seed);
        std::vector<Axis> axes;
        std::uint32_t stride = dice.between(1, 9);
        for (std::uint32_t n = dice.between(0, 2); n > 0; --n) {
            const std::uint32_t size = dice.between(2, dice.one_in(3) ? 300 : 12);
            axes.push_back({size, stride});
            stride *= size * dice.between(1, 6);
        }
        const std::uint32_t ranks = dice.between(1, 80);
        const DomainSeats seats{ranks, dice.one_in(2) ? 0 : dice.between(1, ranks),
                                dice.one_in(2) ? SeatDetail::counted : SeatDetail::listed};
        const std::uint64_t first = dice.between(0, 200);
        CAPTURE(seed);
        CHECK((shape_in_domains(AxisSet(axes), first, seats) == plainly(axes, first, seats)));
    }
}

TEST_CASE("a million members cost what a few do: 72 ranks of a domain, one in 8") {
    // 9 members of each full domain; 1,048,576 = 116,508 x 9 + 4.
    const DomainShape shape = shape_in_domains(AxisSet({{1048576, 8}}), 0, {72, 36});
    CHECK(shape.domains == 116509);
    CHECK(shape.most == 9);
    CHECK(shape.fewest == 4);
    // 0, 8, 16, 24 and 32 on the first board, four on the other: 5 of the 8 mates of those are across.
    CHECK(shape.across == 5.0 / 8.0);
}

}  // namespace
}  // namespace railyard
