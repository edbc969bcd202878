#pragma once
// What a plan was asked to choose from, where nothing of it can be chosen: degrees that divide nothing, and
// degrees that do not go together.

#include <optional>
#include <string>
#include <vector>

#include "railyard/search/plan_space.hpp"

namespace railyard::search {

struct SpaceProblem {
    std::string message;
    std::string hint;
};

// Nothing where the space has a candidate. Else the first that holds: there is no cut over so many GPUs
// (with the nearest numbers that have one), a list without any value that a cut has (with those that are
// possible, and their rule), lists that exclude each other (with what opens the space). Costs a few listings
// of the cuts.
std::optional<SpaceProblem> space_problem(const PlanSpace& space);

// Values in the lists that no cut can have, whatever else is chosen: "tp 7". The others are searched.
std::vector<std::string> impossible_values(const PlanSpace& space);

}  // namespace railyard::search
