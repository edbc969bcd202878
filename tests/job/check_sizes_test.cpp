#include "railyard/job/check_sizes.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

namespace railyard {
namespace {

// A job that nothing is wrong with: 8 x 2 x 4 x 16 ranks, 3 layers on each of 4 stages.
Layout sound() {
    Layout layout;
    layout.model.layers = 12;
    layout.model.heads = 32;
    layout.degrees = {8, 2, 4, 16, 1, 1};
    layout.batch = {128, 2, 4096};
    return layout;
}

Layout with_experts() {
    Layout layout = sound();
    layout.model.experts = Experts{};
    layout.model.experts->count = 64;
    layout.degrees.ep = 32;
    return layout;
}

// "error batch.sequences: message | hint", one line each.
std::string said(const Layout& layout) {
    std::string text;
    for (const SizeProblem& found : check_sizes(layout)) {
        text += found.severity == SizeSeverity::error ? "error " : "note ";
        text += found.section + "." + found.key + ": " + found.message;
        text += (found.hint.empty() ? "" : " | " + found.hint) + "\n";
    }
    return text;
}

TEST_CASE("nothing to say of a sound job") {
    CHECK(said(sound()) == "");
    CHECK(said(with_experts()) == "");
}

struct Row {
    const char* name;
    std::function<void(Layout&)> change;
    const char* said;
};

void check(const std::vector<Row>& table, Layout (*base)()) {
    for (const Row& row : table) {
        CAPTURE(std::string(row.name));
        Layout layout = base();
        row.change(layout);
        CHECK(said(layout) == row.said);
    }
}

TEST_CASE("batches that do not divide") {
    const std::vector<Row> table = {
        // User ask D5: global batch 192 with 128 replicas.
        {"sequences by dp x micro",
         [](Layout& l) {
             l.degrees.dp = 128;
             l.batch = {192, 1, 4096};
         },
         "error batch.sequences: 192 sequences are not divisible by dp x micro = 128 x 1 = 128 | the global "
         "batch is a whole number of micro-batches for every data-parallel replica\n"},
        {"fewer sequences than replicas", [](Layout& l) { l.batch.sequences = 16; },
         "error batch.sequences: 16 sequences are not divisible by dp x micro = 16 x 2 = 32 | the global "
         "batch is a whole number of micro-batches for every data-parallel replica\n"},
        {"dp x micro beyond 32 bits",
         [](Layout& l) {
             l.degrees.dp = 65536;
             l.batch.micro = 65536;
             l.pipeline = {PipelineSchedule::interleaved, 3, EndLayers::not_counted, {}};
         },
         "error batch.sequences: 128 sequences are not divisible by dp x micro = 65536 x 65536 = 4294967296 "
         "| the global batch is a whole number of micro-batches for every data-parallel replica\n"},
        {"length by cp", [](Layout& l) { l.batch.length = 4095; },
         "error batch.length: a sequence of 4095 tokens cannot be cut in cp = 2 equal parts\n"},
        {"length by 2 cp", [](Layout& l) { l.batch.length = 4094; },
         "note batch.length: Megatron-LM wants sequences that 2 x cp = 4 divides\n"},
        {"micro-batches by pp, interleaved",
         [](Layout& l) {
             l.batch.sequences = 96;  // 96 / (16 x 2) = 3
             l.pipeline = {PipelineSchedule::interleaved, 3, EndLayers::not_counted, {}};
         },
         "note batch.sequences: 3 micro-batches are not a multiple of pp = 4: Megatron-LM's interleaved "
         "schedule would refuse\n"},
        {"one micro-batch, interleaved",
         [](Layout& l) {
             l.batch.sequences = 32;  // 32 / (16 x 2) = 1
             l.pipeline = {PipelineSchedule::interleaved, 3, EndLayers::not_counted, {}};
         },
         "note batch.sequences: 1 micro-batch is not a multiple of pp = 4: Megatron-LM's interleaved "
         "schedule would refuse\n"},
    };
    check(table, sound);
}

TEST_CASE("layers that do not divide, or are not the model's") {
    const std::vector<Row> table = {
        {"more layers on the first stages", [](Layout& l) { l.model.layers = 14; },
         "note parallel.pp: 14 layers do not divide by 4 stages: the first get one more; Megatron-LM would "
         "refuse\n"},
        {"more layers in the first chunks",
         [](Layout& l) {
             l.pipeline = {PipelineSchedule::interleaved, 2, EndLayers::not_counted, {}};
         },
         "note parallel.pp: 12 layers do not divide by 8 chunks: the first get one more; Megatron-LM would "
         "refuse\n"},
        {"ends counted: 14 over 4", [](Layout& l) { l.pipeline.ends = EndLayers::counted; },
         "note parallel.pp: 12 layers (14 with embedding and head) do not divide by 4 stages: the first get "
         "one more; Megatron-LM would refuse\n"},
        {"ends counted: 1 + 2 on 4 stages",
         [](Layout& l) {
             l.model.layers = 1;
             l.pipeline.ends = EndLayers::counted;
         },
         "error parallel.pp: 4 stages are more than the 1 layer of the model (3 with embedding and head) | "
         "fewer stages\n"},
        {"more stages than layers", [](Layout& l) { l.model.layers = 3; },
         "error parallel.pp: 4 stages are more than the 3 layers of the model | fewer stages\n"},
        {"more chunks than layers",
         [](Layout& l) {
             l.pipeline = {PipelineSchedule::interleaved, 4, EndLayers::not_counted, {}};
         },
         "error parallel.pp: 4 stages of 4 chunks are more than the 12 layers of the model | fewer stages or "
         "chunks\n"},
        {"a list for too few stages",
         [](Layout& l) {
             l.pipeline.layers = {6, 6};
         },
         "error pipeline.layers: the list has 2 numbers for pp = 4 stages\n"},
        {"a list of too many layers",
         [](Layout& l) {
             l.pipeline.layers = {3, 3, 3, 4};
         },
         "error pipeline.layers: the stages hold 13 layers, the model has 12\n"},
        {"a list whose sum is beyond 32 bits",
         [](Layout& l) {
             l.pipeline.layers = {4294967295U, 13, 0, 0};
         },
         "error pipeline.layers: the stages hold 4294967308 layers, the model has 12\n"},
        {"a list that is right, though uneven",
         [](Layout& l) {
             l.pipeline.layers = {2, 3, 3, 4};
         },
         ""},
    };
    check(table, sound);
}

TEST_CASE("heads and shards") {
    const std::vector<Row> table = {
        {"heads by tp", [](Layout& l) { l.model.heads = 36; },
         "note parallel.tp: 36 attention heads are not divisible by tp = 8: Megatron-LM would refuse\n"},
        {"shards by replicas",
         [](Layout& l) {
             l.sharding = {ShardingKind::zero_3, 24};
         },
         "error sharding.over: groups of 24 do not divide dp x cp = 32 ranks\n"},
        {"shards that divide",
         [](Layout& l) {
             l.sharding = {ShardingKind::zero_3, 8};
         },
         ""},
    };
    check(table, sound);
}

TEST_CASE("experts that cannot be cut so") {
    const std::vector<Row> table = {
        // User ask D3: Qwen3-235B on 64 GPUs with pp 8, etp 1, ep 32 needs 256 ranks.
        {"ranks by etp x ep x pp",
         [](Layout& l) {
             l.degrees = {1, 1, 8, 8, 32, 1};
             l.model.layers = 16;
             l.batch = {64, 1, 4096};
         },
         "error parallel.ep: 64 ranks are not divisible by etp x ep x pp = 1 x 32 x 8 = 256 | experts cut "
         "the "
         "8 ranks of a stage: etp x ep must divide tp x cp x dp\n"},
        {"ranks by etp alone",
         [](Layout& l) {
             l.degrees.ep = 1;
             l.degrees.etp = 7;
         },
         "error parallel.etp: 1024 ranks are not divisible by etp x ep x pp = 7 x 1 x 4 = 28 | experts cut "
         "the 256 ranks of a stage: etp x ep must divide tp x cp x dp\n"},
        {"experts by ep", [](Layout& l) { l.model.experts->count = 60; },
         "error parallel.ep: 60 experts cannot be dealt out evenly to ep = 32\n"},
        {"fewer experts than ep", [](Layout& l) { l.model.experts->count = 16; },
         "error parallel.ep: 16 experts cannot be dealt out evenly to ep = 32\n"},
        {"no experts at all", [](Layout& l) { l.model.experts.reset(); },
         "note parallel.ep: the model has no experts: groups of ep and etp are counted, but carry nothing\n"},
    };
    check(table, with_experts);
}

TEST_CASE("expert degrees stand before everything else, and nothing hides another mistake") {
    Layout layout = with_experts();
    layout.degrees.ep = 96;  // 256 ranks of a stage
    layout.batch.sequences = 33;
    const auto found = check_sizes(layout);
    REQUIRE(found.size() == 3);
    CHECK(found[0].message == "1024 ranks are not divisible by etp x ep x pp = 1 x 96 x 4 = 384");
    CHECK(found[1].message == "64 experts cannot be dealt out evenly to ep = 96");
    CHECK(found[2].message == "33 sequences are not divisible by dp x micro = 16 x 2 = 32");
}

}  // namespace
}  // namespace railyard
