#pragma once
// Which measured run is most like another.

#include "railyard/job/layout.hpp"

namespace railyard {

// How unlike two jobs are: the Euclidean distance of the binary logarithms of hidden width, GPUs, tokens of a
// micro-batch on a rank, tp, pp, cp and ep, so that a doubling of one is 1; a halving of the
// precision's width counts 2. All of it is known before anything is measured.
double unlikeness(const Layout& one, const Layout& other);

}  // namespace railyard
