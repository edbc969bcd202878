#pragma once
// The members of models and layouts, for archive.hpp. In namespace railyard, where argument-dependent lookup
// finds them.

#include "explorer/core/archive.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/model.hpp"

namespace railyard {

using explorer::ValueOf;

void fields(auto& archive, ValueOf<Experts> auto& value) {
    auto& [count, top_k, ffn, shared, shared_ffn, dense_layers, groups, groups_per_token] = value;
    archive(count, top_k, ffn, shared, shared_ffn, dense_layers, groups, groups_per_token);
}

void fields(auto& archive, ValueOf<LatentAttention> auto& value) {
    auto& [query_rank, key_value_rank, nope_dim, rope_dim, value_dim] = value;
    archive(query_rank, key_value_rank, nope_dim, rope_dim, value_dim);
}

void fields(auto& archive, ValueOf<Model> auto& value) {
    auto& [name, about, layers, hidden, ffn, heads, kv_heads, head_dim, vocab, positions, mlp, embedding,
           experts, latent_attention, extra_prediction_layers] = value;
    archive(name, about, layers, hidden, ffn, heads, kv_heads, head_dim, vocab, positions, mlp, embedding,
            experts, latent_attention, extra_prediction_layers);
}

void fields(auto& archive, ValueOf<Degrees> auto& value) {
    auto& [tp, cp, pp, dp, ep, etp] = value;
    archive(tp, cp, pp, dp, ep, etp);
}

void fields(auto& archive, ValueOf<OrderItem> auto& value) {
    auto& [dimension, tile] = value;
    archive(dimension, tile);
}

void fields(auto& archive, ValueOf<PlacementRules> auto& value) {
    auto& [policy, keep, per_domain] = value;
    archive(policy, keep, per_domain);
}

void fields(auto& archive, ValueOf<Pipeline> auto& value) {
    auto& [schedule, chunks, ends, layers] = value;
    archive(schedule, chunks, ends, layers);
}

void fields(auto& archive, ValueOf<Batch> auto& value) {
    auto& [sequences, micro, length] = value;
    archive(sequences, micro, length);
}

void fields(auto& archive, ValueOf<Sharding> auto& value) {
    auto& [kind, over] = value;
    archive(kind, over);
}

void fields(auto& archive, ValueOf<Published> auto& value) {
    auto& [per_gpu, attention_flops, step, gpu, source] = value;
    archive(per_gpu, attention_flops, step, gpu, source);
}

void fields(auto& archive, ValueOf<Layout> auto& value) {
    auto& [name, about, model, degrees, order, placement, pipeline, batch, precision, sharding, recompute,
           saves, attention, sequence_parallel, software, routing, expert_imbalance, experts_recomputed,
           published] = value;
    archive(name, about, model, degrees, order, placement, pipeline, batch, precision, sharding, recompute,
            saves, attention, sequence_parallel, software, routing, expert_imbalance, experts_recomputed,
            published);
}

}  // namespace railyard
