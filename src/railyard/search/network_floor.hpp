#pragma once
// Bytes that must cross between domains in a step, however the ranks are placed. For people to see how much
// a better placement could still gain, and for tests.
//
// A domain holds at most c ranks. Of a set S of ranks let k_d be |S| over the number of groups of dimension d
// that S touches. The groups touched are projections of S, so that k_1 k_2 ... <= |S| <= c (Loomis and
// Whitney 1949). A group of n with k members in S has at most k - 1 hops of a chain inside S, k - 1 of a ring
// (n if it is whole), k (k - 1) of an all-to-all; by concavity a rank has on average no more than 1 - 1/k
// hops of a chain inside, n/(n-1) (1 - 1/k) of a ring, n (1 - 1/k) of an all-to-all. The most that such
// averages weighed with bytes can come to under that product is a concave problem; what a Lagrange multiplier
// makes of it is an upper bound whether it is the best one or not. What is not inside leaves. tp, cp, dp and
// pp are cut one way and etp, ep and edp another, so both sums are bounded apart.

#include <cstdint>

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/volumes.hpp"

namespace railyard::search {

// At least so many bytes of the whole job, as the volumes have them, cross between domains in a step.
// `largest`: ranks that a domain holds at most, at least 1. Hops of different stages count as those of the
// lightest.
Bytes network_floor(const Layout& layout, const Volumes& volumes, std::uint32_t largest);

}  // namespace railyard::search
