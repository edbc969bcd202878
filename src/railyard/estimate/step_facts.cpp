#include "railyard/estimate/step_facts.hpp"

#include <algorithm>

#include "railyard/job/stages.hpp"

namespace railyard::step_facts {
namespace {

template <class Names, class Value>
std::string_view name_in(const Names& names, Value value) {
    return names[static_cast<std::size_t>(value)];
}

// Layers of the GPU that holds most: those of a stage, and in DualPipe those of the stage opposite too, which
// half of the micro-batches pass.
std::uint32_t most_of(const Layout& layout, std::uint32_t StageLayers::*layers) {
    const std::vector<StageLayers> stages = stage_layers(layout);
    const bool both = layout.pipeline.schedule == PipelineSchedule::dualpipe;
    std::uint32_t most = 0;
    for (std::size_t s = 0; s < stages.size(); ++s) {
        const std::uint32_t opposite = both ? stages[stages.size() - 1 - s].*layers : 0;
        most = std::max(most, stages[s].*layers + opposite);
    }
    return most;
}

}  // namespace

FactList recomputation(const Layout& layout) {
    return FactList().words("recomputation", name_in(recompute_names, layout.recompute));
}

FactList layers(const Layout& layout) {
    return FactList().count("layers of a GPU", most_of(layout, &StageLayers::layers));
}

FactList passes(const Layout& layout) {
    return layers(layout).count("micro-batches", layout.micro_batches());
}

FactList longest_stage(const StageLayers& stage) {
    return FactList().words("longest stage", stage.heads > 0 && stage.embeddings > 0
                                                 ? "with embedding and head"
                                             : stage.heads > 0      ? "with the head"
                                             : stage.embeddings > 0 ? "with the embedding"
                                                                    : "layers alone");
}

FactList experts_passes(const Layout& layout) {
    return FactList()
        .count("expert layers of a GPU", most_of(layout, &StageLayers::expert_layers))
        .count("micro-batches", layout.micro_batches())
        .words("experts' forward pass run again",
               layout.experts_recomputed == ExpertsRecomputed::yes ? "yes" : "no");
}

FactList tokens(const Layout& layout) {
    FactList facts;
    facts.count("sequences of a micro-batch", layout.batch.micro)
        .count("tokens of a sequence", layout.batch.length)
        .count("cp", layout.degrees.cp);
    return facts;
}

FactList sharding(const Layout& layout) {
    std::string kind(name_in(sharding_names, layout.sharding.kind));
    if (layout.sharding.over > 0) kind += " over " + std::to_string(layout.sharding.over);
    return FactList().words("sharding", kind);
}

FactList pipeline(const Layout& layout) {
    FactList facts;
    facts.words("schedule", name_in(pipeline_schedule_names, layout.pipeline.schedule))
        .count("stages", layout.degrees.pp)
        .count("chunks", layout.pipeline.chunks)
        .count("micro-batches", layout.micro_batches());
    return facts;
}

}  // namespace railyard::step_facts
