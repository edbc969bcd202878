#include "railyard/job/stages.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/jobs.hpp"

namespace railyard {
namespace {

using Numbers = std::vector<std::uint32_t>;

Layout layout_of(std::uint32_t layers, std::uint32_t stages, std::uint32_t chunks = 1) {
    Layout layout;
    layout.model.layers = layers;
    layout.degrees.pp = stages;
    layout.pipeline.schedule = chunks > 1 ? PipelineSchedule::interleaved : PipelineSchedule::one_f_one_b;
    layout.pipeline.chunks = chunks;
    return layout;
}

Numbers layers_of(const std::vector<StageLayers>& parts) {
    Numbers layers;
    for (const auto& part : parts) layers.push_back(part.layers);
    return layers;
}

TEST_CASE("layers are dealt out evenly, and the first stages get one more") {
    CHECK(layers_of(stage_layers(layout_of(8, 4))) == Numbers{2, 2, 2, 2});
    CHECK(layers_of(stage_layers(layout_of(10, 4))) == Numbers{3, 3, 2, 2});
    CHECK(layers_of(stage_layers(layout_of(5, 1))) == Numbers{5});
    CHECK(divides_evenly(layout_of(8, 4)));
    CHECK_FALSE(divides_evenly(layout_of(10, 4)));
}

TEST_CASE("a micro-batch passes the first chunk of all stages before the second") {
    // 16 layers, 4 stages of 2 chunks: chunks of 2 layers, in the order 0.0 1.0 2.0 3.0 0.1 1.1 ...
    CHECK(layers_of(chunk_layers(layout_of(16, 4, 2))) == Numbers(8, 2));
    CHECK(divides_evenly(layout_of(16, 4, 2)));
    // 10 layers: stages of 3, 3, 2, 2, and of the three two in the first chunk.
    CHECK(layers_of(chunk_layers(layout_of(10, 4, 2))) == Numbers{2, 2, 1, 1, 1, 1, 1, 1});
    CHECK(layers_of(stage_layers(layout_of(10, 4, 2))) == Numbers{3, 3, 2, 2});
    CHECK_FALSE(divides_evenly(layout_of(10, 4, 2)));
}

TEST_CASE("DualPipe's two chunks are the two directions of one share of the layers") {
    Layout layout = layout_of(61, 16);
    layout.pipeline.schedule = PipelineSchedule::dualpipe;
    layout.pipeline.chunks = 2;
    CHECK(chunk_layers(layout).size() == 16);
    Numbers expected(16, 3);  // 61 = 13 x 4 + 3 x 3
    for (std::size_t s = 0; s < 13; ++s) expected[s] = 4;
    CHECK(layers_of(stage_layers(layout)) == expected);
}

TEST_CASE("Llama 3 counts the embedding and the head: 126 + 2 over 16 stages of 8 chunks") {
    const Layout layout = test::shipped_layout("llama3-405b-8k");
    const auto stages = stage_layers(layout);
    Numbers expected(16, 8);
    expected.front() = expected.back() = 7;
    CHECK(layers_of(stages) == expected);
    const auto chunks = chunk_layers(layout);
    Numbers of_chunks(128, 1);
    of_chunks.front() = of_chunks.back() = 0;
    CHECK(layers_of(chunks) == of_chunks);
    CHECK(chunks.front().embeddings == 1);
    CHECK(chunks.back().heads == 1);
    CHECK(divides_evenly(layout));
}

TEST_CASE("the ends stand on the first and the last stage, and nowhere else") {
    const auto stages = stage_layers(layout_of(8, 4, 2));
    for (std::size_t s = 0; s < 4; ++s) {
        CHECK(stages[s].embeddings == (s == 0 ? 1 : 0));
        CHECK(stages[s].heads == (s == 3 ? 1 : 0));
    }
    const auto one = stage_layers(layout_of(8, 1));
    CHECK(one[0].embeddings == 1);
    CHECK(one[0].heads == 1);
}

TEST_CASE("counted ends take a layer's place where there is one to take") {
    Layout layout = layout_of(1, 3);
    layout.pipeline.ends = EndLayers::counted;  // embedding | layer | head
    CHECK(layers_of(stage_layers(layout)) == Numbers{0, 1, 0});
    layout = layout_of(4, 1);
    layout.pipeline.ends = EndLayers::counted;
    CHECK(layers_of(stage_layers(layout)) == Numbers{4});
    CHECK(divides_evenly(layout));
    layout = layout_of(8, 4);  // 10 units over 4: 3, 3, 2, 2, less one at either end
    layout.pipeline.ends = EndLayers::counted;
    CHECK(layers_of(stage_layers(layout)) == Numbers{2, 3, 2, 1});
}

TEST_CASE("a list says outright what each stage holds, whether the ends are counted or not") {
    Layout layout = layout_of(10, 4, 2);
    layout.pipeline.layers = {1, 4, 5, 0};
    CHECK(layers_of(stage_layers(layout)) == Numbers{1, 4, 5, 0});
    CHECK(layers_of(chunk_layers(layout)) == Numbers{1, 2, 3, 0, 0, 2, 2, 0});
    layout.pipeline.ends = EndLayers::counted;
    CHECK(layers_of(stage_layers(layout)) == Numbers{1, 4, 5, 0});
}

TEST_CASE("expert layers are those behind the first dense ones, in the order of passing") {
    Layout layout = layout_of(8, 2, 2);  // 0.0: layers 0-1, 1.0: 2-3, 0.1: 4-5, 1.1: 6-7
    layout.model.experts = Experts{};
    layout.model.experts->dense_layers = 3;
    const auto chunks = chunk_layers(layout);
    CHECK(chunks[0].expert_layers == 0);
    CHECK(chunks[1].expert_layers == 1);
    CHECK(chunks[2].expert_layers == 2);
    CHECK(chunks[3].expert_layers == 2);
    const auto stages = stage_layers(layout);
    CHECK(stages[0].expert_layers == 2);
    CHECK(stages[1].expert_layers == 3);
}

TEST_CASE("every layer stands somewhere, whatever the shape") {
    for (std::uint32_t layers = 1; layers <= 24; ++layers) {
        for (std::uint32_t stages = 1; stages <= layers; ++stages) {
            for (std::uint32_t chunks = 1; stages * chunks <= layers; ++chunks) {
                for (const auto ends : {EndLayers::not_counted, EndLayers::counted}) {
                    Layout layout = layout_of(layers, stages, chunks);
                    layout.pipeline.ends = ends;
                    layout.model.experts = Experts{};
                    layout.model.experts->dense_layers = 2;
                    std::uint32_t sum = 0;
                    std::uint32_t experts = 0;
                    for (const auto& stage : stage_layers(layout)) {
                        sum += stage.layers;
                        experts += stage.expert_layers;
                    }
                    REQUIRE(sum == layers);
                    REQUIRE(experts == layout.model.expert_layers());
                }
            }
        }
    }
}

}  // namespace
}  // namespace railyard
