#include "railyard/estimate/reference_compute.hpp"

#include "railyard/job/flops.hpp"

namespace railyard {

Seconds reference_compute(const Layout& layout, const MachineRates& rates, double eta) {
    const Flops work = step_flops(layout, AttentionCount::full, RecomputeCount::hardware);
    return work / (rates.peak * (layout.degrees.ranks() * eta));
}

}  // namespace railyard
