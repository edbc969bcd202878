#pragma once
// How many blocks each domain has room for, and which domains are taken where they differ.

#include <cstdint>
#include <vector>

#include "railyard/placement/policy.hpp"
#include "railyard/search/domain_choice.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::search {

struct DomainRoom {
    std::uint32_t domain = 0;
    std::uint32_t blocks = 0;
};

// Domains with room for a block from `first` on, in order; of those that come as needed at most so many.
std::vector<DomainRoom> rooms_of(const Topology& topology, const Offers& offers, std::uint32_t block,
                                 std::uint32_t first, std::uint32_t most_as_needed);

// Of `rooms` those that so many blocks take, in the order of the topology, so that neighbours stay near; all
// of them where that is not room enough.
std::vector<DomainRoom> chosen_rooms(std::vector<DomainRoom> rooms, std::uint32_t blocks,
                                     DomainChoice choice);

}  // namespace railyard::search
