#include "railyard/search/step_floor.hpp"

#include <algorithm>

#include "railyard/estimate/calibrated_layer.hpp"
#include "railyard/estimate/pipeline_conditions.hpp"
#include "railyard/schedule/catalogue.hpp"

namespace railyard::search {
namespace {

WorkFloor::Pass pass_of(const PassCosts& costs) {
    return {costs.forward.sum(), costs.backward.sum(),
            costs.forward[CostItem::exchange] + costs.backward[CostItem::exchange]};
}

// One micro-batch on what a piece holds; the last one has the extra prediction layers too.
WorkFloor::Pass piece_of(const Layout& layout, const WorkFloor& work, const StageLayers& held) {
    WorkFloor::Pass sum;
    const auto add = [&](const WorkFloor::Pass& one, double times) {
        sum.forward += one.forward * times;
        sum.backward += one.backward * times;
        sum.exchange += one.exchange * times;
    };
    const double extra = held.heads > 0 ? layout.model.extra_prediction_layers : 0;
    const bool experts = layout.model.experts.has_value();
    add(work.dense, held.layers - held.expert_layers + (experts ? 0 : extra));
    add(work.expert, held.expert_layers + (experts ? extra : 0));
    add(work.embedding, held.embeddings);
    add(work.head, held.heads + extra);
    return sum;
}

// Each device runs half of the micro-batches from either end, all exchanges hidden at best.
double mirrored(const Layout& layout, const std::vector<WorkFloor::Pass>& pieces) {
    double most = 0;
    for (std::size_t s = 0; s < pieces.size(); ++s) {
        const WorkFloor::Pass& a = pieces[s];
        const WorkFloor::Pass& b = pieces[pieces.size() - 1 - s];
        most = std::max(most, a.forward + a.backward - a.exchange + b.forward + b.backward - b.exchange);
    }
    return most * layout.micro_batches() / 2.0;
}

}  // namespace

PassageLayers layers_of(const Layout& layout) {
    PassageLayers result;
    result.passage = {layout.pipeline.schedule, layout.pipeline.chunks, layout.pipeline.ends};
    const bool mirror = layout.pipeline.schedule == PipelineSchedule::dualpipe;
    result.pieces = mirror ? stage_layers(layout) : chunk_layers(layout);
    result.replayed = !schedule::refuse(schedule_algorithm(layout.pipeline.schedule), schedule_shape(layout));
    return result;
}

WorkFloor work_floor(const TimeModel& model, const Layout& layout, const PlacedMachine& machine) {
    const Calibration& calibration = *model.calibration;
    const LayerModel layers(layout, *machine.calibrated, calibration.constants);
    WorkFloor work;
    work.dense = pass_of(layers.dense_layer());
    if (layout.model.experts) work.expert = pass_of(layers.expert_layer());
    work.embedding = pass_of(layers.embedding());
    work.head = pass_of(layers.head());
    work.fixed = calibration.constants[StepConstant::step_seconds];
    // A hair less, for sums in another order.
    work.scale = calibration.site * (1 - 1e-9);
    if (layout.software == Software::deepspeed)
        work.scale /= std::max(1.0, calibration.constants[StepConstant::deepspeed_speed]);
    return work;
}

Seconds step_floor(const Layout& layout, const WorkFloor& work, const PassageLayers& passage) {
    std::vector<WorkFloor::Pass> pieces;
    pieces.reserve(passage.pieces.size());
    for (const StageLayers& held : passage.pieces) pieces.push_back(piece_of(layout, work, held));
    const double scale = work.scale;
    if (passage.passage.schedule == PipelineSchedule::dualpipe)
        return seconds(scale * (mirrored(layout, pieces) + work.fixed));
    const std::size_t stages = layout.degrees.pp;
    const bool drains = passage.passage.schedule != PipelineSchedule::zero_bubble;
    double most = 0;
    double fill = 0;  // the first micro-batch reaches a stage through the first chunks of those before it,
                      // and what a stage does last goes back through them
    for (std::size_t s = 0; s < stages; ++s) {
        double one = 0;
        for (std::size_t i = s; i < pieces.size(); i += stages) one += pieces[i].forward + pieces[i].backward;
        most = std::max(most, one * layout.micro_batches() + (passage.replayed ? fill : 0));
        fill += pieces[s].forward + (drains ? pieces[s].backward : 0);
    }
    return seconds(scale * (most + work.fixed));
}

}  // namespace railyard::search
