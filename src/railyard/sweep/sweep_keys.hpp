#pragma once
// The keys of a sweep file.

#include "railyard/input/keys.hpp"

namespace railyard::sweep {

extern const input::Section sweep_file_keys;

}  // namespace railyard::sweep
