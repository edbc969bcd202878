#include "railyard/search/domain_rooms.hpp"

#include <algorithm>

namespace railyard::search {

std::vector<DomainRoom> rooms_of(const Topology& topology, const Offers& offers, std::uint32_t block,
                                 std::uint32_t first, std::uint32_t most_as_needed) {
    std::vector<DomainRoom> rooms;
    std::uint32_t endless = 0;
    for (std::uint32_t d = first; d < offers.domains(); ++d) {
        if (topology.as_needed() && d >= offers.endless_from() && (endless += 1) > most_as_needed) break;
        const std::uint32_t room = offers.of(DomainId(d)) / block;
        if (room > 0) rooms.push_back({d, room});
    }
    return rooms;
}

std::vector<DomainRoom> chosen_rooms(std::vector<DomainRoom> rooms, std::uint32_t blocks,
                                     DomainChoice choice) {
    std::stable_sort(rooms.begin(), rooms.end(), [&](const DomainRoom& a, const DomainRoom& b) {
        return choice == DomainChoice::fewest ? a.blocks > b.blocks : a.blocks < b.blocks;
    });
    std::uint64_t room = 0;
    std::size_t used = 0;
    while (used < rooms.size() && room < blocks) room += rooms[used++].blocks;
    rooms.resize(used);
    // The last one that was taken is the one that is not filled.
    if (room > blocks) rooms.back().blocks -= static_cast<std::uint32_t>(room - blocks);
    std::sort(rooms.begin(), rooms.end(),
              [](const DomainRoom& a, const DomainRoom& b) { return a.domain < b.domain; });
    return rooms;
}

}  // namespace railyard::search
