#pragma once
// The answer of `validate`: measured, predicted and the error of every run, and what that is per source.

#include <string>

#include "railyard/estimate/validation.hpp"

namespace railyard::output {

std::string validation_table(const Validation& validation);
std::string validation_json(const Validation& validation);
std::string validation_csv(const Validation& validation);

}  // namespace railyard::output
