#pragma once
// The facts behind the parts of a step of the reference model.

#include "railyard/estimate/estimate.hpp"
#include "railyard/estimate/step_facts.hpp"

namespace railyard {

// All parts, those of no time too; compute is CostItem::products here. `estimate` is one of the reference
// model, made for `layout` as it is laid out.
std::vector<StepPiece> reference_facts(const Topology& topology, const Layout& layout,
                                       const Estimate& estimate);

}  // namespace railyard
