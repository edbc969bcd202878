#pragma once
// A topology taken apart again, for one that differs in some part.

#include "railyard/topology/topology.hpp"

namespace railyard {

// The parts that make this topology again.
TopologyParts taken_apart(const Topology& topology);

}  // namespace railyard
