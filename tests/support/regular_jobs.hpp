#pragma once
// Odd jobs on topologies whose domains are alike: what counting by symmetry is for, from a random number.

#include <cstdint>

#include "tests/support/odd_jobs.hpp"

namespace railyard::test {

// The job of odd_case(seed), perhaps with more ranks, on one kind of domain: switched on one board or two, a
// mesh, listed links or none, partitions of one size, spans in every unit, some of which end within
// domains, rails with either way across, spares, GPUs missing far away, other domains behind those. Mostly
// regular.
OddCase regular_case(std::uint64_t seed);

}  // namespace railyard::test
