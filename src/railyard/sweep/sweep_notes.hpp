#pragma once
// What whoever reads the figures of a sweep should know and no figure says: what bills leave out, and times
// that stand on something other than what was measured.

#include <string>
#include <vector>

#include "railyard/sweep/design_points.hpp"
#include "railyard/sweep/plan.hpp"

namespace railyard::sweep {

// Looks at some of the points, spread over all. Each note is one line without an end.
std::vector<std::string> notes_on(const DesignPoints& points, const Plan& plan);

}  // namespace railyard::sweep
