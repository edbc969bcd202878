#include "railyard/job/flops.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "railyard/job/load.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using doctest::Approx;

Flops full_hardware(const Layout& layout) {
    return step_flops(layout, AttentionCount::full, RecomputeCount::hardware);
}
Flops full_model(const Layout& layout) {
    return step_flops(layout, AttentionCount::full, RecomputeCount::model);
}
Flops causal_model(const Layout& layout) {
    return step_flops(layout, AttentionCount::causal, RecomputeCount::model);
}

// A model alone, one sequence a step.
Layout of_model(std::string_view name, std::uint32_t length) {
    Layout layout;
    layout.model = load_model(test::shipped_library(), name);
    layout.batch = {1, 1, length};
    return layout;
}

double per_token(Flops step, const Layout& layout) {
    return step.raw() / step_tokens(layout);
}

// Narayanan et al. 2021, Table 1 and examples/sc21/run_table_1.sh: layers, hidden, sequences.
struct MegatronRow {
    const char* layout;
    double layers;
    double hidden;
    double sequences;
};
constexpr std::array megatron_rows = {
    MegatronRow{"megatron-1.7b", 24, 2304, 512},      MegatronRow{"megatron-3.6b", 30, 3072, 512},
    MegatronRow{"megatron-7.5b", 36, 4096, 512},      MegatronRow{"megatron-18.4b", 40, 6144, 1024},
    MegatronRow{"megatron-39.1b", 48, 8192, 1536},    MegatronRow{"megatron-76.1b", 60, 10240, 1792},
    MegatronRow{"megatron-145.6b", 80, 12288, 2304},  MegatronRow{"megatron-310.1b", 96, 16384, 2160},
    MegatronRow{"megatron-529.6b", 105, 20480, 2520}, MegatronRow{"megatron-1008b", 128, 25600, 3072}};

TEST_CASE("a GPT with full recomputation: Narayanan et al. 2021, eq. 3, to the last digit") {
    for (const auto& [name, l, h, sequences] : megatron_rows) {
        SUBCASE(name) {
            constexpr double s = 2048;
            constexpr double v = 51200;
            // 96 B s l h^2 (1 + s/6h + V/16lh)
            const double eq3 = 96 * sequences * s * l * h * h * (1 + s / (6 * h) + v / (16 * l * h));
            CHECK(full_hardware(test::shipped_layout(name)).raw() == Approx(eq3).epsilon(1e-12));
        }
    }
}

TEST_CASE("a GPT without recomputation: Korthikanti et al. 2022, appendix A, model FLOPs") {
    Layout layout = of_model("korthikanti-22b", 2048);
    layout.batch.sequences = 4;
    constexpr double s = 2048;
    constexpr double h = 6144;
    constexpr double l = 48;
    constexpr double v = 51200;
    // 72 B L s h^2 (1 + s/6h + v/12hL)
    const double model = 72 * 4 * l * s * h * h * (1 + s / (6 * h) + v / (12 * h * l));
    for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
        layout.recompute = recompute;
        CHECK(full_model(layout).raw() == Approx(model).epsilon(1e-12));
    }
    // Their Table 5: 1.10 s on 8 A100 is an MFU of 41.5 % (1.10 has three digits).
    CHECK(model / (1.10 * 8 * 312e12) == Approx(0.415).epsilon(0.01));
}

TEST_CASE("hardware FLOPs add what is run twice, and nothing else") {
    Layout layout = of_model("korthikanti-22b", 2048);
    constexpr double s = 2048;
    constexpr double h = 6144;
    constexpr double l = 48;
    const double model = full_model(layout).raw();
    CHECK(full_hardware(layout).raw() == model);
    // Selective: queries by keys and weights by values once more, 2 s^2 h each and layer. (The paper prints
    // 1 + s/3h + v/12hL, which counts 12 s^2 h for it, as if all three passes were run again.)
    layout.recompute = Recompute::selective;
    CHECK(full_hardware(layout).raw() - model == Approx(4 * l * s * s * h).epsilon(1e-9));
    // Full: the forward pass of all layers, 24 s h^2 + 4 s^2 h each; not the head.
    layout.recompute = Recompute::full;
    CHECK(full_hardware(layout).raw() - model == Approx(l * (24 * s * h * h + 4 * s * s * h)).epsilon(1e-9));
}

