#pragma once
// What a planned step is made of and waits for.

#include <optional>
#include <vector>

#include "railyard/estimate/calibrated_estimate.hpp"
#include "railyard/search/placed_machine.hpp"

namespace railyard::search {

struct StepReasons {
    std::vector<CostReason> parts;  // longest first; of the calibrated model alone
    std::optional<ErrorBand> band;
};

// `layout` as it is placed by its rules. Empty where it cannot be placed.
StepReasons reasons_of(const Topology& topology, const TimeModel& model, const Layout& layout);
// The same with its ranks in these places.
StepReasons reasons_of(const Topology& topology, const TimeModel& model, const Layout& layout,
                       Placement placement);

}  // namespace railyard::search
