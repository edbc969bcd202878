#pragma once
// The ways to order the ranks of a cut and to fill domains with them: for every dimension a factor that lies
// inside a domain, all of them together no more than the domain offers, and every order of what is left. A
// block of the inner factors stays whole; as many blocks as there is room for share a domain. Where that
// leaves GPUs of every domain empty, the same order also with nothing but tp kept whole, so that they are
// filled.

#include <cstdint>
#include <vector>

#include "railyard/job/layout.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::search {

// One order with its tiles, and the rules that place it.
struct Arrangement {
    std::vector<OrderItem> order;
    PlacementRules rules;
    std::uint32_t block = 1;
};

// What arrangements need to know of a topology.
struct DomainSizes {
    std::uint32_t largest = 0;  // GPUs that the fullest domain offers
    bool alike = false;         // every domain offers the same
    bool flat = false;          // all domains are equally far apart, whatever lies between them
};
DomainSizes domain_sizes(const Topology& topology);

// Without those that place ranks exactly as another one does: where all domains are alike and whole blocks
// make a larger factor; where they are equally far apart and a block fills one, the order of the rest.
std::vector<Arrangement> arrangements_of(const Degrees& degrees, const DomainSizes& sizes);

}  // namespace railyard::search
