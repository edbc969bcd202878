#pragma once
// What the members of a group in one domain get of its inside. Behind switches and in meshes it follows from
// how many there are and on which board; where links are listed, or PCIe is all there is, from which GPUs
// they are.

#include <cstdint>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/topology/hardware.hpp"

namespace railyard {

struct InsideRate {
    BytesPerSecond rate;              // of the poorest member, per direction; GroupClass::inside
    Seconds latency;                  // the longest of a pair
    std::uint32_t mates_by_pcie = 0;  // beside mates on NVLink, or on this CPU; GroupClass has both
    BytesPerSecond pcie;
    bool operator==(const InsideRate&) const = default;
};

// What counts of two domains that members lie in.
InsideRate poorer(const InsideRate& one, const InsideRate& other);

// Of `members` GPUs of a domain, at least two, of which so many sit on its first board: the largest share of
// the others that one of them reaches over the trunk between the boards.
double share_across_boards(std::uint64_t members, std::uint64_t on_first_board);

// Behind switches a member's links serve any peer, so its rate is the mean over its peers; `across` is the
// share of them on the other board (0 with one board).
InsideRate inside_switched(const DomainKind& kind, double across);

// In a mesh it has its links to the other members.
InsideRate inside_mesh(const DomainKind& kind, std::uint64_t members);

// Listed links or none: pair by pair. Members by their numbers in the domain, ascending, at least two.
InsideRate inside_server(const DomainKind& kind, const std::vector<std::uint32_t>& members);

// Any of these.
InsideRate inside_rate(const DomainKind& kind, const std::vector<std::uint32_t>& members);

}  // namespace railyard
