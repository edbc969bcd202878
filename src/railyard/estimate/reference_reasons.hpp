#pragma once
// The parts of a step of the reference model with the formula that each comes from, in words.

#include <string>
#include <vector>

#include "railyard/estimate/estimate.hpp"

namespace railyard {

struct PartReason {
    std::string part;  // "compute", "tp", ..., as the table of the step has them
    Seconds time;
    std::string bound;  // "6 all-reduces of 201 MB over 8 for each layer and micro-batch, at ..."
};

// Those that take any time, longest first. `estimate` is one of the reference model, made for `layout` as it
// is laid out.
std::vector<PartReason> reference_reasons(const Topology& topology, const Layout& layout,
                                          const Estimate& estimate);

}  // namespace railyard
