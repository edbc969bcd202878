#pragma once
// Small plan spaces on small topologies, with the shipped constants.

#include <string>
#include <string_view>
#include <vector>

#include "railyard/search/plan.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::test {

const Calibration& shipped_calibration_values();
search::TimeModel calibrated_times();
search::TimeModel reference_times();  // eta 0.4733, the fitted one

Model shipped_model(std::string_view name);

// `model` over so many GPUs, everything free, sequences of 2,048 tokens.
search::PlanSpace small_space(std::string_view model, std::uint32_t gpus, std::uint32_t sequences);

// A space and a topology whose every candidate can be timed in a moment.
struct SmallPlan {
    std::string name;
    search::PlanSpace space;
    Topology topology;
};
std::vector<SmallPlan> small_plans();

}  // namespace railyard::test
