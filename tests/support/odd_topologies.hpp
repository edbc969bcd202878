#pragma once
// Small topologies of all sorts from a random number: uneven kinds, partitions, two boards, meshes, listed
// links, servers without NVLink, shared NICs, rails with either way across, planes, spans in every unit, no
// network.

#include <cstdint>

#include "railyard/topology/topology.hpp"

namespace railyard::test {

// The same topology for the same seed, on every machine. It keeps the rules that the loader holds files to.
Topology odd_topology(std::uint64_t seed);

}  // namespace railyard::test
