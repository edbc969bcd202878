#include "railyard/job/load_model.hpp"

#include <algorithm>

#include "railyard/job/hugging_face.hpp"
#include "railyard/job/load.hpp"
#include "railyard/job/model_keys.hpp"

namespace railyard {
namespace {

using input::Mapping;

Experts read_experts(const Mapping& keys) {
    Experts experts;
    experts.count = keys.whole("count", 1, widest).value_or(1);
    experts.top_k = keys.whole("top_k", 1, widest).value_or(1);
    experts.ffn = keys.whole("ffn", 1, widest).value_or(1);
    experts.shared = keys.whole("shared", 0, widest).value_or(0);
    experts.shared_ffn = keys.whole("shared_ffn", 1, widest).value_or(experts.ffn);
    experts.dense_layers = keys.whole("dense_layers", 0, most_layers).value_or(0);
    experts.groups = keys.whole("groups", 1, widest).value_or(0);
    experts.groups_per_token = keys.whole("groups_per_token", 1, widest).value_or(0);
    if (experts.top_k > experts.count) {
        keys.problem("top_k", "a token cannot go to " + std::to_string(experts.top_k) + " of " +
                                  std::to_string(experts.count) + " experts");
    }
    if (experts.groups > 0 && experts.count % experts.groups != 0) {
        keys.problem("groups", std::to_string(experts.count) + " experts cannot be dealt out to " +
                                   std::to_string(experts.groups) + " groups");
    }
    if (experts.groups_per_token > experts.groups) {
        keys.problem("groups_per_token", "a token cannot go to " + std::to_string(experts.groups_per_token) +
                                             " of " + std::to_string(experts.groups) + " groups");
    }
    return experts;
}

LatentAttention read_latent(const Mapping& keys) {
    LatentAttention latent;
    latent.query_rank = keys.whole("query_rank", 0, widest).value_or(0);
    latent.key_value_rank = keys.whole("key_value_rank", 1, widest).value_or(1);
    latent.nope_dim = keys.whole("nope_dim", 0, widest).value_or(0);
    latent.rope_dim = keys.whole("rope_dim", 0, widest).value_or(0);
    latent.value_dim = keys.whole("value_dim", 1, widest).value_or(1);
    return latent;
}

// A mapping may stand on a model file, as a file may.
Model read_inline(const input::Library& library, const input::Node& value, input::Problems& problems) {
    // The source is the layout's, which outlives this.
    const input::SourcePtr source(input::SourcePtr(), value.mark.source);
    try {
        const auto whole = with_bases(library, input::Shelf::models, {{source}, value});
        return read_model(Mapping(problems, whole.root, value.mark, model_file_keys));
    } catch (const InputError& error) {
        problems.add(error);
        return {};
    }
}

}  // namespace

Model read_model(const Mapping& keys) {
    Model model;
    model.name = keys.text("model").value_or("");
    model.about = keys.text("about").value_or("");
    model.layers = keys.whole("layers", 1, most_layers).value_or(1);
    model.hidden = keys.whole("hidden", 1, widest).value_or(1);
    model.ffn = keys.whole("ffn", 1, widest).value_or(1);
    model.heads = keys.whole("heads", 1, widest).value_or(1);
    model.kv_heads = keys.whole("kv_heads", 1, widest).value_or(model.heads);
    model.head_dim = keys.whole("head_dim", 1, widest).value_or(std::max(1U, model.hidden / model.heads));
    model.vocab = keys.whole("vocab", 1, widest).value_or(1);
    model.positions = keys.whole("positions", 1, widest).value_or(0);
    model.mlp = keys.boolean("gated_mlp").value_or(false) ? MlpKind::gated : MlpKind::plain;
    model.embedding =
        keys.boolean("tied_embeddings").value_or(false) ? EmbeddingKind::tied : EmbeddingKind::separate;
    model.extra_prediction_layers = keys.whole("extra_prediction_layers", 0, most_layers).value_or(0);
    if (const auto experts = keys.section("experts")) model.experts = read_experts(*experts);
    if (const auto latent = keys.section("latent_attention")) model.latent_attention = read_latent(*latent);
    if (!keys.has("head_dim") && keys.has("heads") && keys.has("hidden") && model.hidden % model.heads != 0) {
        keys.problem("heads",
                     std::to_string(model.heads) + " heads do not divide a hidden size of " +
                         std::to_string(model.hidden),
                     "give head_dim if a head's width is another");
    }
    if (model.heads % model.kv_heads != 0) {
        keys.problem("kv_heads", std::to_string(model.kv_heads) + " key and value heads do not divide " +
                                     std::to_string(model.heads) + " heads");
    }
    return model;
}

Model read_model(const input::Document& document, input::Problems& problems) {
    if (is_hugging_face_config(document)) return read_hugging_face(document, problems);
    input::Mark place = document.root.mark;
    const Mapping keys(problems, document.root, place, model_file_keys);
    return keys.is_mapping() ? read_model(keys) : Model{};
}

Model resolve_model(const input::Library& library, const input::Node& value, input::Problems& problems) {
    if (value.kind == input::NodeKind::mapping) return read_inline(library, value, problems);
    const auto path =
        library.find(input::Shelf::models, value.text, input::folder_of(value.mark.source->name()));
    if (!path) {
        report_unknown(problems, library, input::Shelf::models, value);
        return {};
    }
    try {
        const auto document = load_with_bases(library, input::Shelf::models, *path);
        input::Problems of_model;
        Model model = read_model(document, of_model);
        of_model.throw_if_any();
        return model;
    } catch (const InputError& error) {
        problems.add(error);
        return {};
    }
}

Model load_model(const input::Library& library, std::string_view name, const std::string& beside) {
    const auto document = load_named(library, input::Shelf::models, name, beside);
    input::Problems problems;
    Model model = read_model(document, problems);
    problems.throw_if_any();
    return model;
}

}  // namespace railyard
