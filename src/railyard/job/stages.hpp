#pragma once
// Which layers each pipeline stage, and each of its chunks, holds.

#include <cstdint>
#include <vector>

#include "railyard/job/layout.hpp"

namespace railyard {

// What one chunk, or one stage as a whole, holds.
struct StageLayers {
    std::uint32_t layers = 0;         // expert layers counted too
    std::uint32_t expert_layers = 0;  // those of them with experts
    std::uint32_t embeddings = 0;     // 1 where the embedding is: the first
    std::uint32_t heads = 0;          // 1 where the head and the loss are: the last
};

// Chunk c of stage s is entry c * stages + s: the order in which a micro-batch passes them. Layers are dealt
// out evenly; what does not divide gives the first stages, and within a stage the first chunks, one more.
// With EndLayers::counted the embedding and the head take the place of a layer each. `pipeline.layers` says
// it outright (one number per stage, which loading checks against the model).
std::vector<StageLayers> chunk_layers(const Layout& layout);

// The same summed over the chunks of each stage.
std::vector<StageLayers> stage_layers(const Layout& layout);

// Whether every chunk holds the same number of layers (embedding and head counted as the layout says): what
// Megatron-LM asks for.
bool divides_evenly(const Layout& layout);

}  // namespace railyard
