#pragma once
// What members of a group get of NVLink inside a domain whose GPUs are joined by switches or each with each:
// it follows from how many there are and on which board, not from which GPUs they are.

#include <cstdint>

#include "railyard/base/units.hpp"
#include "railyard/topology/hardware.hpp"

namespace railyard {

struct InsideRate {
    BytesPerSecond rate;  // of the poorest member, per direction
    Seconds latency;      // the longest of a pair
};

// Of `members` GPUs of a domain, at least two, of which so many sit on its first board: the largest share of
// the others that one of them reaches over the trunk between the boards.
double share_across_boards(std::uint64_t members, std::uint64_t on_first_board);

// Behind switches a member's links serve any peer, so its rate is the mean over its peers; `across` is the
// share of them on the other board (0 with one board).
InsideRate inside_switched(const DomainKind& kind, double across);

// In a mesh it has its links to the other members.
InsideRate inside_mesh(const DomainKind& kind, std::uint64_t members);

}  // namespace railyard
