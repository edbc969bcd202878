#include "railyard/estimate/pipeline_conditions.hpp"

#include <utility>

#include "railyard/job/flops.hpp"
#include "railyard/job/stages.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/memory/estimate.hpp"
#include "railyard/network/reference_collectives.hpp"
#include "railyard/schedule/compare.hpp"

namespace railyard {
namespace {

// Traffic of one layer and micro-batch, forward and backward.
struct LayerTraffic {
    Seconds forward;
    Seconds backward;
};

class ChunkTimes {
  public:
    ChunkTimes(const Layout& layout, const Estimate& estimate)
        : layout_(layout), model_(layout.model), estimate_(estimate) {
        const double layers = static_cast<double>(model_.layers) / layout.degrees.pp;
        const double passes = layers * layout.micro_batches();
        // 2 of 4 all-reduces are forward's; recomputation repeats them in the backward pass.
        const Seconds all_reduce = estimate.step.tp / (passes * tensor_all_reduces(layout));
        every_layer_.forward = all_reduce * 2.0 + estimate.step.cp / passes / 2.0;
        every_layer_.backward =
            all_reduce * (tensor_all_reduces(layout) - 2.0) + estimate.step.cp / passes / 2.0;
        if (model_.expert_layers() > 0) {
            const double expert_passes = passes * model_.expert_layers() / model_.layers;
            expert_layer_ = estimate.step.ep / expert_passes / 2.0;
        }
    }

    [[nodiscard]] schedule::ComputeTimes of(const StageLayers& chunk) const {
        const Seconds layers = layer_compute(chunk);
        const Seconds head = time_of(2 * chunk.heads * embedding_parameters(model_));
        const Seconds traffic = every_layer_.forward * chunk.layers + expert_layer_ * chunk.expert_layers;
        const Seconds back_traffic =
            every_layer_.backward * chunk.layers + expert_layer_ * chunk.expert_layers;
        // Gradients of inputs and of weights each cost what the forward does; full recomputation runs the
        // layers again, not the head.
        const double layer_passes = layout_.recompute == Recompute::full ? 3 : 2;
        return {layers + head + traffic, layers * layer_passes + head * 2.0 + back_traffic, layers + head};
    }

  private:
    // Forward compute of a chunk's layers: 2 FLOPs a parameter and token, and 4 h s for attention.
    [[nodiscard]] Seconds layer_compute(const StageLayers& chunk) const {
        const double without_experts = chunk.layers - chunk.expert_layers;
        double parameters =
            chunk.layers * attention_parameters(model_) + without_experts * mlp_parameters(model_);
        if (model_.experts) {
            parameters += chunk.expert_layers * (expert_layer_dense_parameters(model_) +
                                                 model_.experts->top_k * routed_expert_parameters(model_));
        }
        const double width = static_cast<double>(model_.heads) * model_.head_dim;
        return time_of(2 * parameters + 4.0 * chunk.layers * width * layout_.batch.length);
    }

    // So many FLOPs for each token of a micro-batch, spread over tp and cp.
    [[nodiscard]] Seconds time_of(double flops_per_token) const {
        const double tokens = static_cast<double>(layout_.batch.micro) * layout_.batch.length;
        const double ranks = static_cast<double>(layout_.degrees.tp) * layout_.degrees.cp;
        return flops(flops_per_token * tokens) / (estimate_.rates.peak * (ranks * estimate_.efficiency));
    }

