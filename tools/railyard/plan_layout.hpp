#pragma once
// `railyard plan --layout L`: the degrees are given; where its ranks best sit, what a failure moves, and what
// spares are worth.

#include <cstdint>

#include "railyard/input/library.hpp"
#include "railyard/job/load.hpp"
#include "railyard/plan_options.hpp"

namespace railyard::tool {

int plan_layout(const PlanOptions& options);

// The same for a layout that is at hand, with what is to be noted of it. `first`: the domain that it begins
// on before anything fails (search::place_keeping()).
int plan_layout(const PlanOptions& options, const input::Library& library, LoadedLayout layout,
                std::uint32_t first = 0);

}  // namespace railyard::tool
