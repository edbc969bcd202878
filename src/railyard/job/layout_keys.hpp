#pragma once
// The keys of layout files.

#include "railyard/input/keys.hpp"

namespace railyard {

extern const input::Section layout_file_keys;

}  // namespace railyard
