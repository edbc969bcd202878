#pragma once
// What one measured run of a site is worth, for people and for programs.

#include <string>

#include "railyard/estimate/one_run.hpp"

namespace railyard::output {

std::string one_run_table(const OneRunValidation& validation);
std::string one_run_json(const OneRunValidation& validation);
std::string one_run_csv(const OneRunValidation& validation);

}  // namespace railyard::output
