#pragma once
// What each part of a step costs and what bounds it, and what runs behind other work, for people.

#include <string>

#include "railyard/output/step_report.hpp"

namespace railyard::output {

// Two tables under a line each, 100 columns wide at most; of the reference model one. Empty where the report
// has no reasons.
std::string explained_parts(const Layout& layout, const StepReport& report);

}  // namespace railyard::output
