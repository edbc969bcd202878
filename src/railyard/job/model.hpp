#pragma once
// The shape of a transformer: what its layers hold and do. Parameters are weight matrices and embeddings;
// norms and biases (a few parts in ten thousand) are left out, as in the reference model's 12 l h^2 + V h.

#include <cstdint>
#include <optional>
#include <string>

namespace railyard {

// Mixture of experts: every layer but the first `dense_layers` has `count` routed experts, of which a token
// uses `top_k`, and `shared` that every token uses.
struct Experts {
    std::uint32_t count = 0;
    std::uint32_t top_k = 1;
    std::uint32_t ffn = 0;  // width of one routed expert
    std::uint32_t shared = 0;
    std::uint32_t shared_ffn = 0;    // width of one shared expert
    std::uint32_t dense_layers = 0;  // first layers without experts
    std::uint32_t groups = 0;        // node-limited routing: experts stand in so many groups; 0: not limited
    std::uint32_t groups_per_token = 0;  // and a token goes to at most so many of them
};

// Multi-head latent attention (DeepSeek): queries, keys and values through low ranks.
struct LatentAttention {
    std::uint32_t query_rank = 0;  // 0: queries are projected directly
    std::uint32_t key_value_rank = 0;
    std::uint32_t nope_dim = 0;  // per head, without position
    std::uint32_t rope_dim = 0;  // per head, with position
    std::uint32_t value_dim = 0;
};

enum class MlpKind { plain, gated };          // two matrices, or three (SwiGLU)
enum class EmbeddingKind { separate, tied };  // tied: the head shares the embedding's matrix

struct Model {
    std::string name;
    std::string about;
    std::uint32_t layers = 0;
    std::uint32_t hidden = 0;
    std::uint32_t ffn = 0;
    std::uint32_t heads = 0;
    std::uint32_t kv_heads = 0;
    std::uint32_t head_dim = 0;
    std::uint32_t vocab = 0;
    std::uint32_t positions = 0;  // learned position embeddings; 0: none
    MlpKind mlp = MlpKind::plain;
    EmbeddingKind embedding = EmbeddingKind::separate;
    std::optional<Experts> experts;
    std::optional<LatentAttention> latent_attention;
    std::uint32_t extra_prediction_layers = 0;  // multi-token prediction

    [[nodiscard]] bool is_expert_layer(std::uint32_t layer) const {
        return experts && layer >= experts->dense_layers;
    }
    [[nodiscard]] std::uint32_t expert_layers() const;
};

// Parameters, as counts. One layer's attention; one layer's MLP without experts; what an expert layer holds
// beside its routed experts (router and shared experts); one routed expert; one embedding matrix (V h).
double attention_parameters(const Model& model);
double mlp_parameters(const Model& model);
double expert_layer_dense_parameters(const Model& model);
double routed_expert_parameters(const Model& model);
double embedding_parameters(const Model& model);

// Values of keys and values together that attention keeps of one token.
double key_value_width(const Model& model);

// Of the whole model; without the extra prediction layers.
double total_parameters(const Model& model);
// Those that one token uses: top_k routed experts per expert layer.
double active_parameters(const Model& model);

}  // namespace railyard
