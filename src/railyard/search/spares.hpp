#pragma once
// The spares that a placement leaves in its domains, as useful_time.hpp counts them.

#include "railyard/placement/placement.hpp"
#include "railyard/search/useful_time.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::search {

// Of every domain in use: the whole servers that its free GPUs could stand in for.
SparePlan spares_of(const Topology& topology, const Placement& placement);

}  // namespace railyard::search
