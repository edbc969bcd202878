#include "railyard/search/memory_floor.hpp"

#include <algorithm>

#include "railyard/memory/in_flight.hpp"
#include "railyard/memory/parameters.hpp"
#include "railyard/memory/tensors.hpp"

namespace railyard::search {

KeptFloor kept_floor(const Layout& layout) {
    KeptFloor kept;
    kept.dense = memory::kept_per_layer(layout, memory::LayerKind::dense);
    if (layout.model.experts) kept.expert = memory::kept_per_layer(layout, memory::LayerKind::expert);
    return kept;
}

Bytes memory_floor(const Layout& layout, const KeptFloor& kept, const PassageLayers& passage) {
    const std::size_t stages = layout.degrees.pp;
    StageLayers first;
    Bytes chunk;  // the largest of the first stage
    for (std::size_t i = 0; i < passage.pieces.size(); i += stages) {
        const StageLayers& held = passage.pieces[i];
        first.layers += held.layers;
        first.expert_layers += held.expert_layers;
        first.embeddings += held.embeddings;
        first.heads += held.heads;
        chunk = std::max(chunk,
                         kept.dense * (held.layers - held.expert_layers) + kept.expert * held.expert_layers);
    }
    const memory::Parameters held = memory::parameters_per_rank(layout, first);
    const double dense = memory::bytes_per_parameter(layout, memory::dense_shards(layout)).total();
    const double experts = memory::bytes_per_parameter(layout, memory::expert_shards(layout)).total();
    return bytes(held.dense() * dense + held.experts() * experts) +
           chunk * memory::chunks_in_flight(layout, 0);
}

}  // namespace railyard::search
