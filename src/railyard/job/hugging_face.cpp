#include "railyard/job/hugging_face.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/base/suggest.hpp"
#include "railyard/input/quantity.hpp"
#include "railyard/job/load_model.hpp"

namespace railyard {
namespace {

using input::Node;
using input::NodeKind;

// model_type -> how its experts are written, if it has any.
enum class ExpertKeys { none, mixtral, qwen, deepseek };
struct Family {
    std::string_view model_type;
    ExpertKeys experts;
};
constexpr std::array families = {
    Family{"llama", ExpertKeys::none},          Family{"mistral", ExpertKeys::none},
    Family{"mixtral", ExpertKeys::mixtral},     Family{"qwen2", ExpertKeys::none},
    Family{"qwen3", ExpertKeys::none},          Family{"qwen2_moe", ExpertKeys::qwen},
    Family{"qwen3_moe", ExpertKeys::qwen},      Family{"deepseek_v2", ExpertKeys::deepseek},
    Family{"deepseek_v3", ExpertKeys::deepseek}};

class ConfigReader {
  public:
    ConfigReader(const input::Document& document, input::Problems& problems)
        : root_(document.root), problems_(problems), place_{1, 1, &document.source()} {}

    // Nothing where the key is missing or null.
    std::optional<std::uint32_t> maybe(std::string_view key, std::uint32_t most = widest) {
        const auto* entry = root_.find(key);
        if (entry == nullptr || entry->value.kind == NodeKind::null) return std::nullopt;
        const auto number = input::parse_whole(entry->value.text, 0, most);
        if (const auto* complaint = std::get_if<input::Complaint>(&number)) {
            problems_.add(entry->value.mark, std::string(key) + ": " + complaint->message, complaint->hint);
            return std::nullopt;
        }
        return std::get<std::uint32_t>(number);
    }

    std::uint32_t needed(std::string_view key, std::uint32_t most = widest) {
        const auto* entry = root_.find(key);
        if (entry == nullptr || entry->value.kind == NodeKind::null) {
            problems_.add(place_, "the key '" + std::string(key) + "' is missing in this config.json",
                          "this family of models has it; is the file whole?");
            return 1;
        }
        const auto value = maybe(key, most);
        if (value == 0U) problems_.add(entry->value.mark, std::string(key) + ": must not be 0");
        return std::max(1U, value.value_or(1));
    }

    [[nodiscard]] bool has(std::string_view key) const { return root_.find(key) != nullptr; }

    // A problem with a value that is there.
    void problem(std::string_view key, std::string message, std::string hint = "") {
        problems_.add(root_.find(key)->value.mark, std::move(message), std::move(hint));
    }

    // Experts in every second layer, or in all but some in the middle, have no place in a Model.
    void expect_experts_everywhere(std::string_view step_key) {
        const std::string message = ": this model has layers without experts behind those that have them";
        const char* hint = "write a shape that comes near as a model file";
        const auto step = maybe(step_key);
        if (step && *step != 1) problem(step_key, std::string(step_key) + message, hint);
        const auto* dense = root_.find("mlp_only_layers");
        if (dense != nullptr && !dense->value.items.empty())
            problem("mlp_only_layers", "mlp_only_layers" + message, hint);
    }

    [[nodiscard]] std::string text(std::string_view key) const {
        const auto* entry = root_.find(key);
        return entry == nullptr ? "" : entry->value.text;
    }

    const Family* family() {
        const auto* entry = root_.find("model_type");
        std::vector<std::string> known;
        for (const auto& family : families) {
            known.emplace_back(family.model_type);
            if (entry != nullptr && entry->value.text == family.model_type) return &family;
        }
        if (entry == nullptr) {
            problems_.add(place_, "the key 'model_type' is missing in this config.json");
        } else {
            problems_.add(entry->value.mark,
                          "models of type '" + entry->value.text.substr(0, 60) + "' are not known",
                          suggestion(entry->value.text, known) + " (or write the shape as a model file)");
        }
        return nullptr;
    }