    const Layout& layout_;
    const Model& model_;
    const Estimate& estimate_;
    LayerTraffic every_layer_;
    Seconds expert_layer_;  // each way
};

schedule::Link link_of(const HopCount& hops) {
    const bool on_nvlink = hops.nvlink == hops.total() && hops.total() > 0;
    return on_nvlink ? schedule::Link::nvlink : schedule::Link::network;
}

std::vector<schedule::Hop> hops_between_stages(const Layout& layout, const Evaluation& evaluation,
                                               const Estimate& estimate) {
    std::vector<schedule::Hop> hops;
    const Bytes slice = layer_activation(layout) / layout.degrees.tp;
    const DimensionRates& rates = estimate.rates.of(Dimension::pp);
    for (const schedule::Link link : links_between_stages(evaluation)) {
        const bool on_nvlink = link == schedule::Link::nvlink;
        hops.push_back({reference_send(slice, on_nvlink ? rates.nvlink : rates.nic), link});
    }
    return hops;
}

}  // namespace

schedule::Algorithm schedule_algorithm(PipelineSchedule schedule) {
    switch (schedule) {
        case PipelineSchedule::gpipe:
            return schedule::Algorithm::gpipe;
        case PipelineSchedule::one_f_one_b:
            return schedule::Algorithm::one_f_one_b;
        case PipelineSchedule::interleaved:
            return schedule::Algorithm::interleaved;
        case PipelineSchedule::zero_bubble:
            return schedule::Algorithm::zero_bubble_h1;
        case PipelineSchedule::dualpipe:
            return schedule::Algorithm::dualpipe;
    }
    return schedule::Algorithm::one_f_one_b;
}

schedule::Shape schedule_shape(const Layout& layout) {
    return {layout.degrees.pp, layout.micro_batches(), layout.pipeline.passes()};
}

std::vector<schedule::Link> links_between_stages(const Evaluation& evaluation) {
    std::vector<schedule::Link> links;
    for (const auto& report : evaluation.dimensions) {
        if (report.hops.dimension != Dimension::pp) continue;
        for (std::size_t s = 0; s + 1 < report.hops.by_stage.size(); ++s)
            links.push_back(link_of(report.hops.by_stage[s]));
        links.push_back(link_of(report.hops.wrap));
    }
    return links;
}

std::vector<Bytes> stage_activations(const Layout& layout) {
    std::vector<Bytes> held;
    for (const auto& stage : memory::estimate_memory(layout).stages) {
        const double in_flight = stage.in_flight;
        held.push_back(in_flight > 0 ? stage.in_layers / in_flight * layout.pipeline.passes() : Bytes{});
    }
    return held;
}

schedule::Conditions pipeline_conditions(const Layout& layout, const Evaluation& evaluation,
                                         const Estimate& estimate, PipelineDetail detail) {
    schedule::Conditions conditions;
    conditions.compute.clear();
    const ChunkTimes times(layout, estimate);
    const auto pieces = detail == PipelineDetail::chunks ? chunk_layers(layout) : stage_layers(layout);
    for (const StageLayers& piece : pieces) conditions.compute.push_back(times.of(piece));
    conditions.hops = hops_between_stages(layout, evaluation, estimate);
    conditions.activation = stage_activations(layout);
    return conditions;
}

std::vector<schedule::Outcome> pipeline_outcomes(const Layout& layout, const PipelineTimes& times,
                                                 const std::vector<std::string>& names,
                                                 const std::vector<std::uint32_t>& chunks,
                                                 const schedule::Conditions& limits) {
    const schedule::Shape shape = schedule_shape(layout);
    const std::string own = schedule::row_of(schedule_algorithm(layout.pipeline.schedule)).name;
    const bool own_chunks = chunks.empty() || chunks == std::vector<std::uint32_t>{shape.chunks};
    std::vector<schedule::Outcome> outcomes;
    for (const std::string& name : names.empty() ? std::vector<std::string>{own} : names) {
        const bool is_own = name == own && own_chunks;
        schedule::Comparison comparison{{name}, shape.stages, shape.micro_batches, {}};
        if (name == "interleaved" || name == "all") {
            comparison.chunks = chunks.empty() && shape.chunks > 1 ? std::vector{shape.chunks} : chunks;
        }
        schedule::Conditions conditions = times(is_own ? PipelineDetail::chunks : PipelineDetail::stages);
        conditions.sending = limits.sending;
        conditions.most_alive = limits.most_alive;
        conditions.most_bytes = limits.most_bytes;
        for (auto& outcome : schedule::compare(comparison, conditions))
            outcomes.push_back(std::move(outcome));
    }
    return outcomes;
}

}  // namespace railyard
