#include "railyard/memory/estimate.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/job/load.hpp"
#include "railyard/memory/tensors.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard::memory {
namespace {

Layout shipped(const std::string& name) {
    return load_layout(test::shipped_library(), name).layout;
}

TEST_CASE("the first stage of Llama 3 405B") {
    // 7 layers of (2 x 16384 x 128 x (128 + 8) + 3 x 16384 x 53248) / 8 and an embedding of 128256 x 16384 /
    // 8 are 3.052e9 parameters; zero-2 over 64: 2.25 bytes each, 6.87 GB. 143 chunks of one layer: lean 21.25
    // u, all 31.75 u, u = 16.78 MB: 50.98 and 76.17 GB.
    Layout layout = shipped("llama3-405b-8k");
    const Memory lean = estimate_memory(layout);
    CHECK(lean.worst_stage == 0);
    CHECK(lean.stages[0].in_flight == 143);
    CHECK(lean.stages[0].layers == 7);
    CHECK(lean.worst().total().raw() == doctest::Approx(57.85e9).epsilon(1e-3));
    layout.saves = Saves::all;
    CHECK(estimate_memory(layout).worst().total().raw() == doctest::Approx(83.04e9).epsilon(1e-3));
}

TEST_CASE("parts add up on every stage of every shipped layout") {
    for (const auto& name : test::shipped_library().names(input::Shelf::layouts)) {
        CAPTURE(name);
        const Layout layout = shipped(name);
        const Memory memory = estimate_memory(layout);
        REQUIRE(memory.stages.size() == layout.degrees.pp);
        for (const StageMemory& stage : memory.stages) {
            CHECK(stage.total() == stage.weights + stage.gradients + stage.optimizer + stage.activations);
            CHECK(stage.activations == stage.in_layers + stage.recomputed + stage.in_ends + stage.logits);
            CHECK(stage.total() <= memory.worst().total());
        }
    }
}

TEST_CASE("GPT-3 with full recomputation, by hand") {
    // Stage 0 of 8, three chunks of 4 layers: 2 x 7 + 2 x 8 + 1 = 31 chunks, 124 layer inputs of 2 s b h
    // bytes.
    const StageMemory stage = estimate_memory(shipped("gpt3-175b-64")).stages[0];
    const double sbh = 2048.0 * 12288;
    CHECK(stage.in_layers.raw() == 124 * 2 * sbh);
    CHECK(stage.recomputed.raw() == (10 + 3 + 10) * sbh);  // 10 + 24/t + 5as/(ht)
    // Masks of the embedding: of 31 passes 15 are of the first chunk.
    CHECK(stage.in_ends.raw() == 15 * sbh);
    // 12 layers of 12 h^2 and V h over 8; positions and norms on every rank.
    const double parameters = (12 * 12 * 12288.0 * 12288 + 51200 * 12288.0) / 8 + 2048 * 12288.0 + 24 * 12288;
    CHECK(stage.weights.raw() == doctest::Approx(2 * parameters));
    CHECK(stage.gradients.raw() == doctest::Approx(4 * parameters));
    CHECK(stage.optimizer.raw() == doctest::Approx(12 * parameters));
}

TEST_CASE("in flight is an argument") {
    const Layout layout = shipped("llama3-405b-8k");
    const Memory one = estimate_memory(layout, std::vector<std::uint32_t>(16, 1));
    CHECK(one.stages[3].in_layers == kept_per_layer(layout, LayerKind::dense));
    const Memory two = estimate_memory(layout, std::vector<std::uint32_t>(16, 2));
    CHECK(two.stages[3].in_layers == 2 * one.stages[3].in_layers);
    CHECK(two.stages[3].weights == one.stages[3].weights);
    CHECK(two.stages[15].logits == one.stages[15].logits);
}

TEST_CASE("the head of GPipe waits with all micro-batches") {
    Layout layout = shipped("megatron-39.1b");
    const Bytes one = estimate_memory(layout).stages[1].logits;
    layout.pipeline.schedule = PipelineSchedule::gpipe;
    CHECK(estimate_memory(layout).stages[1].logits == 12 * one);  // 1536 / (32 x 4) micro-batches
}

TEST_CASE("DualPipe holds two stages on a device") {
    Layout layout = shipped("deepseek-v3");
    const Memory twice = estimate_memory(layout);
    CHECK(twice.stages[0].in_flight == 17);
    CHECK(twice.stages[0].layers == 4 + 3);  // the first and the last of 16
    CHECK(twice.stages[0].weights == twice.stages[15].weights);
    layout.pipeline.schedule = PipelineSchedule::one_f_one_b;
    layout.model.extra_prediction_layers = 0;
    const Memory once = estimate_memory(layout);
    layout.pipeline.schedule = PipelineSchedule::dualpipe;
    const Memory again = estimate_memory(layout);
    for (const std::uint32_t stage : {0U, 5U}) {
        CHECK(again.stages[stage].weights.raw() ==
              doctest::Approx((once.stages[stage].weights + once.stages[15 - stage].weights).raw()));
    }
}

TEST_CASE("zero-3 shards the weights and gathers a layer") {
    Layout layout = shipped("llama3-405b-8k");
    layout.sharding.kind = ShardingKind::zero_3;
    const StageMemory stage = estimate_memory(layout).stages[1];
    const double layer = (2.0 * 16384 * 128 * (128 + 8) + 3.0 * 16384 * 53248) / 8;
    CHECK(stage.gathered.raw() == doctest::Approx(2 * layer));
    CHECK(stage.weights.raw() == doctest::Approx(2 * 8 * layer / 64 + 2 * layer).epsilon(1e-4));
    layout.sharding.over = 8;
    CHECK(estimate_memory(layout).stages[1].optimizer.raw() == doctest::Approx(8 * stage.optimizer.raw()));
}

TEST_CASE("uneven stages count what they hold") {
    Layout layout = shipped("megatron-39.1b");  // 48 layers on 2 stages
    layout.pipeline.layers = {20, 28};
    const Memory memory = estimate_memory(layout);
    CHECK(memory.stages[0].layers == 20);
    CHECK(memory.stages[1].layers == 28);
    CHECK(memory.worst_stage == 1);
    CHECK(memory.stages[0].in_layers == 2 * 20 * kept_per_layer(layout, LayerKind::dense));
    CHECK(memory.stages[1].in_layers == 28 * kept_per_layer(layout, LayerKind::dense));
}

TEST_CASE("layers without experts are smaller, and the largest chunk of a stage counts") {
    // DeepSeek-V3 on one direction: stage 0 has 3 layers without experts and one with.
    Layout layout = shipped("deepseek-v3");
    layout.pipeline.schedule = PipelineSchedule::one_f_one_b;
    const Memory memory = estimate_memory(layout);
    CHECK(memory.stages[0].expert_layers == 1);
    CHECK(memory.stages[0].in_layers ==
          16 * (3 * kept_per_layer(layout, LayerKind::dense) + kept_per_layer(layout, LayerKind::expert)));
    // The last: 3 layers and the extra prediction's, one micro-batch in flight.
    CHECK(memory.stages[15].in_layers == 3 * kept_per_layer(layout, LayerKind::expert) +
                                             kept_per_layer(layout, LayerKind::extra_prediction));
}

}  // namespace
}  // namespace railyard::memory
