#pragma once
// The errors of the calibrated model and of its collectives, for people and for programs.

#include <string>

#include "railyard/estimate/calibrated_validation.hpp"
#include "railyard/estimate/collective_points.hpp"

namespace railyard::output {

// Rows, the groups of the goals and the sources, each fitted and with its source left out.
std::string calibrated_table(const CalibratedValidation& validation);
std::string calibrated_json(const CalibratedValidation& validation);
std::string calibrated_csv(const CalibratedValidation& validation);

std::string collectives_table(const CollectiveValidation& validation);
std::string collectives_json(const CollectiveValidation& validation);
std::string collectives_csv(const CollectiveValidation& validation);

}  // namespace railyard::output
