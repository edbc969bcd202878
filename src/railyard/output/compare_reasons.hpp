#pragma once
// Why the step of one design is longer than that of another: its parts, what each changes by, and what of the
// two designs that comes from.

#include <string>

#include "railyard/search/comparison.hpp"

namespace railyard::output {

// A heading, a line or more for each part that changes, longest change first, and their sum; below, traffic
// that changes without any time of the step.
std::string compare_reasons(const Comparison& comparison);

// As people compare figures: four digits, from 10,000 on all of them.
std::string four_digits(double value);

}  // namespace railyard::output
