#pragma once
// Placements that keep pins which a layout's rules know nothing of, and those that begin elsewhere than on
// the first domain with room.

#include <cstdint>
#include <variant>

#include "railyard/job/layout.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/search/domain_choice.hpp"
#include "railyard/search/kept_runs.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::search {

// As place_on() has it where that keeps every pin of `runs`; else with every run of ranks in the first span
// from the last one on that has room for it, for as many pins as can be kept at once, the required ones
// before all. `first`: the domain to begin on; 0: the first with room. Of several spans that could hold the
// whole job DomainChoice::fewest takes the one of fewest domains, tightest the one that leaves fewest GPUs.
// What differs from place_on() has PlacementOrigin::given, for no layout's rules make it.
std::variant<Placement, DoesNotFit> place_keeping(const Topology& topology, const Layout& layout,
                                                  DomainChoice choice, const KeptRuns& runs,
                                                  std::uint32_t first = 0);

}  // namespace railyard::search