  private:
    const Node& root_;
    input::Problems& problems_;
    input::Mark place_;
};

Experts read_experts(ConfigReader& config, const Family& family, const Model& model) {
    Experts experts;
    std::string_view count_key = "num_experts";
    experts.top_k = config.needed("num_experts_per_tok");
    switch (family.experts) {
        case ExpertKeys::none:
            break;
        case ExpertKeys::mixtral:
            count_key = "num_local_experts";
            experts.ffn = model.ffn;
            break;
        case ExpertKeys::qwen:
            experts.ffn = config.needed("moe_intermediate_size");
            experts.shared_ffn = config.maybe("shared_expert_intermediate_size").value_or(0);
            experts.shared = experts.shared_ffn > 0 ? 1 : 0;
            config.expect_experts_everywhere("decoder_sparse_step");
            break;
        case ExpertKeys::deepseek:
            count_key = "n_routed_experts";
            experts.ffn = config.needed("moe_intermediate_size");
            experts.shared = config.maybe("n_shared_experts").value_or(0);
            experts.shared_ffn = experts.ffn;
            experts.dense_layers = config.maybe("first_k_dense_replace").value_or(0);
            experts.groups = config.maybe("n_group").value_or(0);
            experts.groups_per_token = config.maybe("topk_group").value_or(0);
            config.expect_experts_everywhere("moe_layer_freq");
            break;
    }
    experts.count = config.needed(count_key);
    if (config.has("num_experts_per_tok") && config.has(count_key) && experts.top_k > experts.count) {
        config.problem("num_experts_per_tok", "a token cannot go to " + std::to_string(experts.top_k) +
                                                  " of " + std::to_string(experts.count) + " experts");
    }
    return experts;
}

LatentAttention read_latent(ConfigReader& config) {
    LatentAttention latent;
    latent.query_rank = config.maybe("q_lora_rank").value_or(0);
    latent.key_value_rank = config.needed("kv_lora_rank");
    latent.nope_dim = config.needed("qk_nope_head_dim");
    latent.rope_dim = config.needed("qk_rope_head_dim");
    latent.value_dim = config.needed("v_head_dim");
    return latent;
}

}  // namespace

bool is_hugging_face_config(const input::Document& document) {
    const Node& root = document.root;
    return root.find("model") == nullptr && root.find("layout") == nullptr &&
           (root.find("model_type") != nullptr || root.find("architectures") != nullptr ||
            root.find("hidden_size") != nullptr);
}

Model read_hugging_face(const input::Document& document, input::Problems& problems) {
    ConfigReader config(document, problems);
    Model model;
    const Family* family = config.family();
    if (family == nullptr) return model;
    const std::filesystem::path path(document.source().name());
    const std::string folder = path.parent_path().filename().string();
    model.name = path.stem() == "config" && !folder.empty() ? folder : path.stem().string();
    model.about = "from a Hugging Face config.json, type " + std::string(family->model_type);
    model.layers = config.needed("num_hidden_layers", most_layers);
    model.hidden = config.needed("hidden_size");
    model.ffn = config.needed("intermediate_size");
    model.heads = config.needed("num_attention_heads");
    model.kv_heads = std::max(1U, config.maybe("num_key_value_heads").value_or(model.heads));
    model.head_dim = std::max(1U, config.maybe("head_dim").value_or(model.hidden / model.heads));
    model.vocab = config.needed("vocab_size");
    if (config.has("num_key_value_heads") && model.heads % model.kv_heads != 0) {
        config.problem("num_key_value_heads", std::to_string(model.kv_heads) +
                                                  " key and value heads do not divide " +
                                                  std::to_string(model.heads) + " heads");
    }
    model.mlp = MlpKind::gated;
    model.embedding =
        config.text("tie_word_embeddings") == "true" ? EmbeddingKind::tied : EmbeddingKind::separate;
    if (family->experts != ExpertKeys::none) model.experts = read_experts(config, *family, model);
    if (family->experts == ExpertKeys::deepseek) {
        model.latent_attention = read_latent(config);
        model.extra_prediction_layers = config.maybe("num_nextn_predict_layers").value_or(0);
    }
    return model;
}

}  // namespace railyard
