#include "railyard/estimate/part_details.hpp"

#include <cmath>
#include <cstdio>

#include "railyard/base/figures.hpp"

namespace railyard {
namespace {

std::string whole_percent(double share) {
    if (share > 0 && share < 0.005) return "below 1 %";
    return rounded(100 * share) + " %";
}
std::string teraflops(double flops_per_second) {
    return rounded(flops_per_second / 1e12) + " TFLOP/s";
}

// "589 TFLOP/s reached; of the time 79 % ..."
std::string losses(const ProductRates::Breakdown& parts) {
    const double all = parts.seconds();
    std::string text;
    const auto add = [&](double seconds, const char* what) {
        if (seconds < 0.0005 * all) return;
        text += (text.empty() ? "" : ", ") + whole_percent(seconds / all) + " " + what;
    };
    add(parts.tiles, "to tiles and waves that are not filled");
    add(parts.depth, "to short inner dimensions");
    add(parts.memory, "to operands that memory brings too late");
    return text.empty() ? "" : "; of the time " + text;
}

std::string products(CostItem item, const LayerModel& layers, const CalibratedMachine& machine,
                     const StepConstants& constants) {
    const bool narrow = item != CostItem::head && machine.precision == ProductPrecision::fp8;
    const double best = (narrow ? machine.gpu.best_fp8 : machine.gpu.best_bf16).raw();
    const double most = narrow ? layers.rates().rate() : layers.rates().rate_bf16();
    const ProductRates::Breakdown parts = layers.products_of(item);
    const double grouped = item == CostItem::expert_products ? constants[StepConstant::expert_product] : 1;
    std::string text = "that is " + whole_percent(most / best) + " of the " + teraflops(best) +
                       " measured at best; " + teraflops(parts.flops / parts.seconds() * grouped) +
                       " reached by this layer's shapes" + losses(parts);
    if (item == CostItem::expert_products)
        text += "; grouped products run at " + whole_percent(grouped) + " of that";
    if (item == CostItem::head) {
        const double all = layers.head().both()[CostItem::head];
        text += "; the product takes " + whole_percent(parts.seconds() / all) +
                " of the time, the rest is logits in fp32 through memory";
    }
    return text;
}

// DualPipe's exchanges take multiprocessors from what runs beside them (mirrored_pipeline.hpp).
std::string beside_exchanges(const Layout& layout, const CalibratedMachine& machine,
                             const StepConstants& constants) {
    if (layout.pipeline.schedule != PipelineSchedule::dualpipe || machine.group(Dimension::ep).members < 2)
        return "";
    return "; beside exchanges on " +
           rounded(machine.gpu.multiprocessors - constants[Given::exchange_multiprocessors]) + " of " +
           rounded(machine.gpu.multiprocessors) + " multiprocessors";
}

std::string flash(const LayerModel& layers, const CalibratedMachine& machine) {
    const double share = layers.flash_share();
    return teraflops(machine.gpu.best_bf16.raw() * share) + " reached, " + whole_percent(share) +
           " of the best measured product: kernels and the sequence's length";
}

// " alone; in a step it takes 71 % of that time"
std::string share_of_alone(double share) {
    return share == 1 ? "" : " alone; in a step it takes " + whole_percent(share) + " of that time";
}

std::string reached(Collective kind, double size, const GroupClass& group, const CalibratedMachine& machine) {
    if (group.members < 2) return "";
    const Seconds time = collective_cost(kind, bytes(size), group, machine.curves).time;
    return human(bytes(size)) + " at a time: " + human(bus_bytes(kind, bytes(size), group.members) / time) +
           " reached";
}

}  // namespace

std::string part_detail(CostItem item, const LayerModel& layers, const Layout& layout,
                        const CalibratedMachine& machine, const StepConstants& constants) {
    switch (item) {
        case CostItem::products:
        case CostItem::expert_products:
        case CostItem::head:
            return products(item, layers, machine, constants) + beside_exchanges(layout, machine, constants);
        case CostItem::attention:
            return layout.attention == Attention::unfused ? "" : flash(layers, machine);
        case CostItem::tensor: {
            const std::string text =
                reached(layout.sequence_parallel == SequenceParallel::on ? Collective::all_gather
                                                                         : Collective::all_reduce,
                        layers.activation_bytes(), machine.group(Dimension::tp), machine);
            return text.empty() ? text : text + share_of_alone(layers.tensor_share());
        }
        case CostItem::context:
            return reached(Collective::all_gather, layers.context_bytes(), machine.group(Dimension::cp),
                           machine);
        case CostItem::exchange:
            if (machine.group(Dimension::ep).members < 2) return "";
            return human(bytes(layers.exchange_bytes())) + " at a time, of which " +
                   whole_percent(constants[StepConstant::expert_exchange]) + " of an all-to-all's time shows";
        default:
            return "";
    }
}

std::string hidden_behind(CostItem item, const Layout& layout) {
    const SoftwareSwitches software = switches_of(layout.software);
    const bool dualpipe = layout.pipeline.schedule == PipelineSchedule::dualpipe;
    switch (item) {
        case CostItem::tensor:
            return software.tensor == TensorTraffic::backward_hidden
                       ? "behind the products of weight gradients, in the backward pass"
                       : "behind the products before and after it, in pieces";
        case CostItem::context:
            return "behind attention, keys and values going around while it computes";
        case CostItem::exchange:
            return "behind the passes of the other direction";
        case CostItem::sends:
            return dualpipe ? "behind the passes of both directions"
                            : "behind the passes of a stage's other chunks";
        case CostItem::gradients:
            if (software.gradient == GradientTraffic::per_layer ||
                layout.sharding.kind == ShardingKind::zero_3) {
                return layout.sharding.kind >= ShardingKind::zero_2
                           ? "behind the passes of the layers before and after"
                           : "behind the passes of the last micro-batch";
            }
            return "behind the backward pass of the last micro-batch, in buckets";
        default:
            return "";
    }
}

}  // namespace railyard
