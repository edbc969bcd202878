#pragma once
// The constants of the model of times for commands that time many layouts: as step_model.hpp chooses for one.

#include <optional>
#include <string>
#include <vector>

#include "railyard/estimate/calibration.hpp"
#include "railyard/input/library.hpp"
#include "railyard/search/placed_machine.hpp"
#include "railyard/step_model.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::tool {

struct LoadedTimeModel {
    CostModel model = CostModel::calibrated;
    std::optional<Calibration> calibration;
    double eta = 0;
    std::string fitted_on;

    [[nodiscard]] search::TimeModel view() const { return {calibration ? &*calibration : nullptr, eta}; }
};

// Appends to `notes` when the calibration knows no GPU of the topology and the reference model stands in.
// Throws InputError as timed_step does.
LoadedTimeModel load_time_model(const StepModelOptions& options, const input::Library& library,
                                const Topology& topology, std::vector<std::string>& notes);

}  // namespace railyard::tool
