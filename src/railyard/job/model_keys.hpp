#pragma once
// The keys of model files.

#include "railyard/input/keys.hpp"

namespace railyard {

extern const input::Section model_file_keys;

}  // namespace railyard
