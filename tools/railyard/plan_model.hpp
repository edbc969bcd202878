#pragma once
// `railyard plan MODEL`: the best ways to cut a model over GPUs, and to place each.

#include "railyard/plan_options.hpp"

namespace railyard::tool {

int plan_model(const PlanOptions& options);

}  // namespace railyard::tool
