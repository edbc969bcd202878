#pragma once
// The network section of a topology file, as the topology loader reads it.

#include <vector>

#include "railyard/input/mapping.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

// Reads the network above `runs` of domains. Problems are added; the result is usable only if there are none.
// Checks that it holds together: spans nest and cut through no server, rails meet somewhere, planes go on
// upwards.
Network read_network(const input::Mapping& keys, const std::vector<DomainKind>& kinds,
                     const std::vector<DomainRun>& runs);

}  // namespace railyard
