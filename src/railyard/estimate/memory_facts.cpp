#include "railyard/estimate/memory_facts.hpp"

namespace railyard {

std::vector<StepFact> memory_facts(const Layout& layout, const memory::Memory& memory) {
    const memory::StageMemory& fullest = memory.worst();
    FactList facts = step_facts::recomputation(layout);
    facts.words("saves", saves_names[static_cast<std::size_t>(layout.saves)])
        .add(step_facts::sharding(layout))
        .words("precision", precision_names[static_cast<std::size_t>(layout.precision)])
        .words("attention", attention_names[static_cast<std::size_t>(layout.attention)])
        .words("sequence parallelism", layout.sequence_parallel == SequenceParallel::on ? "on" : "off")
        .add(step_facts::tokens(layout))
        .count("tp", layout.degrees.tp);
    if (layout.sharding.kind != ShardingKind::none)
        facts.count("replicas and cp", static_cast<double>(layout.degrees.dp) * layout.degrees.cp);
    if (layout.model.experts) facts.count("ep", layout.degrees.ep).count("etp", layout.degrees.etp);
    return facts
        .words("schedule", pipeline_schedule_names[static_cast<std::size_t>(layout.pipeline.schedule)])
        .count("stages", layout.degrees.pp)
        .count("fullest stage", memory.worst_stage)
        .count("its layers", fullest.layers)
        .count(layout.pipeline.passes() > 1 ? "chunks in flight" : "micro-batches in flight",
               fullest.in_flight)
        .number("its parameters", FactKind::count, fullest.parameters.dense() + fullest.parameters.experts())
        .take();
}

}  // namespace railyard
