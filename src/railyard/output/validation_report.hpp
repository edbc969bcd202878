#pragma once
// The answer of `validate`: measured, predicted and the error of every run, and what that is per source.

#include <string>
#include <vector>

#include "railyard/estimate/validation.hpp"

namespace railyard::output {

std::string validation_table(const Validation& validation);
std::string validation_json(const Validation& validation);
std::string validation_csv(const Validation& validation);

// The end of a table of runs: which were left out, and why; empty: none.
std::string skipped_told(const std::vector<SkippedRun>& runs);

}  // namespace railyard::output
