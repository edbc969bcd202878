#include "railyard/search/domain_rooms.hpp"

#include <doctest/doctest.h>

#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs(const std::vector<DomainRoom>& rooms) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> result;
    for (const DomainRoom& room : rooms) result.emplace_back(room.domain, room.blocks);
    return result;
}
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

TEST_CASE("rooms are whole blocks, from a domain on, and as many as asked for of those without end") {
    const Topology topology =
        test::load_text(
            "topology: t\ndomains: [{use: hgx-h100, count: as needed}]\n"
            "network: {tiers: [{name: leaf, latency: 1 us}]}\n"
            "unavailable: [box1/server0/gpu0, box2/server0/gpu0, box2/server0/gpu1, box2/server0/gpu2,\n"
            "  box2/server0/gpu3, box2/server0/gpu4]\n")
            .topology;
    const Offers offers(topology, 0);
    CHECK(pairs(rooms_of(topology, offers, 4, 0, 2)) == Pairs{{0, 2}, {1, 1}, {3, 2}, {4, 2}});
    CHECK(pairs(rooms_of(topology, offers, 4, 2, 1)) == Pairs{{3, 2}});
}

TEST_CASE("the fewest are the largest, the tightest the smallest, each in order, the last one in part") {
    const std::vector<DomainRoom> rooms = {{0, 2}, {1, 4}, {3, 1}, {5, 4}};
    CHECK(pairs(chosen_rooms(rooms, 7, DomainChoice::fewest)) == Pairs{{1, 4}, {5, 3}});
    CHECK(pairs(chosen_rooms(rooms, 5, DomainChoice::tightest)) == Pairs{{0, 2}, {1, 2}, {3, 1}});
    CHECK(pairs(chosen_rooms(rooms, 20, DomainChoice::fewest)).size() == 4);
}

}  // namespace
}  // namespace railyard::search
