#pragma once
// How the members of one group lie in domains that all hold the same number of ranks.

#include <cstdint>

#include "railyard/placement/residues.hpp"

namespace railyard {

struct DomainShape {
    std::uint64_t domains = 0;  // with a member
    std::uint64_t most = 0;     // members in one of them
    std::uint64_t fewest = ~std::uint64_t{0};
    auto operator<=>(const DomainShape&) const = default;
};

// Of the ranks first + (the sums of `members`), with `ranks` in a domain. Time grows with the ranks of a
// domain, not with the members.
DomainShape shape_in_domains(const AxisSet& members, std::uint64_t first, std::uint64_t ranks);

}  // namespace railyard
