#include "railyard/job/model_keys.hpp"

namespace railyard {
namespace {

using input::Key;
using input::Section;
using input::Shape;
constexpr auto required = input::Presence::required;
constexpr auto optional = input::Presence::optional;

constexpr Shape text[] = {Shape::text};
constexpr Shape whole[] = {Shape::whole};
constexpr Shape boolean[] = {Shape::boolean};
constexpr Shape section[] = {Shape::section};

constexpr Key expert_keys[] = {
    {"count", required, whole, "routed experts of an expert layer"},
    {"top_k", required, whole, "routed experts that a token goes to"},
    {"ffn", required, whole, "width of one routed expert"},
    {"shared", optional, whole, "experts that every token goes to (default: 0)"},
    {"shared_ffn", optional, whole, "width of one shared expert (default: ffn of the experts)"},
    {"dense_layers", optional, whole, "first layers without experts (default: 0)"},
    {"groups", optional, whole,
     "node-limited routing: groups that the experts stand in (default: not limited)"},
    {"groups_per_token", optional, whole, "groups that a token may go to"},
};
constexpr Section expert_section{"experts", expert_keys};
constexpr Key latent_keys[] = {
    {"query_rank", optional, whole, "low rank of the queries (default: 0, projected directly)"},
    {"key_value_rank", required, whole, "low rank of keys and values"},
    {"nope_dim", required, whole, "width of a query head without position"},
    {"rope_dim", required, whole, "width of a query head with position"},
    {"value_dim", required, whole, "width of a value head"},
};
constexpr Section latent_section{"latent_attention", latent_keys};
constexpr Key model_keys[] = {
    {"model", required, text, "name of the model, that of its file"},
    {"use", optional, text, "a model file to start from; keys given here replace its own"},
    {"about", optional, text, "one line for people"},
    {"layers", required, whole, "transformer layers"},
    {"hidden", required, whole, "hidden size"},
    {"ffn", required, whole, "width of the MLP"},
    {"heads", required, whole, "attention heads"},
    {"kv_heads", optional, whole, "key and value heads (default: heads)"},
    {"head_dim", optional, whole, "width of a head (default: hidden / heads)"},
    {"vocab", required, whole, "size of the vocabulary"},
    {"positions", optional, whole, "learned position embeddings (default: none)"},
    {"gated_mlp", optional, boolean, "three matrices instead of two, as SwiGLU has (default: false)"},
    {"tied_embeddings", optional, boolean, "the head shares the embedding's matrix (default: false)"},
    {"experts", optional, section, "a mixture of experts", &expert_section},
    {"latent_attention", optional, section, "multi-head latent attention (DeepSeek)", &latent_section},
    {"extra_prediction_layers", optional, whole, "layers that predict further tokens (default: 0)"},
};

}  // namespace

const Section model_file_keys{"the model", model_keys};

}  // namespace railyard
