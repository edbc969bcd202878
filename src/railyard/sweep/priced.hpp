#pragma once
// Whether the costs and powers that a sweep chooses by are there at all.

#include <string>
#include <vector>

#include "railyard/sweep/design_points.hpp"
#include "railyard/sweep/plan.hpp"

namespace railyard::sweep {

// A figure that points are chosen by outside the sweep's file: "--pareto", "cost".
struct ChosenBy {
    std::string option;
    std::string figure;
};

// Throws InputError where constraints, or what points are chosen by, go by a cost or a power that no topology
// of the sweep has: none of its points could be chosen, and nothing would say why.
void check_priced(const DesignPoints& points, const Plan& plan, const std::vector<ChosenBy>& chosen);

}  // namespace railyard::sweep
