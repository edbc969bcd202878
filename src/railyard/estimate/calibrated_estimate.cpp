#include "railyard/estimate/calibrated_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <utility>

#include "railyard/base/figures.hpp"
#include "railyard/estimate/calibrated_layer.hpp"
#include "railyard/estimate/calibrated_step.hpp"
#include "railyard/estimate/calibrated_volumes.hpp"
#include "railyard/estimate/expert_exchange.hpp"
#include "railyard/estimate/part_details.hpp"
#include "railyard/estimate/product_precision.hpp"
#include "railyard/estimate/update_groups.hpp"
#include "railyard/topology/reach.hpp"

namespace railyard {
namespace {

std::string number(double value) {
    if (value >= 10) return rounded(value);
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", value);
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
          layers_(layout, machine, constants),
          rates_(layers_.rates()) {}

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
                return exchange();
            case CostItem::sends:
                return links(machine_.group(Dimension::pp));
            case CostItem::gradients:
                return gradients();
            case CostItem::bubble:
                return std::to_string(layout_.degrees.pp) + " stages wait for the " +
                       (layout_.micro_batches() == 1
                            ? "only micro-batch"
                            : "first and the last of " + std::to_string(layout_.micro_batches()) +
                                  " micro-batches");
        }
        return "";
    }
    [[nodiscard]] std::string detail(CostItem item) const {
        return part_detail(item, layers_, layout_, machine_, constants_);
    }

  private:
    [[nodiscard]] std::string products(CostItem item) const {
        const bool narrow = item != CostItem::head && machine_.precision == ProductPrecision::fp8;
        std::string text = "products at up to " +
                           number((item == CostItem::head ? rates_.rate_bf16() : rates_.rate()) / 1e12) +
                           " TFLOP/s (" +
                           (narrow                              ? "fp8"
                            : machine_.timed == Precision::fp16 ? "fp16"
                                                                : "bf16") +
                           ")";
        const double tokens =
            static_cast<double>(layout_.batch.micro) * layout_.batch.length / layout_.degrees.cp;
        if (item == CostItem::products)
            text += ", " + counted(static_cast<std::uint64_t>(std::ceil(tokens)), "token") + " each";
        if (item == CostItem::expert_products) text += imbalance();
        return text;
    }
    [[nodiscard]] std::string attention() const {
        if (layout_.attention == Attention::unfused)
            return "scores through memory at " + rate(bytes_per_second(rates_.memory()));
        return "flash attention over " + counted(layout_.batch.length, "token");
    }
    [[nodiscard]] std::string network(const GroupClass& group) const {
        const std::string tier = reach_name(topology_, group.farthest);
        return tier == "network" ? "the network" : "the network at " + tier;
    }
    // What each GPU of a group waits for by itself.
    [[nodiscard]] std::string links(const GroupClass& group) const {
        if (group.domains < 2) return "links inside a domain, " + rate(group.inside) + " a GPU";
        std::string text = network(group) + ", " + rate(group.network) + " a GPU";
        if (group.network < group.network_alone) {
            text += " when all send, of " + rate(group.network_alone) + " alone (" +
                    (layout_.degrees.ranks() > 1 ? "shared NICs or oversubscription" : "") + ")";
        }
        return text;
    }
    // What leaves a domain if NICs alone bound it.
    [[nodiscard]] BytesPerSecond nics_of_domain(const GroupClass& group) const {
        NetworkCurve curve = machine_.curves.network;
        curve.most_per_group = bytes_per_second(std::numeric_limits<double>::infinity());
        return out_of_domain(group, curve);
    }
    // What a ring or a tree waits for: the NICs of all its members in a domain carry what leaves it.
    [[nodiscard]] std::string ring_links(const GroupClass& group) const {
        if (group.domains < 2 || group.fewest_in_domain < 2) return links(group);
        const BytesPerSecond carried = out_of_domain(group, machine_.curves.network);
        const BytesPerSecond nics = nics_of_domain(group);
        if (carried < nics)
            return network(group) + ", " + rate(carried) +
                   " out of a domain, the most that one communicator is known to drive (the NICs of " +
                   std::to_string(group.fewest_in_domain) + " GPUs carry " + rate(nics) + ")";
        return network(group) + ", " + rate(carried) + " out of a domain by the NICs of " +
               std::to_string(group.fewest_in_domain) + " GPUs";
    }
    [[nodiscard]] std::string collective(Dimension dimension) const {
        const GroupClass& group = machine_.group(dimension);
        const bool split = layout_.sequence_parallel == SequenceParallel::on;
        const Collective kind =
            dimension == Dimension::tp && !split ? Collective::all_reduce : Collective::all_gather;
        const double size = dimension == Dimension::cp ? layers_.context_bytes() : layers_.activation_bytes();
        return named(collective_cost(kind, bytes(size), group, machine_.curves), group) + ring_links(group);
    }
    [[nodiscard]] static std::string named(const CollectiveCost& cost, const GroupClass& group) {
        return std::string(algorithm_names[static_cast<std::size_t>(cost.algorithm)]) + " of " +
               std::to_string(group.members) + ", ";
    }
    // Experts of one rank that tp cuts exchange inside etp alone.
    [[nodiscard]] std::string exchange() const {
        const GroupClass& group = machine_.group(Dimension::ep);
        if (group.members < 2) return collective(Dimension::etp) + imbalance();
        const CollectiveCost cost = layers_.exchange();
        std::string text = named(cost, group) + links(group);
        if (cost.algorithm == Algorithm::relayed && crossing_share(layout_, group) < 1) {
            text += "; a token crosses once to each of its domains, " +
                    number(domains_of_a_token(*layout_.model.experts, group)) + " of " +
                    std::to_string(group.domains) + " in the mean";
        }
        return text + imbalance() + exchange_overlap();
    }
    [[nodiscard]] std::string imbalance() const {
        const double times = expert_imbalance(layout_, constants_);
        if (times <= 1) return "";
        char text[64];
        std::snprintf(text, sizeof text, "; the fullest rank has %.3g times the mean", times);
        return text;
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
        const GroupClass group = together(machine_.group(Dimension::dp), machine_.group(Dimension::cp));
        if (group.members < 2)  // what is left: calibrated_step.cpp, tied_embedding
            return "sum of the tied embedding over the first and the last stage, " +
                   links(machine_.group(Dimension::pp));
        if (goes_by_layer(layout_)) return layer_by_layer(group);
        const std::string on = ring_links(group);
        return on + (software_.gradient == GradientTraffic::shown ? ", after the last backward pass"
                                                                  : ", what the backward pass does not hide");
    }
    [[nodiscard]] std::string layer_by_layer(const GroupClass& group) const {
        const std::uint32_t over = layout_.sharding.over;
        const GroupClass inside =
            over > 0 ? shard_groups(group, std::gcd(over, group.members)).inside : group;
        std::string text = ring_links(inside);
        if (layout_.software == Software::deepspeed && inside.domains > 1) {
            text = network(inside) + ", " + percent(constants_[StepConstant::zero3_share]) +
                   " of one NIC of " + rate(inside.network) + " a domain";
        }
        text += ", layer by layer";
        if (goes_in_every_micro_batch(layout_)) text += " in every micro-batch";
        if (software_.gradient != GradientTraffic::shown) return text + ", what the layers do not hide";
        return text + (software_.gathers == Gathers::prefetched
                           ? "; gathers partly hidden behind layers, scatters not"
                           : ", nothing of it hidden");
    }

