#include "railyard/job/stages.hpp"

#include <algorithm>

namespace railyard {
namespace {

std::uint32_t units_in_all(const Layout& layout) {
    return layout.model.layers + (layout.pipeline.ends == EndLayers::counted ? 2 : 0);
}

// Units of every chunk, in the order of passing. A unit is a layer, or an end that counts as one.
std::vector<std::uint32_t> chunk_units(const Layout& layout) {
    const std::uint32_t stages = layout.degrees.pp;
    const std::uint32_t chunks = layout.pipeline.passes();
    const std::uint32_t all = units_in_all(layout);
    std::vector<std::uint32_t> units(std::size_t{stages} * chunks);
    for (std::uint32_t s = 0; s < stages; ++s) {
        const std::uint32_t of_stage = layout.pipeline.layers.empty()
                                           ? all / stages + (s < all % stages ? 1 : 0)
                                           : layout.pipeline.layers[s];
        for (std::uint32_t c = 0; c < chunks; ++c) {
            units[std::size_t{c} * stages + s] = of_stage / chunks + (c < of_stage % chunks ? 1 : 0);
        }
    }
    return units;
}

}  // namespace

std::vector<StageLayers> chunk_layers(const Layout& layout) {
    auto units = chunk_units(layout);
    if (layout.pipeline.layers.empty() && layout.pipeline.ends == EndLayers::counted) {
        // An end takes a unit of the first, or last, chunk that has one.
        *std::find_if(units.begin(), units.end(), [](std::uint32_t u) { return u > 0; }) -= 1;
        *std::find_if(units.rbegin(), units.rend(), [](std::uint32_t u) { return u > 0; }) -= 1;
    }
    std::vector<StageLayers> result(units.size());
    std::uint32_t layer = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
        result[i].layers = units[i];
        for (std::uint32_t end = layer + units[i]; layer < end; ++layer) {
            if (layout.model.is_expert_layer(layer)) ++result[i].expert_layers;
        }
    }
    result.front().embeddings = 1;
    result.back().heads = 1;
    return result;
}

std::vector<StageLayers> stage_layers(const Layout& layout) {
    const auto chunks = chunk_layers(layout);
    std::vector<StageLayers> stages(layout.degrees.pp);
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        StageLayers& stage = stages[i % stages.size()];
        stage.layers += chunks[i].layers;
        stage.expert_layers += chunks[i].expert_layers;
        stage.embeddings += chunks[i].embeddings;
        stage.heads += chunks[i].heads;
    }
    return stages;
}

bool divides_evenly(const Layout& layout) {
    const auto units = chunk_units(layout);
    return std::all_of(units.begin(), units.end(), [&](std::uint32_t u) { return u == units.front(); });
}

}  // namespace railyard
