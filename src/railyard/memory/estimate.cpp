#include "railyard/memory/estimate.hpp"

#include <algorithm>

#include "railyard/job/stages.hpp"
#include "railyard/memory/in_flight.hpp"
#include "railyard/memory/tensors.hpp"
#include "railyard/memory/value_width.hpp"

namespace railyard::memory {
namespace {

StageLayers joined(StageLayers a, const StageLayers& b) {
    a.layers += b.layers;
    a.expert_layers += b.expert_layers;
    a.embeddings += b.embeddings;
    a.heads += b.heads;
    return a;
}

// All that is the same for every stage, worked out once.
class Estimator {
  public:
    explicit Estimator(const Layout& layout)
        : layout_(layout),
          chunks_(chunk_layers(layout)),
          dense_bytes_(bytes_per_parameter(layout, dense_shards(layout))),
          expert_bytes_(bytes_per_parameter(layout, expert_shards(layout))),
          dense_layer_(kept_per_layer(layout, LayerKind::dense)),
          expert_layer_(kept_per_layer(layout, LayerKind::expert)),
          dense_working_set_(working_set(layout, LayerKind::dense)),
          expert_working_set_(working_set(layout, LayerKind::expert)),
          extra_layer_(kept_per_layer(layout, LayerKind::extra_prediction)),
          embedding_(sum(embedding_tensors(layout))),
          head_(sum(head_tensors(layout))),
          logits_(memory::logits(layout)) {}

    [[nodiscard]] StageMemory stage(std::uint32_t stage, std::uint32_t in_flight) const {
        StageMemory result;
        const StageLayers layers = layers_of(stage);
        result.layers = layers.layers;
        result.expert_layers = layers.expert_layers;
        result.in_flight = in_flight;
        result.parameters = parameters_per_rank(layout_, layers);
        add_parameters(layers, result);
        add_activations(stage, layers, result);
        return result;
    }

  private:
    [[nodiscard]] bool mirrored() const { return layout_.pipeline.schedule == PipelineSchedule::dualpipe; }

    [[nodiscard]] StageLayers layers_of(std::uint32_t stage) const {
        StageLayers layers;
        for (std::size_t i = stage; i < chunks_.size(); i += layout_.degrees.pp)
            layers = joined(layers, chunks_[i]);
        // Both directions pass a DualPipe device: it holds a stage for each, twice the parameters.
        if (mirrored()) layers = joined(layers, chunks_[chunks_.size() - 1 - stage]);
        return layers;
    }

    [[nodiscard]] Bytes of_chunk(const StageLayers& chunk) const {
        return dense_layer_ * (chunk.layers - chunk.expert_layers) + expert_layer_ * chunk.expert_layers;
    }

    [[nodiscard]] Bytes largest_chunk(std::uint32_t stage) const {
        Bytes largest;
        for (std::size_t i = stage; i < chunks_.size(); i += layout_.degrees.pp)
            largest = std::max(largest, of_chunk(chunks_[i]));
        return mirrored() ? std::max(largest, of_chunk(chunks_[chunks_.size() - 1 - stage])) : largest;
    }

    void add_parameters(const StageLayers& layers, StageMemory& result) const {
        const double dense = result.parameters.dense();
        const double experts = result.parameters.experts();
        if (layout_.sharding.kind == ShardingKind::zero_3)
            result.gathered = bytes(largest_gathered(layout_, layers) * value_width(layout_));
        result.weights =
            bytes(dense * dense_bytes_.weight + experts * expert_bytes_.weight) + result.gathered;
        result.gradients = bytes(dense * dense_bytes_.gradient + experts * expert_bytes_.gradient);
        result.optimizer = bytes(dense * dense_bytes_.optimizer + experts * expert_bytes_.optimizer);
    }

    void add_activations(std::uint32_t stage, const StageLayers& layers, StageMemory& result) const {
        result.in_layers = largest_chunk(stage) * result.in_flight;
        if (layers.layers > layers.expert_layers) result.recomputed = dense_working_set_;
        if (layers.expert_layers > 0) result.recomputed = std::max(result.recomputed, expert_working_set_);
        if (layers.embeddings > 0)
            result.in_ends += embedding_ * first_chunk_in_flight(layout_, result.in_flight);
        if (layers.heads > 0) {
            const double heads = heads_in_flight(layout_);
            result.in_layers += extra_layer_ * (heads * layout_.model.extra_prediction_layers);
            result.in_ends += (head_ - logits_) * heads;
            result.logits = logits_ * heads;
        }
        result.activations = result.in_layers + result.recomputed + result.in_ends + result.logits;
    }

    const Layout& layout_;
    std::vector<StageLayers> chunks_;
    ParameterBytes dense_bytes_;
    ParameterBytes expert_bytes_;
    Bytes dense_layer_;
    Bytes expert_layer_;
    Bytes dense_working_set_;
    Bytes expert_working_set_;
    Bytes extra_layer_;
    Bytes embedding_;
    Bytes head_;
    Bytes logits_;
};

}  // namespace

Memory estimate_memory(const Layout& layout, const std::vector<std::uint32_t>& in_flight) {
    const Estimator estimator(layout);
    Memory memory;
    memory.stages.reserve(layout.degrees.pp);
    for (std::uint32_t stage = 0; stage < layout.degrees.pp; ++stage) {
        memory.stages.push_back(estimator.stage(stage, in_flight.at(stage)));
        if (memory.stages.back().total() > memory.worst().total()) memory.worst_stage = stage;
    }
    return memory;
}

Memory estimate_memory(const Layout& layout) {
    return estimate_memory(layout, chunks_in_flight(layout));
}

}  // namespace railyard::memory
