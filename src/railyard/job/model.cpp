#include "railyard/job/model.hpp"

#include <algorithm>

namespace railyard {
namespace {

double matrix(std::uint32_t rows, std::uint32_t columns) {
    return static_cast<double>(rows) * columns;
}

double mlp_of_width(const Model& model, std::uint32_t width) {
    return (model.mlp == MlpKind::gated ? 3.0 : 2.0) * matrix(model.hidden, width);
}

double embeddings(const Model& model) {
    return embedding_parameters(model) * (model.embedding == EmbeddingKind::tied ? 1 : 2);
}

}  // namespace

std::uint32_t Model::expert_layers() const {
    return experts ? layers - std::min(layers, experts->dense_layers) : 0;
}

double attention_parameters(const Model& model) {
    if (const auto& latent = model.latent_attention) {
        const double query_out = static_cast<double>(model.heads) * (latent->nope_dim + latent->rope_dim);
        const double queries = latent->query_rank > 0
                                   ? matrix(model.hidden, latent->query_rank) + latent->query_rank * query_out
                                   : model.hidden * query_out;
        const double compressed = matrix(model.hidden, latent->key_value_rank + latent->rope_dim);
        const double expanded = static_cast<double>(latent->key_value_rank) * model.heads *
                                (latent->nope_dim + latent->value_dim);
        const double output = static_cast<double>(model.heads) * latent->value_dim * model.hidden;
        return queries + compressed + expanded + output;
    }
    const double head_width = static_cast<double>(model.hidden) * model.head_dim;
    return head_width * (2.0 * model.heads + 2.0 * model.kv_heads);
}

double mlp_parameters(const Model& model) {
    return mlp_of_width(model, model.ffn);
}

double expert_layer_dense_parameters(const Model& model) {
    if (!model.experts) return 0;
    return matrix(model.hidden, model.experts->count) +
           model.experts->shared * mlp_of_width(model, model.experts->shared_ffn);
}

double routed_expert_parameters(const Model& model) {
    return model.experts ? mlp_of_width(model, model.experts->ffn) : 0;
}

double embedding_parameters(const Model& model) {
    return matrix(model.vocab, model.hidden);
}

double key_value_width(const Model& model) {
    if (const auto& latent = model.latent_attention) {
        return static_cast<double>(model.heads) * (latent->nope_dim + latent->rope_dim + latent->value_dim);
    }
    return 2.0 * model.kv_heads * model.head_dim;
}

double total_parameters(const Model& model) {
    const double expert_layers = model.expert_layers();
    const double experts = model.experts ? model.experts->count : 0;
    return model.layers * attention_parameters(model) +
           (model.layers - expert_layers) * mlp_parameters(model) +
           expert_layers *
               (expert_layer_dense_parameters(model) + experts * routed_expert_parameters(model)) +
           embeddings(model);
}

double active_parameters(const Model& model) {
    const double expert_layers = model.expert_layers();
    const double idle = model.experts ? model.experts->count - model.experts->top_k : 0;
    return total_parameters(model) - expert_layers * idle * routed_expert_parameters(model);
}

}  // namespace railyard
