#pragma once
// The keys of a calibration file and of a file of measured collectives.

#include "railyard/input/keys.hpp"

namespace railyard {

extern const input::Section calibration_file_keys;
extern const input::Section collectives_file_keys;

}  // namespace railyard
