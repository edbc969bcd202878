#include "railyard/memory/tensors.hpp"

#include <algorithm>

#include "railyard/memory/value_width.hpp"

namespace railyard::memory {
namespace {

// GPT drops out with probability 0.1 and keeps the masks, a byte a value; what has a gated MLP does not.
bool has_dropout(const Model& model) {
    return model.mlp == MlpKind::plain;
}

class LayerList {
  public:
    LayerList(const Layout& layout, double tokens)
        : layout_(layout),
          model_(layout.model),
          tokens_(tokens),
          tp_(layout.degrees.tp),
          split_(layout.sequence_parallel == SequenceParallel::on && layout.degrees.tp > 1),
          value_(value_width(layout)),
          matrix_input_(matrix_input_width(layout)) {}

    // Between tensor-parallel regions: split over t with sequence parallelism, else on every rank.
    void boundary(std::string_view name, std::string_view values, double per_token, Fate fate, double width) {
        list_.add({name, values, split_ ? "t" : "", tokens_ * per_token / (split_ ? tp_ : 1), width, fate});
    }
    void tensor(std::string_view name, std::string_view values, double per_token, Fate fate, double width,
                std::string_view over = "t", double by = 0) {
        list_.add({name, values, over, tokens_ * per_token / (by > 0 ? by : tp_), width, fate});
    }

    void attention() {
        boundary("norm 1 input", "s b h", model_.hidden, Fate::kept, value_);
        boundary("norm 1 output", "s b h", model_.hidden, Fate::lean, matrix_input_);
        if (model_.latent_attention) {
            latent_heads(*model_.latent_attention);
        } else {
            heads();
        }
        const double per_head =
            model_.latent_attention ? model_.latent_attention->value_dim : model_.head_dim;
        if (layout_.attention == Attention::unfused) scores();
        tensor("attention output", "s b a d", model_.heads * per_head, Fate::full, matrix_input_);
        if (has_dropout(model_)) boundary("dropout mask 1", "s b h", model_.hidden, Fate::full, 1);
    }

    void mlp() {
        norm_2();
        activation("gate and up", "GeLU input", model_.ffn, "s b f", "2 s b f", "product", "GeLU output");
        if (has_dropout(model_)) boundary("dropout mask 2", "s b h", model_.hidden, Fate::full, 1);
    }

    // Tokens are routed by the rank that has them: tp splits them in any case, ep exchanges as many as it
    // takes away, and etp gathers those of its group and cuts their width. Where the layout says how full the
    // fullest rank of experts is, i times the mean, that rank is counted, the same in every layer.
    void experts(const Experts& experts) {
        norm_2();
        const bool even = layout_.expert_imbalance <= 1;
        const double k = experts.top_k * (even ? 1 : layout_.expert_imbalance);
        boundary("router scores", "s b E", experts.count, Fate::full, 4);
        const double etp = layout_.degrees.etp;
        tensor("tokens at their experts", even ? "k s b h" : "i k s b h", k * model_.hidden, Fate::full,
               matrix_input_, "t / etp", tp_ / etp);
        activation("gate and up of experts", "GeLU input of experts", k * experts.ffn,
                   even ? "k s b f" : "i k s b f", even ? "2 k s b f" : "2 i k s b f", "product of experts",
                   "GeLU output of experts");
        tensor("outputs of experts", even ? "k s b h" : "i k s b h", k * model_.hidden, Fate::lean, value_);
        if (experts.shared > 0) {
            activation("gate and up of shared experts", "GeLU input of shared experts",
                       static_cast<double>(experts.shared) * experts.shared_ffn, "s b f", "2 s b f",
                       "product of shared experts", "GeLU output of shared experts");
        }
        if (has_dropout(model_)) boundary("dropout mask 2", "s b h", model_.hidden, Fate::full, 1);
    }

    // The hidden state and the embedding of the next token, each through a norm, joined and projected.
    void joined_inputs() {
        boundary("hidden state to be joined", "s b h", model_.hidden, Fate::kept, value_);
        boundary("embedding to be joined", "s b h", model_.hidden, Fate::kept, value_);
        boundary("norm outputs, joined", "2 s b h", 2.0 * model_.hidden, Fate::lean, matrix_input_);
    }

    [[nodiscard]] const TensorList& list() const { return list_; }

  private:
    void norm_2() {
        boundary("norm 2 input", "s b h", model_.hidden, Fate::full, value_);
        boundary("norm 2 output", "s b h", model_.hidden, Fate::lean, matrix_input_);
    }

    void activation(std::string_view gated_input, std::string_view plain_input, double width,
                    std::string_view values, std::string_view twice, std::string_view product,
                    std::string_view plain_output) {
        const bool gated = model_.mlp == MlpKind::gated;
        tensor(gated ? gated_input : plain_input, gated ? twice : values, (gated ? 2 : 1) * width, Fate::full,
               activation_input_width(layout_));
        tensor(gated ? product : plain_output, values, width, Fate::lean, matrix_input_);
    }

