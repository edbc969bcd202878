#pragma once
// Small jobs of all sorts on the odd topologies, from a random number: every order, tiles, expert grids whose
// digits lie across each other, blocks larger than a domain, spares, missing GPUs, jobs that do not fit.

#include <cstdint>

#include "railyard/topology/topology.hpp"
#include "tests/support/plain_ranks.hpp"

namespace railyard::test {

struct OddCase {
    Topology topology;  // perhaps as needed
    Topology finite;    // the same, cut where the job cannot need more
    PlainJob job;
};

// A whole order for the degrees, with tiles in it.
std::vector<OrderItem> odd_order(std::uint64_t seed, const Degrees& degrees);

// The same case for the same seed, on every machine.
OddCase odd_case(std::uint64_t seed);

}  // namespace railyard::test
