#pragma once
// A calibration as the file that --calibration takes.

#include <string>

#include "railyard/estimate/calibration.hpp"

namespace railyard::output {

std::string calibration_yaml(const Calibration& calibration);

}  // namespace railyard::output
