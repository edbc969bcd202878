#include "railyard/estimate/calibrated_volumes.hpp"

#include "railyard/estimate/calibrated_layer.hpp"
#include "railyard/estimate/expert_exchange.hpp"
#include "railyard/estimate/software.hpp"

namespace railyard {

bool goes_by_layer(const Layout& layout) {
    return layout.sharding.kind == ShardingKind::zero_3 ||
           switches_of(layout.software).gradient == GradientTraffic::per_layer;
}

bool goes_in_every_micro_batch(const Layout& layout) {
    return goes_by_layer(layout) && layout.sharding.kind >= ShardingKind::zero_2;
}

UpdateTraffic calibrated_update(const Layout& layout, ProductPrecision precision) {
    const SoftwareSwitches software = switches_of(layout.software);
    UpdateTraffic traffic;
    if (!goes_by_layer(layout)) {
        if (layout.precision == Precision::bf16) traffic.gradient = bytes(software.gradient_bytes);
        if (precision == ProductPrecision::fp8 && software.fused_kernels) traffic.parameter = bytes(1);
    } else if (goes_in_every_micro_batch(layout)) {
        traffic.scatters = layout.micro_batches();
        traffic.gathers = 2.0 * layout.micro_batches();
    }
    return traffic;
}

Volumes calibrated_volumes(const Layout& layout, ProductPrecision precision) {
    Volumes volumes;
    volumes.update = calibrated_update(layout, precision);
    if (layout.pipeline.schedule == PipelineSchedule::dualpipe)
        volumes.held = StagesOfARank::own_and_opposite;
    const double again = layout.recompute == Recompute::full ? 1 : 0;
    volumes.context_passes = 3 + again;
    const double experts_again = layout.experts_recomputed == ExpertsRecomputed::yes ? 1 : 0;
    volumes.exchanges = 2 * (2 + again + experts_again);
    if (layout.degrees.etp < 2) volumes.tensor_of_experts = 0.5;
    volumes.extra_layers = layout.model.extra_prediction_layers;
    return volumes;
}

Volumes calibrated_volumes(const Layout& layout, const CalibratedMachine& machine,
                           const StepConstants& constants) {
    Volumes volumes = calibrated_volumes(layout, machine.precision);
    if (!layout.model.experts || layout.degrees.ep < 2) return volumes;
    if (LayerModel(layout, machine, constants).exchange().algorithm == Algorithm::relayed)
        volumes.crossing = crossing_share(layout, machine.group(Dimension::ep));
    return volumes;
}

}  // namespace railyard
