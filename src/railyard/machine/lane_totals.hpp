#pragma once
// What one source says of all NVLinks of a GPU (a list of links, a dump of NCCL's) against what another says
// of its pairs (a matrix).

#include "railyard/machine/observed.hpp"

namespace railyard::machine {

// Adds the disagreements to those of the model: once all sources are merged. A pair has at most the links of
// either GPU, and through switches exactly those of the one that has fewer; without switches a GPU has at
// least the links of its pairs together, the others may lead to what the matrix does not show.
void compare_lane_totals(Observed& observed);

}  // namespace railyard::machine
