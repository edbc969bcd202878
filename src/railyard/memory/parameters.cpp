#include "railyard/memory/parameters.hpp"

#include <algorithm>
#include <numeric>

#include "railyard/memory/value_width.hpp"

namespace railyard::memory {
namespace {

double router_parameters(const Model& model) {
    return model.experts ? static_cast<double>(model.experts->count) * model.hidden : 0;
}

double shared_expert_parameters(const Model& model) {
    return expert_layer_dense_parameters(model) - router_parameters(model);
}

double routed_experts_per_layer(const Layout& layout) {
    const Model& model = layout.model;
    if (!model.experts) return 0;
    return model.experts->count * routed_expert_parameters(model) /
           (static_cast<double>(layout.degrees.etp) * layout.degrees.ep);
}

// Where the head shares the embedding's matrix and both are on one device, there is one.
bool holds_one_matrix(const Model& model, const StageLayers& layers) {
    return model.embedding == EmbeddingKind::tied && layers.embeddings > 0;
}

// An extra layer predicts with the model's own embedding and head; what it has itself is a layer and a 2h x h
// projection. A last stage without the embedding gets a copy of it.
void add_extra_prediction(const Layout& layout, const StageLayers& layers, Parameters& result) {
    const Model& model = layout.model;
    const double extra = layers.heads > 0 ? model.extra_prediction_layers : 0;
    if (extra == 0) return;
    const double tp = layout.degrees.tp;
    const bool with_experts = model.expert_layers() > 0;
    const double mlp = with_experts ? shared_expert_parameters(model) : mlp_parameters(model);
    const double projection = 2.0 * model.hidden * model.hidden;
    double& own = result.of(Bucket::extra_prediction);
    own += extra * (attention_parameters(model) + mlp + projection) / tp;
    if (with_experts) {
        own += extra * router_parameters(model);
        result.of(Bucket::routed_experts) += extra * routed_experts_per_layer(layout);
    }
    if (layers.embeddings == 0) own += embedding_parameters(model) / tp;
    result.of(Bucket::norms) += extra * 5 * model.hidden;  // two of the layer, two of its inputs, one last
}

}  // namespace

double Parameters::dense() const {
    return std::accumulate(count.begin(), count.end(), 0.0) - experts();
}

Parameters parameters_per_rank(const Layout& layout, const StageLayers& layers) {
    const Model& model = layout.model;
    const double tp = layout.degrees.tp;
    const double without_experts = layers.layers - layers.expert_layers;
    Parameters result;
    result.of(Bucket::matrices) =
        (layers.layers * attention_parameters(model) + without_experts * mlp_parameters(model)) / tp;
    result.of(Bucket::embedding) = layers.embeddings * embedding_parameters(model) / tp;
    result.of(Bucket::positions) = static_cast<double>(layers.embeddings) * model.positions * model.hidden;
    result.of(Bucket::head) =
        holds_one_matrix(model, layers) ? 0 : layers.heads * embedding_parameters(model) / tp;
    result.of(Bucket::routed_experts) = layers.expert_layers * routed_experts_per_layer(layout);
    result.of(Bucket::shared_experts) = layers.expert_layers * shared_expert_parameters(model) / tp;
    result.of(Bucket::router) = layers.expert_layers * router_parameters(model);
    result.of(Bucket::norms) = (2.0 * layers.layers + layers.heads) * model.hidden;
    add_extra_prediction(layout, layers, result);
    return result;
}

double largest_gathered(const Layout& layout, const StageLayers& layers) {
    const Model& model = layout.model;
    const double tp = layout.degrees.tp;
    const double attention = attention_parameters(model) / tp;
    double largest = layers.embeddings + layers.heads > 0 ? embedding_parameters(model) / tp : 0;
    if (layers.layers > layers.expert_layers)
        largest = std::max(largest, attention + mlp_parameters(model) / tp);
    if (layers.expert_layers > 0) {
        largest = std::max(largest, attention + shared_expert_parameters(model) / tp +
                                        router_parameters(model) + routed_experts_per_layer(layout));
    }
    return largest;
}

double dense_shards(const Layout& layout) {
    const double ranks = static_cast<double>(layout.degrees.dp) * layout.degrees.cp;
    return layout.sharding.over > 0 ? layout.sharding.over : ranks;
}

double expert_shards(const Layout& layout) {
    const double ranks = static_cast<double>(layout.degrees.dp) * layout.degrees.cp;
    const double replicas = ranks / dense_shards(layout);
    return std::max(1.0, layout.degrees.edp() / replicas);
}

ParameterBytes bytes_per_parameter(const Layout& layout, double shards) {
    ParameterBytes bytes;
    if (layout.precision == Precision::fp32) bytes = {4, 4, 8};
    const ShardingKind kind = layout.sharding.kind;
    if (kind != ShardingKind::none) bytes.optimizer /= shards;
    if (kind == ShardingKind::zero_2 || kind == ShardingKind::zero_3) bytes.gradient /= shards;
    if (kind == ShardingKind::zero_3) bytes.weight /= shards;
    return bytes;
}

}  // namespace railyard::memory