TEST_CASE("a causal mask halves attention, and attention alone") {
    Layout layout = of_model("korthikanti-22b", 2048);
    // 12 l h s per token full.
    CHECK((full_model(layout) - causal_model(layout)).raw() ==
          Approx(6.0 * 48 * 6144 * 2048 * 2048).epsilon(1e-9));
    layout.recompute = Recompute::selective;
    const Flops causal = step_flops(layout, AttentionCount::causal, RecomputeCount::hardware);
    CHECK((causal - causal_model(layout)).raw() == Approx(2.0 * 48 * 6144 * 2048 * 2048).epsilon(1e-9));
}

// Megatron-LM, NeMo and Megatron-Bridge leave the embedding's look-up out of their FLOPs; the 6 x parameters
// of PaLM (Chowdhery et al. 2022, appendix B), which we follow, has it in: 6 V h.
double without_look_up(Flops step, const Layout& layout) {
    return per_token(step, layout) - 6 * embedding_parameters(layout.model);
}

TEST_CASE("Llama 3 70B at 8,192 tokens: 481.5 GFLOP a token full, 449.2 causal (runs/notes.md, section 3)") {
    const Layout layout = of_model("llama3-70b", 8192);
    CHECK(without_look_up(full_model(layout), layout) == Approx(481.5e9).epsilon(0.0005));
    CHECK(without_look_up(causal_model(layout), layout) == Approx(449.2e9).epsilon(0.0005));
    // The look-up would be 6 x 128,256 x 8,192 = 6.304 GFLOP.
    CHECK(per_token(full_model(layout), layout) == Approx(481.4e9 + 6.304e9).epsilon(0.0005));
}

TEST_CASE("Llama 3 8B and 405B at 8,192 tokens (the same): 57.9 and 2648 full, 2526 causal") {
    // 8B: full attention, printed 57.9 (runs/published_runs.yaml, Megatron-Core r0.8: tf/tok).
    const Layout small = of_model("llama3-8b", 8192);
    CHECK(without_look_up(full_model(small), small) == Approx(57.9e9).epsilon(0.01));
    const Layout large = of_model("llama3-405b", 8192);
    CHECK(without_look_up(causal_model(large), large) == Approx(2526e9).epsilon(0.001));
    // Within 1 %, the margin of the notes.
    CHECK(without_look_up(full_model(large), large) == Approx(2648e9).epsilon(0.01));
}

TEST_CASE("a mixture of experts counts what a token uses") {
    const Layout layout = of_model("mixtral-8x7b", 4096);
    // Per layer: attention 2 h^2 + 2 h x 1024, router 8 h, 2 of 8 experts of 3 h x 14336; both embeddings.
    constexpr double h = 4096;
    const double layer = 2 * h * h + 2 * h * 1024 + 8 * h + 2 * 3 * h * 14336;
    const double parameters = 32 * layer + 2 * 32000 * h;
    CHECK(per_token(full_model(layout), layout) ==
          Approx(6 * parameters + 12 * 32 * h * 4096).epsilon(1e-12));
}

TEST_CASE("latent attention multiplies wider queries and keys than values") {
    const Layout layout = of_model("deepseek-v3", 4096);
    // 128 heads; keys 128 + 64 wide, values 128: 2 s (192 + 128) x 128 forward per token and layer.
    const double attention = 3 * 2 * 4096.0 * (192 + 128) * 128 * 61;
    CHECK(2 * (full_model(layout) - causal_model(layout)).raw() / 4096 == Approx(attention).epsilon(1e-9));
}

TEST_CASE("tokens of a step") {
    CHECK(step_tokens(test::shipped_layout("llama3-405b-8k")) == 2048.0 * 8192);  // 16M
}

}  // namespace
}  // namespace railyard
