#pragma once
// Where the spans of tiers begin and end among the domains, and where in them a placement may begin.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "railyard/topology/reach.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::search {

// Consecutive domains, without `end`.
struct DomainRange {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
};

// The domains of the span that a domain lies in (by its first GPU), or the domain alone. `within`: NVLink, or
// a tier.
DomainRange span_around(const Topology& topology, std::uint32_t domain, Reach within);

// The most GPUs that are there in one span of a tier, or in one domain; Topology::unlimited where looking at
// every span would take too long.
std::uint32_t most_in_span(const Topology& topology, Reach within);

// How many runs of so many ranks the GPUs that are there have room for, none across two spans (or domains);
// Topology::unlimited where there is no end of them, or too many spans to look at.
std::uint32_t runs_with_room(const Topology& topology, Reach within, std::uint32_t ranks);

// Domains that a placement may begin on, at most so many (at least 1): 0 first, which is to begin on the
// first that has room; where domains are missing or differ also the first of every span that has any GPUs,
// spans of one tier with the same domains once, the fullest first.
std::vector<std::uint32_t> span_starts(const Topology& topology, std::size_t most);

}  // namespace railyard::search
