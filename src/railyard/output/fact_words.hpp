#pragma once
// Facts behind the time of a step as words, with their units.

#include <string>

#include "railyard/search/comparison.hpp"

namespace railyard::output {

// "NVLink of a GPU 450 GB/s -> 900 GB/s": with as many digits as tell the two apart.
std::string fact_words(const FactChange& change);
// The value of one: "450 GB/s".
std::string fact_text(const StepFact& fact);

}  // namespace railyard::output
