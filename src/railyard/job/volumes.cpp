#include "railyard/job/volumes.hpp"

#include <numeric>

namespace railyard {
namespace {

// Share of its data that a rank of a ring of n sends in a gather or a scatter.
double ring_share(double n) {
    return (n - 1) / n;
}

// What one rank sends so that gradients of `size` bytes are reduced, and parameters gathered, over n ranks.
Bytes sharded_update(const Layout& layout, Bytes size, std::uint32_t n) {
    if (n <= 1) return {};
    const double micro_batches = layout.micro_batches();
    // none: an all-reduce; zero-1 and zero-2: a reduce-scatter of gradients and an all-gather of parameters,
    // the same bytes. zero-3: parameters gathered forward and backward in every micro-batch, gradients
    // scattered once.
    if (layout.sharding.kind != ShardingKind::zero_3) return size * (2 * ring_share(n));
    // Experts have fewer replicas than dense parameters: perhaps not as many as a shard group wants.
    const std::uint32_t inside = layout.sharding.over > 0 ? std::gcd(layout.sharding.over, n) : n;
    const std::uint32_t across = n / inside;
    return size * (ring_share(inside) * (2 * micro_batches + 1)) + size / inside * (2 * ring_share(across));
}

Bytes tensor_bytes(const Layout& layout, const StageLayers& stage) {
    const double times =
        static_cast<double>(tensor_all_reduces(layout)) * stage.layers * layout.micro_batches();
    return layer_activation(layout) * (2 * ring_share(layout.degrees.tp) * times);
}

Bytes context_bytes(const Layout& layout, const StageLayers& stage) {
    // Keys and values gathered forward, their gradients scattered backward.
    const double per_layer = 2 * ring_share(layout.degrees.cp) * layout.batch.micro * layout.batch.length *
                             key_value_width(layout.model) * bytes_per_value / layout.degrees.tp;
    return bytes(per_layer * stage.layers * layout.micro_batches());
}

// Tokens of one micro-batch on one rank, each counted once for every expert it goes to.
double routed_tokens(const Layout& layout) {
    const double tokens = static_cast<double>(layout.batch.micro) * layout.batch.length /
                          (static_cast<double>(layout.degrees.cp) * layout.degrees.tp);
    return layout.model.experts ? tokens * layout.model.experts->top_k : 0;
}

// Dispatch and combine, forward and backward; each of ep peers gets its share.
Bytes exchange_bytes(const Layout& layout, const StageLayers& stage) {
    const double per_layer =
        4 * routed_tokens(layout) * layout.model.hidden * bytes_per_value / layout.degrees.ep;
    return bytes(per_layer * stage.expert_layers * layout.micro_batches());
}

// Routed tokens gathered over etp before the experts and scattered after them, forward and backward.
Bytes expert_tensor_bytes(const Layout& layout, const StageLayers& stage) {
    const double etp = layout.degrees.etp;
    const double per_layer =
        4 * ring_share(etp) * etp * routed_tokens(layout) * layout.model.hidden * bytes_per_value;
    return bytes(per_layer * stage.expert_layers * layout.micro_batches());
}

// A boundary between stages is crossed forward and backward by a 1/tp slice of the activation.
Bytes boundary_bytes(const Layout& layout, std::uint32_t crossings) {
    return layer_activation(layout) * (2.0 * layout.micro_batches() * crossings / layout.degrees.tp);
}

// Gradients of the dense parameters are reduced over dp x cp ranks: every rank sends the same, on its hop of
// the dp ring (of the cp ring where dp is 1).
Bytes dense_update_bytes(const Layout& layout, const StageLayers& stage) {
    const std::uint32_t n = layout.degrees.dp * layout.degrees.cp;
    return sharded_update(layout, bytes(bytes_per_value * dense_parameters_per_rank(layout, stage)), n);
}

}  // namespace

Bytes layer_activation(const Layout& layout) {
    return bytes(bytes_per_value * layout.batch.micro *
                 (static_cast<double>(layout.batch.length) / layout.degrees.cp) * layout.model.hidden);
}

double dense_parameters_per_rank(const Layout& layout, const StageLayers& stage) {
    const Model& model = layout.model;
    const double without_experts = stage.layers - stage.expert_layers;
    const double layers = stage.layers * attention_parameters(model) +
                          without_experts * mlp_parameters(model) +
                          stage.expert_layers * expert_layer_dense_parameters(model);
    // With one stage a shared embedding is held once; otherwise the last stage has a copy of it as its head.
    const bool shared_here =
        model.embedding == EmbeddingKind::tied && stage.embeddings > 0 && stage.heads > 0;
    const double ends = shared_here ? 1 : stage.embeddings + stage.heads;
    return (layers + ends * embedding_parameters(model)) / layout.degrees.tp;
}

double expert_parameters_per_rank(const Layout& layout, const StageLayers& stage) {
    if (!layout.model.experts) return 0;
    return stage.expert_layers * layout.model.experts->count * routed_expert_parameters(layout.model) /
           (static_cast<double>(layout.degrees.etp) * layout.degrees.ep);
}

std::uint32_t tensor_all_reduces(const Layout& layout) {
    return layout.recompute == Recompute::full ? 6 : 4;
}

Bytes bytes_per_hop(const Layout& layout, const StageLayers& stage, Dimension dimension) {
    if (layout.degrees.of(dimension) < 2) return {};
    switch (dimension) {
        case Dimension::tp:
            return tensor_bytes(layout, stage);
        case Dimension::cp:
            return context_bytes(layout, stage) +
                   (layout.degrees.dp == 1 ? dense_update_bytes(layout, stage) : Bytes{});
        case Dimension::pp:
            return boundary_bytes(layout, layout.pipeline.passes());
        case Dimension::dp:
            return dense_update_bytes(layout, stage);
        case Dimension::ep:
            return exchange_bytes(layout, stage);
        case Dimension::etp:
            return expert_tensor_bytes(layout, stage);
        case Dimension::edp:
            return sharded_update(layout, bytes(bytes_per_value * expert_parameters_per_rank(layout, stage)),
                                  layout.degrees.edp());
    }
    return {};
}

Bytes bytes_per_wrap(const Layout& layout) {
    return layout.degrees.pp < 2 ? Bytes{} : boundary_bytes(layout, layout.pipeline.passes() - 1);
}

}  // namespace railyard