    void heads() {
        tensor("queries", "s b a d", static_cast<double>(model_.heads) * model_.head_dim, Fate::full, value_);
        // Fewer key and value heads than t: some ranks hold the same one.
        const double by = std::min<double>(tp_, model_.kv_heads);
        const std::string_view over = model_.kv_heads < layout_.degrees.tp ? "g" : "t";
        const double width = static_cast<double>(model_.kv_heads) * model_.head_dim;
        tensor("keys", "s b g d", width, Fate::full, value_, over, by);
        tensor("values", "s b g d", width, Fate::full, value_, over, by);
    }

    void latent_heads(const LatentAttention& latent) {
        if (latent.query_rank > 0) {
            boundary("query latent", "s b query_rank", latent.query_rank, Fate::full, value_);
            boundary("query latent, normed", "s b query_rank", latent.query_rank, Fate::lean, matrix_input_);
        }
        boundary("key-value latent", "s b (key_value_rank + rope_dim)",
                 static_cast<double>(latent.key_value_rank) + latent.rope_dim, Fate::full, value_);
        boundary("key-value latent, normed", "s b key_value_rank", latent.key_value_rank, Fate::lean,
                 matrix_input_);
        const double heads = model_.heads;
        const double with_position = static_cast<double>(latent.nope_dim) + latent.rope_dim;
        tensor("queries", "s b a (nope_dim + rope_dim)", heads * with_position, Fate::selective, value_);
        tensor("keys", "s b a (nope_dim + rope_dim)", heads * with_position, Fate::selective, value_);
        tensor("values", "s b a value_dim", heads * latent.value_dim, Fate::selective, value_);
    }

    void scores() {
        const double per_token = static_cast<double>(model_.heads) * layout_.batch.length;
        tensor("softmax output", "a s S b", per_token, Fate::selective, value_);
        if (!has_dropout(model_)) return;
        tensor("softmax dropout mask", "a s S b", per_token, Fate::selective, 1);
        tensor("softmax dropout output", "a s S b", per_token, Fate::selective, value_);
    }

    const Layout& layout_;
    const Model& model_;
    double tokens_;
    double tp_;
    bool split_;
    double value_;
    double matrix_input_;
    TensorList list_;
};

double tokens_of_micro_batch(const Layout& layout) {
    return static_cast<double>(layout.batch.micro) * layout.batch.length / layout.degrees.cp;
}

LayerKind kind_of_extra(const Model& model) {
    return model.expert_layers() > 0 ? LayerKind::expert : LayerKind::dense;
}

}  // namespace

TensorList layer_tensors(const Layout& layout, LayerKind kind) {
    LayerList list(layout, tokens_of_micro_batch(layout));
    if (kind == LayerKind::extra_prediction) {
        list.joined_inputs();
        kind = kind_of_extra(layout.model);
    }
    list.attention();
    if (kind == LayerKind::expert && layout.model.experts) {
        list.experts(*layout.model.experts);
    } else {
        list.mlp();
    }
    return list.list();
}

TensorList embedding_tensors(const Layout& layout) {
    LayerList list(layout, tokens_of_micro_batch(layout));
    if (has_dropout(layout.model)) {
        list.boundary("dropout mask of the embedding", "s b h", layout.model.hidden, Fate::kept, 1);
    }
    return list.list();
}

TensorList head_tensors(const Layout& layout) {
    LayerList list(layout, tokens_of_micro_batch(layout));
    const double predictions = 1.0 + layout.model.extra_prediction_layers;
    list.boundary("last norm input", "s b h", predictions * layout.model.hidden, Fate::kept,
                  value_width(layout));
    list.boundary("last norm output", "s b h", predictions * layout.model.hidden, Fate::kept,
                  value_width(layout));
    list.tensor("logits", "s b V", predictions * layout.model.vocab, Fate::kept, value_width(layout));
    list.tensor("softmax of the loss", "s b V", predictions * layout.model.vocab, Fate::kept, 4);
    return list.list();
}

bool keeps(const Layout& layout, Fate fate) {
    switch (fate) {
        case Fate::kept:
            return true;
        case Fate::lean:
            return layout.saves == Saves::all && layout.recompute != Recompute::full;
        case Fate::selective:
            return layout.recompute == Recompute::none;
        case Fate::full:
            return layout.recompute != Recompute::full;
    }
    return true;
}

Bytes kept_per_layer(const Layout& layout, LayerKind kind) {
    Bytes total;
    for (const Tensor& tensor : layer_tensors(layout, kind)) {
        if (keeps(layout, tensor.fate)) total += tensor.size();
    }
    return total;
}

Bytes working_set(const Layout& layout, LayerKind kind) {
    if (layout.recompute != Recompute::full) return {};
    Bytes total;
    for (const Tensor& tensor : layer_tensors(layout, kind)) {
        if (tensor.fate != Fate::lean || layout.saves == Saves::all) total += tensor.size();
    }
    return total;
}

Bytes sum(const TensorList& tensors) {
    Bytes total;
    for (const Tensor& tensor : tensors) total += tensor.size();
    return total;
}

Bytes logits(const Layout& layout) {
    const double values = tokens_of_micro_batch(layout) * (1.0 + layout.model.extra_prediction_layers) *
                          layout.model.vocab / layout.degrees.tp;
    return bytes(values * (value_width(layout) + 4));
}

}  // namespace railyard::memory