    const Topology& topology_;
    const Layout& layout_;
    const CalibratedMachine& machine_;
    const StepConstants& constants_;
    SoftwareSwitches software_;
    LayerModel layers_;
    const ProductRates& rates_;
};

// Whether the machine's products are those that the calibration has of its GPU.
bool has_measured_products(const Calibration& calibration, const CalibratedMachine& machine) {
    return std::any_of(calibration.gpus.begin(), calibration.gpus.end(), [&](const GpuFacts& facts) {
        return facts.gpu == machine.gpu.gpu && facts.best_bf16 == machine.gpu.best_bf16 &&
               facts.best_fp8 == machine.gpu.best_fp8;
    });
}

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
    result.estimate.volumes = calibrated_volumes(layout, machine, calibration.constants);
    result.estimate.bytes = bytes_of(layout, result.estimate.volumes, evaluation);
    result.calibration = calibration.name;
    if (auto note = stand_in_note(calibration.name, machine, layout.precision); !note.empty()) {
        result.notes.push_back(std::move(note));
    } else if (!has_measured_products(calibration, machine)) {
        result.no_band = "the peak of " + machine.gpu.gpu + " was set, and no run had such a GPU";
        result.notes.push_back(
            "the peak of " + machine.gpu.gpu +
            " is not that of its file: its measured products are taken as much faster or slower");
    } else {
        const BandQuestion job = band_question(layout, machine);
        result.band = band_of(calibration.bands, job);
        result.no_band = why_no_band(calibration.bands, job);
    }
    const Reasons reasons(topology, layout, machine, calibration.constants);
    for (std::size_t i = 0; i < cost_item_count; ++i) {
        if (costs.seconds[i] <= 0) continue;
        const auto item = static_cast<CostItem>(i);
        result.reasons.push_back({item, seconds(costs.seconds[i]), reasons.of(item), reasons.detail(item)});
    }
    for (std::size_t i = 0; i < cost_item_count; ++i) {
        const auto item = static_cast<CostItem>(i);
        if (costs.hidden(item) > 0)
            result.hidden.push_back({item, seconds(costs.hidden(item)), hidden_behind(item, layout)});
    }
    std::stable_sort(result.hidden.begin(), result.hidden.end(),
                     [](const HiddenPart& a, const HiddenPart& b) { return a.time > b.time; });
    std::stable_sort(result.reasons.begin(), result.reasons.end(),
                     [](const CostReason& a, const CostReason& b) { return a.time > b.time; });
    return result;
}

std::optional<schedule::Conditions> calibrated_conditions(const Topology& topology, const Layout& layout,
                                                          const Evaluation& evaluation,
                                                          const Calibration& calibration,
                                                          PipelineDetail detail) {
    const Estimate estimate = look_at_links(topology, layout, evaluation);
    const auto found = calibrated_machine(calibration, topology, layout, evaluation, estimate.links);
    const auto* machine = std::get_if<CalibratedMachine>(&found);
    if (machine == nullptr) return std::nullopt;
    const PipelinePieces parts = calibrated_pieces(layout, *machine, calibration.constants);
    const std::size_t count = detail == PipelineDetail::chunks ? parts.pieces.size() : layout.degrees.pp;
    schedule::Conditions conditions;
    conditions.compute.assign(count, {});
    for (std::size_t i = 0; i < parts.pieces.size(); ++i) {
        const schedule::PieceSeconds& piece = parts.pieces[i];
        schedule::ComputeTimes& times = conditions.compute[i % count];
        times.forward += seconds(piece.forward * calibration.site);
        times.backward += seconds(piece.backward * calibration.site);
        times.backward_weight += seconds(piece.backward_weight * calibration.site);
    }
    for (const double pair : parts.overlapped)
        conditions.overlapped.push_back(seconds(pair * calibration.site));
    for (const schedule::Link link : links_between_stages(evaluation))
        conditions.hops.push_back({seconds(parts.send * calibration.site), link});
    conditions.activation = stage_activations(layout);
    return conditions;
}

}  // namespace railyard
