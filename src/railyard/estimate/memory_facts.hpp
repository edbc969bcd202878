#pragma once
// The facts behind the memory that the fullest GPU of a job needs, as those behind its step.

#include <vector>

#include "railyard/estimate/step_facts.hpp"
#include "railyard/memory/estimate.hpp"

namespace railyard {

// `memory` is that of the layout.
std::vector<StepFact> memory_facts(const Layout& layout, const memory::Memory& memory);

}  // namespace railyard
