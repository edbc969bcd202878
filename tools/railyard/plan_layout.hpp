#pragma once
// `railyard plan --layout L`: the degrees are given; where its ranks best sit, what a failure moves, and what
// spares are worth.

#include <cstdint>
#include <optional>

#include "railyard/input/library.hpp"
#include "railyard/job/load.hpp"
#include "railyard/plan_options.hpp"

namespace railyard::tool {

int plan_layout(const PlanOptions& options);

// The same for a layout that is at hand, with what is to be noted of it. `planned_first`: before anything
// fails it sits as a plan with these options puts it, from this domain on (search::place_keeping()); nothing:
// as the rules of the layout put it, or where `placement_file` has its ranks.
int plan_layout(const PlanOptions& options, const input::Library& library, LoadedLayout layout,
                std::optional<std::uint32_t> planned_first = std::nullopt);

}  // namespace railyard::tool
