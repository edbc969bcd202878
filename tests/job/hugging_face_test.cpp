// The files in configs/ have the shapes of the published models of these names, among the keys that such
// files have besides.

#include "railyard/job/hugging_face.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "railyard/job/load.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

const std::string configs = std::string(RAILYARD_SOURCE_DIR) + "/tests/job/configs/";

Model config(const std::string& name) {
    return load_model(test::shipped_library(), configs + name + "/config.json");
}

// The message that a text called "config.json" is refused with.
std::string refusal(const std::string& text) {
    const auto document = input::parse_yaml(input::make_source("config.json", text));
    input::Problems problems;
    (void)read_hugging_face(document, problems);
    try {
        problems.throw_if_any();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

void compare_attention(const Model& a, const Model& b) {
    CHECK(a.heads == b.heads);
    CHECK(a.kv_heads == b.kv_heads);
    CHECK(a.head_dim == b.head_dim);
    REQUIRE(a.latent_attention.has_value() == b.latent_attention.has_value());
    if (!a.latent_attention) return;
    CHECK(a.latent_attention->query_rank == b.latent_attention->query_rank);
    CHECK(a.latent_attention->key_value_rank == b.latent_attention->key_value_rank);
    CHECK(a.latent_attention->nope_dim == b.latent_attention->nope_dim);
    CHECK(a.latent_attention->rope_dim == b.latent_attention->rope_dim);
    CHECK(a.latent_attention->value_dim == b.latent_attention->value_dim);
}

void compare_experts(const Model& a, const Model& b) {
    REQUIRE(a.experts.has_value() == b.experts.has_value());
    if (!a.experts) return;
    CHECK(a.experts->count == b.experts->count);
    CHECK(a.experts->top_k == b.experts->top_k);
    CHECK(a.experts->ffn == b.experts->ffn);
    CHECK(a.experts->shared == b.experts->shared);
    if (a.experts->shared > 0) CHECK(a.experts->shared_ffn == b.experts->shared_ffn);
    CHECK(a.experts->dense_layers == b.experts->dense_layers);
    CHECK(a.experts->groups == b.experts->groups);
    CHECK(a.experts->groups_per_token == b.experts->groups_per_token);
}

TEST_CASE("a config.json and the shipped file of the same model have one shape") {
    const std::vector<std::pair<std::string, std::string>> pairs = {
        {"Llama-3.1-8B", "llama3-8b"}, {"Mixtral-8x7B-v0.1", "mixtral-8x7b"}, {"DeepSeek-V3", "deepseek-v3"}};
    for (const auto& pair : pairs) {
        CAPTURE(pair.first);
        const Model a = config(pair.first);
        const Model b = load_model(test::shipped_library(), pair.second);
        CHECK(a.name == pair.first);
        CHECK(a.layers == b.layers);
        CHECK(a.hidden == b.hidden);
        CHECK(a.ffn == b.ffn);
        CHECK(a.vocab == b.vocab);
        CHECK(a.mlp == b.mlp);
        CHECK(a.embedding == b.embedding);
        CHECK(a.positions == b.positions);
        CHECK(a.extra_prediction_layers == b.extra_prediction_layers);
        compare_attention(a, b);
        compare_experts(a, b);
        CHECK(total_parameters(a) == total_parameters(b));
        CHECK(active_parameters(a) == active_parameters(b));
    }
}

TEST_CASE("parameters as published, and as many of them as a token uses") {
    struct Row {
        const char* name;
        double total, active, rounding;  // billions
    };
    const std::vector<Row> table = {
        {"Mistral-7B-v0.1", 7.24, 7.24, 0.005},  // 7.24B
        {"Qwen2.5-7B", 7.61, 7.61, 0.006},       // the model's card: 7.61B, 0.3 million of them biases
        {"Qwen3-30B-A3B", 30.5, 3.35, 0.05},     // its card: 30.5B, 3.3B active
        // 15.7B, and 2.4B active, without the lookup of the embedding (0.21B).
        {"DeepSeek-V2-Lite", 15.7, 2.4 + 0.21, 0.055},
    };
    for (const Row& row : table) {
        CAPTURE(std::string(row.name));
        const Model model = config(row.name);
        CHECK(std::abs(total_parameters(model) - row.total * 1e9) <= row.rounding * 1e9);
        CHECK(std::abs(active_parameters(model) - row.active * 1e9) <= row.rounding * 1e9);
    }
}

TEST_CASE("what is told from a null, a width that is not hidden / heads, and lists that are empty") {
    const Model lite = config("DeepSeek-V2-Lite");
    CHECK(lite.latent_attention->query_rank == 0);  // "q_lora_rank": null
    CHECK(lite.experts->shared == 2);
    CHECK(lite.experts->shared_ffn == 1408);
    CHECK(lite.expert_layers() == 26);
    CHECK(lite.extra_prediction_layers == 0);
    const Model qwen = config("Qwen3-30B-A3B");  // tabs and escapes, as JSON may have
    CHECK(qwen.head_dim == 128);                 // not 2048 / 32
    CHECK(qwen.experts->ffn == 768);
    CHECK(qwen.experts->shared == 0);
    CHECK(qwen.expert_layers() == 48);
    CHECK(config("Qwen2.5-7B").head_dim == 128);  // 3584 / 28
    CHECK(config("Qwen2.5-7B").mlp == MlpKind::gated);
}

TEST_CASE("a config.json stands in a layout as its model, by path") {
    const auto loaded = test::load_layout_text("layout: l\nmodel: " + configs +
                                               "Qwen3-30B-A3B/config.json\nparallel: {dp: 8, ep: 8}\n"
                                               "batch: {sequences: 64, length: 4096}\n");
    CHECK(loaded.layout.model.name == "Qwen3-30B-A3B");
    CHECK(loaded.layout.model.experts->count == 128);
    CHECK(loaded.notes.empty());
}

TEST_CASE("a config.json is told by its keys") {
    const auto is_config = [](const std::string& text) {
        return is_hugging_face_config(input::parse_yaml(input::make_source("x", text)));
    };
    CHECK(is_config(R"({"model_type": "llama"})"));
    CHECK(is_config(R"({"hidden_size": 4096})"));
    CHECK(is_config(R"({"architectures": []})"));
    CHECK_FALSE(is_config("model: llama3-8b\nhidden: 4096\n"));
    CHECK_FALSE(is_config("layout: x\nmodel_type: llama\n"));
    CHECK_FALSE(is_config("just text"));
    CHECK_FALSE(is_config("[1, 2]"));
}

const char* const small_llama = R"({"model_type": "llama", "hidden_size": 64, "intermediate_size": 128,
"num_attention_heads": 4, "num_hidden_layers": 2, "vocab_size": 100)";

TEST_CASE("keys that a family may leave out") {
    const auto document = input::parse_yaml(input::make_source(
        "tiny/config.json", std::string(small_llama) + ", \"tie_word_embeddings\": true}"));
    input::Problems problems;
    const Model model = read_hugging_face(document, problems);
    CHECK(problems.empty());
    CHECK(model.name == "tiny");
    CHECK(model.kv_heads == 4);
    CHECK(model.head_dim == 16);
    CHECK(model.embedding == EmbeddingKind::tied);
}

TEST_CASE("a shared expert of its own width, as the first Qwen mixtures have it") {
    const auto document = input::parse_yaml(input::make_source(
        "Qwen1.5-MoE-A2.7B/config.json",
        R"({"model_type": "qwen2_moe", "hidden_size": 2048, "intermediate_size": 5632, "num_hidden_layers": 24,
            "num_attention_heads": 16, "num_key_value_heads": 16, "vocab_size": 151936, "num_experts": 60,
            "num_experts_per_tok": 4, "moe_intermediate_size": 1408, "decoder_sparse_step": 1,
            "shared_expert_intermediate_size": 5632, "tie_word_embeddings": false})"));
    input::Problems problems;
    const Model model = read_hugging_face(document, problems);
    CHECK(problems.empty());
    CHECK(model.experts->shared == 1);
    CHECK(model.experts->shared_ffn == 5632);
    // Its card: 14.3B parameters, 2.7B of them active.
    CHECK(std::abs(total_parameters(model) - 14.3e9) <= 0.05e9);
    CHECK(std::abs(active_parameters(model) - 2.7e9) <= 0.05e9);
}

TEST_CASE("a key that is needed and not there is named, each of them") {
    CHECK(refusal(R"({"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4})") ==
          "config.json:1:1: error: the key 'num_hidden_layers' is missing in this config.json\n"
          "    1 | {\"model_type\": \"llama\", \"hidden_size\": 64, \"num_attention_heads\": 4}\n"
          "      | ^\n"
          "  hint: this family of models has it; is the file whole?\n"
          "config.json:1:1: error: the key 'intermediate_size' is missing in this config.json\n"
          "    1 | {\"model_type\": \"llama\", \"hidden_size\": 64, \"num_attention_heads\": 4}\n"
          "      | ^\n"
          "  hint: this family of models has it; is the file whole?\n"
          "config.json:1:1: error: the key 'vocab_size' is missing in this config.json\n"
          "    1 | {\"model_type\": \"llama\", \"hidden_size\": 64, \"num_attention_heads\": 4}\n"
          "      | ^\n"
          "  hint: this family of models has it; is the file whole?\n");
    const auto missing = [](const std::string& type) {
        std::string text = small_llama;
        text.replace(text.find("llama"), 5, type);
        std::string keys;
        const std::string said = refusal(text + "}");
        const std::string before = "the key '";
        for (auto at = said.find(before); at != std::string::npos; at = said.find(before, at + 1)) {
            const auto begin = at + before.size();
            keys += said.substr(begin, said.find('\'', begin) - begin) + " ";
        }
        return keys;
    };
    CHECK(missing("mixtral") == "num_experts_per_tok num_local_experts ");
    CHECK(missing("qwen3_moe") == "num_experts_per_tok moe_intermediate_size num_experts ");
    CHECK(missing("deepseek_v3") ==
          "num_experts_per_tok moe_intermediate_size n_routed_experts kv_lora_rank qk_nope_head_dim "
          "qk_rope_head_dim v_head_dim ");
}

