#pragma once
// The kinds of files that the calibrated model is fitted to and made of, told apart: who gives one for
// another is told which command takes it.

#include <string>

#include "railyard/input/yaml.hpp"

namespace railyard {

enum class MeasuredFile { runs, collectives, nccl_tests, calibration };

// Throws InputError if it is plainly a file of another kind than `wanted`.
void refuse_another_kind(const input::Source& source, MeasuredFile wanted);

// Loads YAML. Throws InputError: what load_yaml throws, or refuse_another_kind.
input::Document load_measured(const std::string& path, MeasuredFile wanted);

}  // namespace railyard
