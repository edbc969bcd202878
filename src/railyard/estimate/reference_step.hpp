#pragma once
// The reference model: plain arithmetic with one fitted constant, eta, the fraction of peak that matrix
// products reach. It overlaps nothing and knows NVLink and NIC rates only. Its formulas stand in
// reference_step.cpp, reference_compute.cpp and network/reference_collectives.cpp.

#include <optional>

#include "railyard/base/units.hpp"
#include "railyard/estimate/machine_rates.hpp"
#include "railyard/estimate/step_times.hpp"
#include "railyard/job/layout.hpp"

namespace railyard {

// What the model takes for the micro-batch and the chunks of a stage.
enum class BatchAssumption {
    as_laid_out,   // the layout's own
    papers_silent  // micro-batches of one sequence, one layer a chunk (layers / stages of them, perhaps a
                   // fraction)
};

struct ReferenceBatch {
    double micro = 1;          // sequences of a micro-batch
    double micro_batches = 1;  // of a replica in a step
    double chunks = 1;         // of a stage
};
ReferenceBatch reference_batch(const Layout& layout, BatchAssumption assumption);

StepTimes reference_step(const Layout& layout, const MachineRates& rates, const ReferenceBatch& batch,
                         double eta);

// The eta with which a step takes exactly `measured`; not positive if the communication alone takes longer.
double fit_eta(const Layout& layout, const MachineRates& rates, const ReferenceBatch& batch,
               Seconds measured);

// The time of a step that the layout's `published` says; nothing if it says none. TFLOP/s count recomputation
// for full-recompute layouts, as those papers do (Narayanan et al. 2021), and `attention`.
std::optional<Seconds> published_step(const Layout& layout, AttentionCount attention);

}  // namespace railyard
