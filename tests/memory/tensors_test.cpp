#include "railyard/memory/tensors.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "railyard/job/load.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard::memory {
namespace {

Layout gpt(const char* model, std::uint32_t micro) {
    Layout layout;
    layout.model = load_model(test::shipped_library(), model);
    layout.degrees.tp = 8;
    layout.batch = {micro, micro, 2048};
    layout.attention = Attention::unfused;
    return layout;
}

Layout with(Layout layout, Recompute recompute, SequenceParallel sequence_parallel) {
    layout.recompute = recompute;
    layout.sequence_parallel = sequence_parallel;
    return layout;
}

Tensor named(const TensorList& list, std::string_view name) {
    for (const Tensor& tensor : list) {
        if (tensor.name == name) return tensor;
    }
    FAIL("no tensor " << std::string(name));
    return {};
}

bool has(const TensorList& list, std::string_view name) {
    for (const Tensor& tensor : list) {
        if (tensor.name == name) return true;
    }
    return false;
}

TEST_CASE("a GPT layer sums to the closed forms of Korthikanti et al. 2022, Table 2") {
    const auto off = SequenceParallel::off;
    const auto on = SequenceParallel::on;
    for (const char* model :
         {"korthikanti-22b", "gpt3-175b", "korthikanti-530b", "korthikanti-1t", "megatron-3.6b"}) {
        CAPTURE(std::string(model));
        const Layout layout = gpt(model, 4);
        const double h = layout.model.hidden;
        const double sbh = 2048.0 * 4 * h;
        const double t = 8;
        const double scores = 5.0 * layout.model.heads * 2048 / h;  // 5 a s / h
        const auto kept = [&](Recompute recompute, SequenceParallel sequence_parallel) {
            return kept_per_layer(with(layout, recompute, sequence_parallel), LayerKind::dense).raw() / sbh;
        };
        CHECK(kept(Recompute::none, off) == doctest::Approx(10 + 24 / t + scores / t));
        CHECK(kept(Recompute::none, on) == doctest::Approx((34 + scores) / t));
        CHECK(kept(Recompute::selective, off) == doctest::Approx(10 + 24 / t));
        CHECK(kept(Recompute::selective, on) == doctest::Approx(34 / t));
        CHECK(kept(Recompute::full, off) == doctest::Approx(2));
        CHECK(kept(Recompute::full, on) == doctest::Approx(2 / t));
        const Layout full = with(layout, Recompute::full, off);
        CHECK(working_set(full, LayerKind::dense).raw() / sbh == doctest::Approx(10 + 24 / t + scores / t));
        CHECK(working_set(layout, LayerKind::dense) == Bytes{});
    }
}

TEST_CASE("activations as a share of those without recomputation, Korthikanti et al. 2022, Figure 7") {
    // In per cent, as calculon-ai/calculon validates against: selective, sequence parallel, both, full.
    struct Row {
        const char* model;
        double selective, sequence, both, full;
    };
    const Row rows[] = {{"korthikanti-22b", 49.42, 66.84, 16.18, 7.64},
                        {"gpt3-175b", 56.53, 62.04, 18.49, 8.71},
                        {"korthikanti-530b", 62.04, 58.31, 20.27, 9.42},
                        {"korthikanti-1t", 62.04, 58.31, 20.27, 9.42}};
    for (const Row& row : rows) {
        SUBCASE(row.model) {
            const Layout layout = gpt(row.model, 1);
            const Bytes all = kept_per_layer(layout, LayerKind::dense);
            const auto percent = [&](Recompute recompute, SequenceParallel sequence_parallel) {
                return 100 *
                       (kept_per_layer(with(layout, recompute, sequence_parallel), LayerKind::dense) / all);
            };
            // Read off a picture: to 0.15 points.
            CHECK(std::abs(percent(Recompute::selective, SequenceParallel::off) - row.selective) < 0.15);
            CHECK(std::abs(percent(Recompute::none, SequenceParallel::on) - row.sequence) < 0.15);
            CHECK(std::abs(percent(Recompute::selective, SequenceParallel::on) - row.both) < 0.15);
            CHECK(std::abs(percent(Recompute::full, SequenceParallel::off) - row.full) < 0.15);
        }
    }
}

TEST_CASE("flash attention keeps no scores, with dropout or without") {
    Layout layout = gpt("gpt3-175b", 1);
    layout.attention = Attention::flash;
    const double sbh = 2048.0 * 12288;
    CHECK(kept_per_layer(layout, LayerKind::dense).raw() / sbh == doctest::Approx(13));  // 10 + 24/8
    layout.saves = Saves::lean;
    // Without the outputs of two norms (2 + 2) and of the GeLU (8/8).
    CHECK(kept_per_layer(layout, LayerKind::dense).raw() / sbh == doctest::Approx(8));
}

TEST_CASE("a layer of Llama 3 405B") {
    auto [layout, notes] = load_layout(test::shipped_library(), "llama3-405b-8k");
    const double u = 8192.0 * 16384 / 8;
    layout.saves = Saves::all;
    // Norms 2 + 2 + 2 + 2, q 2, k and v 1/8 each, output 2, gate and up 4 x 3.25, product 2 x 3.25.
    CHECK(kept_per_layer(layout, LayerKind::dense).raw() == 31.75 * u);
    CHECK(kept_per_layer(layout, LayerKind::dense).raw() == doctest::Approx(532.7e6).epsilon(1e-4));
    layout.saves = Saves::lean;
    CHECK(kept_per_layer(layout, LayerKind::dense).raw() == 21.25 * u);
    CHECK_FALSE(has(layer_tensors(layout, LayerKind::dense), "dropout mask 1"));
    layout.degrees.cp = 4;
    CHECK(kept_per_layer(layout, LayerKind::dense).raw() == 21.25 * u / 4);
    layout.degrees.cp = 1;
    layout.degrees.tp = 16;  // 8 key and value heads: two ranks hold the same one
    CHECK(named(layer_tensors(layout, LayerKind::dense), "keys").size().raw() == 8192.0 * 128 * 2);
}

TEST_CASE("routed experts: tp divides them, ep does not") {
    // NVIDIA/Megatron-LM#1784: k s b f / tp values.
    auto [layout, notes] = load_layout(test::shipped_library(), "deepseek-v3");
    layout.precision = Precision::bf16;
    layout.saves = Saves::all;
    const double routed = 8.0 * 4096 * 2048;
    for (const std::uint32_t ep : {64U, 8U, 1U}) {
        layout.degrees.ep = ep;
        const auto list = layer_tensors(layout, LayerKind::expert);
        CHECK(named(list, "gate and up of experts").size().raw() == 2 * 2 * routed);
        CHECK(named(list, "product of experts").size().raw() == 2 * routed);
        CHECK(named(list, "tokens at their experts").size().raw() == 2 * 8.0 * 4096 * 7168);
    }
    layout.degrees.tp = 4;
    layout.sequence_parallel = SequenceParallel::on;
    for (const std::uint32_t etp : {1U, 4U}) {
        layout.degrees.etp = etp;
        const auto list = layer_tensors(layout, LayerKind::expert);
        CHECK(named(list, "gate and up of experts").size().raw() == 2 * 2 * routed / 4);
        // etp ranks hold the tokens of all etp.
        CHECK(named(list, "tokens at their experts").size().raw() == 2 * 8.0 * 4096 * 7168 / 4 * etp);
    }
}

TEST_CASE("the fullest rank of experts holds as many more rows as it is sent tokens") {
    const Layout plain = load_layout(test::shipped_library(), "deepseek-v3").layout;
    Layout layout = plain;
    const TensorList even = layer_tensors(layout, LayerKind::expert);
    layout.expert_imbalance = 1.5;
    const TensorList uneven = layer_tensors(layout, LayerKind::expert);
    REQUIRE(even.size() == uneven.size());
    std::size_t more = 0;
    for (std::size_t i = 0; i < even.size(); ++i) {
        const Tensor& before = *(even.begin() + i);
        const Tensor& after = *(uneven.begin() + i);
        const bool is_routed = before.name == "tokens at their experts" ||
                               before.name == "gate and up of experts" ||
                               before.name == "product of experts" || before.name == "outputs of experts";
        CHECK(after.size().raw() == doctest::Approx((is_routed ? 1.5 : 1) * before.size().raw()));
        CHECK((after.values.find("i k s b") != std::string_view::npos) == is_routed);
        more += is_routed ? 1U : 0U;
    }
    CHECK(more == 4);
    // Layers without experts, and an imbalance of none, change nothing.
    CHECK(kept_per_layer(layout, LayerKind::dense) == kept_per_layer(plain, LayerKind::dense));
    layout.expert_imbalance = 1;
    CHECK(kept_per_layer(layout, LayerKind::expert) == kept_per_layer(plain, LayerKind::expert));
}

TEST_CASE("latent attention") {
    auto [layout, notes] = load_layout(test::shipped_library(), "deepseek-v3");
    layout.precision = Precision::bf16;
    layout.saves = Saves::all;
    layout.recompute = Recompute::none;
    const double s = 4096;
    const auto list = layer_tensors(layout, LayerKind::expert);
    CHECK(named(list, "query latent").size().raw() == 2 * s * 1536);
    CHECK(named(list, "key-value latent").size().raw() == 2 * s * (512 + 64));
    CHECK(named(list, "queries").size().raw() == 2 * s * 128 * (128 + 64));
    CHECK(named(list, "values").size().raw() == 2 * s * 128 * 128);
    const Bytes all = kept_per_layer(layout, LayerKind::expert);
    layout.recompute = Recompute::selective;
    // The up-projections of queries, keys and values are computed again.
    CHECK((all - kept_per_layer(layout, LayerKind::expert)).raw() == 2 * s * 128 * (192 + 192 + 128));
}

TEST_CASE("DeepSeek-V3 as it was trained, per token of an expert layer") {
    // Technical report 3.2.3 and 3.3.3: norms, up-projections and products recomputed; inputs of matrix
    // products and of SwiGLU in fp8. Norm inputs 2 x 14336; latents 3072 + 1152; output of attention 16384;
    // router 256 x 4; 8 copies of 7168; gate and up 2 x 8 x 2048; shared 2 x 2048.
    const auto [layout, notes] = load_layout(test::shipped_library(), "deepseek-v3");
    const double per_token = 28672 + 3072 + 1152 + 16384 + 1024 + 57344 + 32768 + 4096;
    CHECK(kept_per_layer(layout, LayerKind::expert).raw() == per_token * 4096);
    // An extra prediction layer keeps its two inputs beside.
    CHECK(kept_per_layer(layout, LayerKind::extra_prediction).raw() == (per_token + 28672) * 4096);
}

TEST_CASE("embedding, head and loss") {
    Layout layout = gpt("gpt3-175b", 2);
    layout.degrees.cp = 4;
    const double tokens = 2.0 * 2048 / 4;
    CHECK(sum(embedding_tensors(layout)).raw() == tokens * 12288);
    // s b V / (t cp) x (4 + 2)
    CHECK(logits(layout).raw() == tokens * 51200 / 8 * 6);
    CHECK(sum(head_tensors(layout)).raw() == tokens * (4 * 12288 + 51200 / 8 * 6));
    layout.model.extra_prediction_layers = 1;
    CHECK(logits(layout).raw() == 2 * tokens * 51200 / 8 * 6);
    const auto [llama, notes] = load_layout(test::shipped_library(), "llama3-405b-8k");
    CHECK(embedding_tensors(llama).size() == 0);
}

TEST_CASE("fp32 keeps four bytes a value, and a byte a mask") {
    Layout layout = gpt("gpt3-175b", 1);
    layout.precision = Precision::fp32;
    layout.attention = Attention::flash;
    // 34 is 2 x 16 + 2 masks: 4 x 16 + 2 = 66; between tensor-parallel regions 10 is 2 x 4 + 2: 18.
    CHECK(kept_per_layer(layout, LayerKind::dense).raw() == (18 + 48 / 8) * 2048.0 * 12288);
}

}  // namespace
}  // namespace railyard::memory
