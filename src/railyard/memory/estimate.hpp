#pragma once
// The memory of every pipeline stage of a layout: parameters with their gradients and optimizer, and the
// activations of the micro-batches in flight. Counted per rank (all ranks of a stage hold the same,
// but for tokens at their experts: where the layout says `expert_imbalance`, the fullest rank counts). What
// is not counted: gradients of activations and other scratch that lives inside one operation, fragmentation
// of the allocator; communication buffers and the context are `reserved` (fit.hpp).

#include <cstdint>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/memory/parameters.hpp"

namespace railyard::memory {

struct StageMemory {
    std::uint32_t layers = 0;         // on this device; with DualPipe those of two stages
    std::uint32_t expert_layers = 0;  // of these
    std::uint32_t in_flight = 0;      // passes of a chunk whose activations are held at most
    Parameters parameters;            // of one rank

    Bytes weights;  // gathered counted in
    Bytes gradients;
    Bytes optimizer;
    Bytes activations;  // the four that follow

    Bytes gathered;    // the largest layer whole, for zero-3
    Bytes in_layers;   // in_flight times the largest chunk
    Bytes recomputed;  // the working set of the one layer that full recomputation is at
    Bytes in_ends;     // embedding's dropout mask, last norm
    Bytes logits;      // and softmax of the loss, fp32

    [[nodiscard]] Bytes total() const { return weights + gradients + optimizer + activations; }
};

struct Memory {
    std::vector<StageMemory> stages;
    std::uint32_t worst_stage = 0;  // the first of those with the largest total

    [[nodiscard]] const StageMemory& worst() const { return stages[worst_stage]; }
};

// in_flight: chunk passes held by each stage at its fullest, one number per stage. Every pass counts as the
// largest chunk of its stage.
Memory estimate_memory(const Layout& layout, const std::vector<std::uint32_t>& in_flight);

// With the closed forms of in_flight.hpp.
Memory estimate_memory(const Layout& layout);

}  // namespace railyard::memory
