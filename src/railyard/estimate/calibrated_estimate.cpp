#include "railyard/estimate/calibrated_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "railyard/estimate/calibrated_layer.hpp"
#include "railyard/estimate/calibrated_step.hpp"
#include "railyard/topology/reach.hpp"

namespace railyard {
namespace {

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, value < 10 ? "%.2g" : "%.0f", value);
    return text;
}
std::string rate(BytesPerSecond bandwidth) {
    return number(bandwidth.raw() / 1e9) + " GB/s";
}
std::string percent(double share) {
    return number(100 * share) + " %";
}

// Says in words what each piece of a step waits for.
class Reasons {
  public:
    Reasons(const Topology& topology, const Layout& layout, const CalibratedMachine& machine,
            const StepConstants& constants)
        : topology_(topology),
          layout_(layout),
          machine_(machine),
          constants_(constants),
          software_(switches_of(layout.software)),
          rates_(machine, constants) {}

    [[nodiscard]] std::string of(CostItem item) const {
        switch (item) {
            case CostItem::products:
            case CostItem::expert_products:
            case CostItem::head:
                return products(item);
            case CostItem::attention:
                return attention();
            case CostItem::elementwise:
            case CostItem::expert_moves:
            case CostItem::optimizer:
                return "memory: " + rate(bytes_per_second(rates_.memory())) + ", " +
                       percent(constants_[StepConstant::memory_share]) + " of its peak";
            case CostItem::launches:
                return "starts and tails of kernels, the same for every layer and micro-batch";
            case CostItem::fixed:
                return "a constant of every step";
            case CostItem::tensor:
                return collective(Dimension::tp) + overlap();
            case CostItem::context:
                return collective(Dimension::cp);
            case CostItem::exchange:
                return collective(Dimension::ep) + exchange_overlap();
            case CostItem::sends:
                return links(machine_.group(Dimension::pp));
            case CostItem::gradients:
                return gradients();
            case CostItem::bubble:
                return std::to_string(layout_.degrees.pp) + " stages wait for the first and the last of " +
                       std::to_string(layout_.micro_batches()) + " micro-batches";
        }
        return "";
    }

  private:
    [[nodiscard]] std::string products(CostItem item) const {
        const bool narrow = item != CostItem::head && machine_.precision == ProductPrecision::fp8;
        std::string text = "products at up to " +
                           number((item == CostItem::head ? rates_.rate_bf16() : rates_.rate()) / 1e12) +
                           " TFLOP/s (" + (narrow ? "fp8" : "bf16") + ")";
        const double tokens =
            static_cast<double>(layout_.batch.micro) * layout_.batch.length / layout_.degrees.cp;
        if (item == CostItem::products) text += ", " + number(tokens) + " tokens each";
        return text;
    }
    [[nodiscard]] std::string attention() const {
        if (layout_.attention == Attention::unfused)
            return "scores through memory at " + rate(bytes_per_second(rates_.memory()));
        return "flash attention over " + std::to_string(layout_.batch.length) + " tokens";
    }
    // Which links a group waits for.
    [[nodiscard]] std::string links(const GroupClass& group) const {
        if (group.domains < 2) return "links inside a domain, " + rate(group.inside) + " a GPU";
        std::string text =
            "the network at " + reach_name(topology_, group.farthest) + ", " + rate(group.network) + " a GPU";
        if (group.network < group.network_alone) {
            text += " when all send, of " + rate(group.network_alone) + " alone (" +
                    (layout_.degrees.ranks() > 1 ? "shared NICs or oversubscription" : "") + ")";
        }
        return text;
    }
    [[nodiscard]] std::string collective(Dimension dimension) const {
        const GroupClass& group = machine_.group(dimension);
        const double size =
            2.0 * layout_.batch.micro * layout_.batch.length / layout_.degrees.cp * layout_.model.hidden;
        const bool split = layout_.sequence_parallel == SequenceParallel::on;
        const Collective kind = dimension == Dimension::ep             ? Collective::all_to_all
                                : dimension == Dimension::tp && !split ? Collective::all_reduce
                                                                       : Collective::all_gather;
        const auto cost = collective_cost(kind, bytes(size), group, machine_.curves);
        return std::string(algorithm_names[static_cast<std::size_t>(cost.algorithm)]) + " of " +
               std::to_string(group.members) + ", " + links(group);
    }
    [[nodiscard]] std::string overlap() const {
        switch (software_.tensor) {
            case TensorTraffic::shown:
                return ", nothing of it hidden";
            case TensorTraffic::backward_hidden:
                return ", that of the backward pass hidden";
            case TensorTraffic::partly_hidden:
                return ", " + percent(constants_[StepConstant::tp_overlap]) + " of it hidden";
        }
        return "";
    }
    [[nodiscard]] std::string exchange_overlap() const {
        if (layout_.pipeline.schedule != PipelineSchedule::dualpipe) return "";
        return "; hidden behind passes of the other direction";
    }
    [[nodiscard]] std::string gradients() const {
        const Dimension dimension = layout_.degrees.dp > 1 ? Dimension::dp : Dimension::cp;
        const std::string on = links(machine_.group(dimension));
        switch (software_.gradient) {
            case GradientTraffic::shown:
                return on + ", after the last backward pass";
            case GradientTraffic::mostly_hidden:
                return on + ", what the backward pass does not hide";
            case GradientTraffic::per_layer:
                return on + ", layer by layer, what the layers do not hide";
        }
        return on;
    }

    const Topology& topology_;
    const Layout& layout_;
    const CalibratedMachine& machine_;
    const StepConstants& constants_;
    SoftwareSwitches software_;
    ProductRates rates_;
};

}  // namespace

std::variant<CalibratedEstimate, std::string> estimate_calibrated(const Topology& topology,
                                                                  const Layout& layout,
                                                                  const Evaluation& evaluation,
                                                                  const Calibration& calibration) {
    CalibratedEstimate result;
    result.estimate = look_at_links(topology, layout, evaluation);
    const auto found = calibrated_machine(calibration, topology, layout, evaluation, result.estimate.links);
    if (const auto* why = std::get_if<std::string>(&found)) return *why;
    const auto& machine = std::get<CalibratedMachine>(found);
    StepCosts costs = calibrated_step(layout, machine, calibration.constants);
    costs.scale(calibration.site);
    result.estimate.model = CostModel::calibrated;
    result.estimate.step = step_times(costs);
    result.calibration = calibration.name;
    result.band = band_of(calibration, kind_of(layout), machine.gpu.generation, layout.degrees.ranks());
    const Reasons reasons(topology, layout, machine, calibration.constants);
    for (std::size_t i = 0; i < cost_item_count; ++i) {
        if (costs.seconds[i] <= 0) continue;
        const auto item = static_cast<CostItem>(i);
        result.reasons.push_back({item, seconds(costs.seconds[i]), reasons.of(item)});
    }
    std::stable_sort(result.reasons.begin(), result.reasons.end(),
                     [](const CostReason& a, const CostReason& b) { return a.time > b.time; });
    return result;
}

}  // namespace railyard
