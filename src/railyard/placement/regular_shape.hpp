#pragma once
// How the members of one group lie in domains that all hold the same number of ranks.

#include <cstdint>
#include <vector>

#include "railyard/placement/residues.hpp"

namespace railyard {

struct DomainShape {
    std::uint64_t domains = 0;  // with a member
    std::uint64_t most = 0;     // members in one of them
    std::uint64_t fewest = ~std::uint64_t{0};
    std::uint64_t fewest_together = ~std::uint64_t{0};  // in one that has several
    double across = 0;  // the largest share of the others in its domain that a member has on the other board
    // Where the members of a domain that has several sit in it, ascending; each way once, if asked for.
    std::vector<std::vector<std::uint32_t>> ways = {};
    bool operator==(const DomainShape&) const = default;
};

enum class SeatDetail { counted, listed };

// Positions of a domain.
struct DomainSeats {
    std::uint64_t ranks = 1;
    std::uint64_t on_first_board = 0;  // of two; 0: all are on one
    SeatDetail detail = SeatDetail::counted;
};

// Of the positions first + (the sums of `members`). Time grows with the positions of a domain, not with the
// members.
DomainShape shape_in_domains(const AxisSet& members, std::uint64_t first, const DomainSeats& seats);

}  // namespace railyard
