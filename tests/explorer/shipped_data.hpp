#pragma once
// The shipped files, loaded once.

#include "explorer/core/shipped.hpp"
#include "railyard/input/library.hpp"

const railyard::explorer::Shipped& shipped_data();
const railyard::input::Library& shipped_library();
