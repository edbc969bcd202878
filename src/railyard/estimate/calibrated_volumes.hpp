#pragma once
// What a step moves in the calibrated model: as the software of the layout does it. Its times and the bytes
// per step beside them both go by this. Not counted: collectives of the embedding and the head, the gather
// behind a send without sequence parallelism, and the sum of a tied embedding over two stages.

#include "railyard/estimate/calibrated_machine.hpp"
#include "railyard/estimate/step_constants.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/volumes.hpp"

namespace railyard {

// Whether gradients and parameters go layer by layer: zero-3, and FSDP whatever it shards.
bool goes_by_layer(const Layout& layout);
// Whether they do so in every micro-batch: zero-3, and zero-2 of FSDP, as its published runs were fitted.
bool goes_in_every_micro_batch(const Layout& layout);

// Once a step, gradients by the table of software in a bf16 run, else two bytes; a sharded optimizer gathers
// parameters in two bytes, or in fp8 where products are and the software does. Layer by layer in two bytes;
// in every micro-batch gathered forward and backward, and scattered.
UpdateTraffic calibrated_update(const Layout& layout, ProductPrecision precision);

// Full recomputation repeats the forward pass's traffic, keys and values are gathered again for the backward
// pass, layers whose experts tp does not cut have half of its collectives, and the last stage runs the extra
// prediction layers.
Volumes calibrated_volumes(const Layout& layout, ProductPrecision precision);
// The same on a machine, where exchanges that are relayed may send a token once to each domain.
Volumes calibrated_volumes(const Layout& layout, const CalibratedMachine& machine,
                           const StepConstants& constants);

}  // namespace railyard
