#include "railyard/job/model.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "railyard/job/load.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

Model shipped(const std::string& name) {
    return load_model(test::shipped_library(), name);
}

TEST_CASE("a GPT has 12 l h^2 + V h parameters") {
    const Model gpt = shipped("gpt3-175b");
    const double h = 12288;
    CHECK(attention_parameters(gpt) == 4 * h * h);  // queries, keys, values, output
    CHECK(mlp_parameters(gpt) == 8 * h * h);        // h x 4h and back
    CHECK(embedding_parameters(gpt) == 51200 * h);
    CHECK(total_parameters(gpt) == 12 * 96 * h * h + 51200 * h);
    CHECK(active_parameters(gpt) == total_parameters(gpt));
    CHECK(expert_layer_dense_parameters(gpt) == 0);
    CHECK(routed_expert_parameters(gpt) == 0);
    CHECK(gpt.expert_layers() == 0);
}

TEST_CASE("a Llama has grouped queries, three matrices in its MLP and two embeddings") {
    const Model llama = shipped("llama3-8b");
    const double h = 4096;
    CHECK(attention_parameters(llama) == 2 * h * h + 2 * h * 1024);  // 8 of 32 heads hold keys and values
    CHECK(mlp_parameters(llama) == 3 * h * 14336);
    // Published: 8,030,261,248, of which the 2 x 32 + 1 norms have h each.
    CHECK(total_parameters(llama) == 8'030'261'248 - 65 * h);
    CHECK(key_value_width(llama) == 2048);
}

TEST_CASE("a mixture of experts holds all of them and uses a few for each token") {
    const Model mixtral = shipped("mixtral-8x7b");
    const double h = 4096;
    CHECK(routed_expert_parameters(mixtral) == 3 * h * 14336);
    CHECK(expert_layer_dense_parameters(mixtral) == h * 8);  // the router
    CHECK(mixtral.expert_layers() == 32);
    // Published: 46,702,792,704, of which the 2 x 32 + 1 norms have h each.
    CHECK(total_parameters(mixtral) == 46'702'792'704 - 65 * h);
    CHECK(active_parameters(mixtral) == total_parameters(mixtral) - 32 * 6 * 3 * h * 14336);
    CHECK(active_parameters(mixtral) == doctest::Approx(12.9e9).epsilon(0.05 / 12.9));  // Jiang et al. 2024
}

TEST_CASE(
    "latent attention: queries, keys and values through low ranks, and the first layers without experts") {
    const Model v3 = shipped("deepseek-v3");
    const double h = 7168;
    // q: h -> 1536 -> 128 heads x (128 + 64); kv: h -> 512 + 64, 512 -> 128 heads x (128 + 128); output.
    CHECK(attention_parameters(v3) ==
          h * 1536 + 1536 * 128 * 192 + h * 576 + 512 * 128 * 256 + 128 * 128 * h);
    CHECK(key_value_width(v3) == 128 * (128 + 64 + 128));
    CHECK(v3.expert_layers() == 58);
    CHECK_FALSE(v3.is_expert_layer(2));
    CHECK(v3.is_expert_layer(3));
    CHECK(expert_layer_dense_parameters(v3) == h * 256 + 3 * h * 2048);        // router, one shared expert
    CHECK(total_parameters(v3) == doctest::Approx(671e9).epsilon(0.5 / 671));  // the report's 671B
    // The report's 37B count the embedding once: a token looks a row up, and multiplies by the head.
    CHECK(active_parameters(v3) - embedding_parameters(v3) == doctest::Approx(37e9).epsilon(0.5 / 37));
}

TEST_CASE("queries without a low rank are projected directly") {
    Model model = shipped("deepseek-v3");
    model.latent_attention->query_rank = 0;
    const double h = 7168;
    CHECK(attention_parameters(model) == h * 128 * 192 + h * 576 + 512 * 128 * 256 + 128 * 128 * h);
}

TEST_CASE("dense layers beyond the model's are all of its layers") {
    Model model;
    model.layers = 4;
    model.experts = Experts{};
    model.experts->dense_layers = 10;
    CHECK(model.expert_layers() == 0);
}

TEST_CASE("the ten models of Narayanan et al. have the parameters that Table 1 prints") {
    // Their eq. 2 counts biases and norms, 13 h a layer, and positions, s h, besides: 12 l h^2 (1 + 13/12h +
    // (V+s)/12lh). Table 1 prints one decimal.
    const std::vector<std::pair<std::string, double>> table = {
        {"megatron-1.7b", 1.7},     {"megatron-3.6b", 3.6},     {"megatron-7.5b", 7.5},
        {"megatron-18.4b", 18.4},   {"megatron-39.1b", 39.1},   {"megatron-76.1b", 76.1},
        {"megatron-145.6b", 145.6}, {"megatron-310.1b", 310.1}, {"megatron-529.6b", 529.6},
        {"megatron-1008b", 1008.0}};
    for (const auto& row : table) {
        CAPTURE(row.first);
        const Model model = shipped(row.first);
        const double left_out = 13.0 * model.layers * model.hidden + 2048.0 * model.hidden;
        CHECK(std::abs(total_parameters(model) + left_out - row.second * 1e9) <= 0.05e9);
    }
}

TEST_CASE("the other shipped models have the parameters that their sources print") {
    struct Row {
        const char* name;
        double billions, rounding;
    };
    const std::vector<Row> table = {
        {"llama3-70b", 70.55, 0.005},    // the model's 70,553,706,496 less 1.3 million of norms
        {"llama3-405b", 405.85, 0.005},  // its 405,853,388,800 less 4.1 million
        {"korthikanti-22b", 22, 0.5},    // Korthikanti et al. 2022, Table 5
        {"gpt3-175b", 175, 0.5},         //
        {"korthikanti-530b", 530, 0.5},  //
        {"korthikanti-1t", 1000, 10},    // "1T": 1,008 by the same shape in Narayanan et al.
    };
    for (const Row& row : table) {
        CAPTURE(std::string(row.name));
        CHECK(std::abs(total_parameters(shipped(row.name)) - row.billions * 1e9) <= row.rounding * 1e9);
    }
}

}  // namespace
}  // namespace railyard