TEST_CASE("families that are not known, and the nearest one that is") {
    CHECK(refusal(R"({"model_type": "lama"})") ==
          "config.json:1:16: error: models of type 'lama' are not known\n"
          "    1 | {\"model_type\": \"lama\"}\n"
          "      |                ^\n"
          "  hint: did you mean 'llama'? (or write the shape as a model file)\n");
    CHECK(refusal(R"({"hidden_size": 64})") ==
          "config.json:1:1: error: the key 'model_type' is missing in this config.json\n"
          "    1 | {\"hidden_size\": 64}\n"
          "      | ^\n");
}

TEST_CASE("values that no model has") {
    struct Row {
        const char* keys;
        const char* message;
    };
    const std::vector<Row> table = {
        {R"("num_key_value_heads": 3)", "error: 3 key and value heads do not divide 4 heads\n"},
        {R"("num_key_value_heads": "many")", "error: num_key_value_heads: 'many' is not a whole number\n"},
        {R"("head_dim": -16)", "error: head_dim: '-16' is negative: a whole number is not\n"},
        {R"("head_dim": [16])", "error: head_dim: a whole number is missing here\n"},
    };
    for (const Row& row : table) {
        CAPTURE(std::string(row.keys));
        const std::string said = refusal(std::string(small_llama) + ",\n" + row.keys + "}");
        CAPTURE(said);
        CHECK(said.find(std::string("config.json:3:")) == 0);
        CHECK(said.find(row.message) != std::string::npos);
    }
    CHECK(refusal(R"({"model_type": "llama", "hidden_size": 0, "intermediate_size": 128,
"num_attention_heads": 4, "num_hidden_layers": 100001, "vocab_size": 100})") ==
          "config.json:1:40: error: hidden_size: must not be 0\n"
          "    1 | {\"model_type\": \"llama\", \"hidden_size\": 0, \"intermediate_size\": 128,\n"
          "      |                                        ^\n"
          "config.json:2:48: error: num_hidden_layers: '100001' is too large\n"
          "    2 | \"num_attention_heads\": 4, \"num_hidden_layers\": 100001, \"vocab_size\": 100}\n"
          "      |                                                ^\n"
          "  hint: at most 100000\n");
}

TEST_CASE("experts in some layers only are more than a shape can tell") {
    std::string qwen = small_llama;
    qwen.replace(qwen.find("llama"), 5, "qwen3_moe");
    qwen += R"(, "num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 32,)"
            "\n";
    const std::string said = refusal(qwen + R"("decoder_sparse_step": 2, "mlp_only_layers": [1]})");
    CHECK(said.find(
              "config.json:3:24: error: decoder_sparse_step: this model has layers without experts behind "
              "those that have them\n") == 0);
    CHECK(said.find("config.json:3:46: error: mlp_only_layers: this model") != std::string::npos);
    CHECK(refusal(qwen + R"("decoder_sparse_step": 1, "mlp_only_layers": []})") == "");
    const std::string greedy = R"(, "num_local_experts": 4, "num_experts_per_tok": 5})";
    std::string mixtral = small_llama;
    mixtral.replace(mixtral.find("llama"), 5, "mixtral");
    CHECK(refusal(mixtral + greedy).find("error: a token cannot go to 5 of 4 experts\n") !=
          std::string::npos);
}

}  // namespace
}  // namespace railyard
