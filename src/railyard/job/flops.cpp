#include "railyard/job/flops.hpp"

namespace railyard {
namespace {

// Width of what attention multiplies: queries against keys, and weights against values. h for most models.
double attention_width(const Model& model) {
    if (const auto& latent = model.latent_attention) {
        // Keys and values differ in width; 12 l h s counts the two products as if both were h wide.
        return model.heads * (latent->nope_dim + latent->rope_dim + latent->value_dim) / 2.0;
    }
    return static_cast<double>(model.heads) * model.head_dim;
}

// Parameters of all layers that a token uses, without embeddings.
double layer_parameters(const Model& model) {
    const double embeddings = embedding_parameters(model) * (model.embedding == EmbeddingKind::tied ? 1 : 2);
    return active_parameters(model) - embeddings;
}

}  // namespace

double step_tokens(const Layout& layout) {
    return static_cast<double>(layout.batch.sequences) * layout.batch.length;
}

Flops step_flops(const Layout& layout, AttentionCount attention, RecomputeCount recompute) {
    const double tokens = step_tokens(layout);
    // One forward pass of attention's two products: 4 l h s per token.
    const double attention_forward = 4.0 * layout.model.layers * attention_width(layout.model) *
                                     layout.batch.length * tokens *
                                     (attention == AttentionCount::causal ? 0.5 : 1.0);
    double total = 6 * active_parameters(layout.model) * tokens + 3 * attention_forward;
    if (recompute == RecomputeCount::hardware) {
        if (layout.recompute == Recompute::full) {
            total += 2 * layer_parameters(layout.model) * tokens + attention_forward;
        } else if (layout.recompute == Recompute::selective) {
            total += attention_forward;
        }
    }
    return flops(total);
}

}  // namespace railyard
