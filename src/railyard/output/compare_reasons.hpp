#pragma once
// Why the step of one design is longer than that of another: its parts, what each changes by, and what of the
// two designs that comes from.

#include <string>
#include <vector>

#include "railyard/search/comparison.hpp"

namespace railyard::output {

// One part of the step with what makes it another, in words: where hops went, which facts differ, and which
// of its pieces took how much of the change. Empty where nothing differs.
struct PartReasons {
    PartChange change;
    std::vector<std::string> reasons;
};
// Of all parts, the longest change first.
std::vector<PartReasons> part_reasons(const Comparison& comparison);

// A heading, a line or more for each part that changes, longest change first, and their sum; below, traffic
// that changes without any time of the step.
std::string compare_reasons(const Comparison& comparison);

// As people compare figures: four digits, from 10,000 on all of them.
std::string four_digits(double value);

}  // namespace railyard::output
