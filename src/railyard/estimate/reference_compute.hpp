#pragma once
// Compute time of the reference model: FLOPs at one constant fraction of peak.

#include "railyard/base/units.hpp"
#include "railyard/estimate/machine_rates.hpp"
#include "railyard/job/layout.hpp"

namespace railyard {

// FLOPs of the step (attention full, recomputation counted) / (GPUs x peak x eta).
Seconds reference_compute(const Layout& layout, const MachineRates& rates, double eta);

}  // namespace railyard
