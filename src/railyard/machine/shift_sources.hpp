#pragma once
// Numbers of sources after those of another model were put before them.

#include "railyard/machine/observed.hpp"

namespace railyard::machine {

// Adds `by` to the number of the source of each fact and remark. The list of sources stays.
void shift_sources(Observed& observed, std::uint32_t by);

}  // namespace railyard::machine
