#include "railyard/job/load.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "railyard/job/order.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using test::load_layout_text;
using test::shipped_layout;

TEST_CASE("what a layout need not say") {
    const auto loaded = load_layout_text(
        "layout: small\nmodel: llama3-8b\nparallel: {dp: 8}\nbatch: {sequences: 64, length: 8192}\n");
    const Layout& layout = loaded.layout;
    CHECK(layout.name == "small");
    CHECK(layout.about == "");
    CHECK(layout.degrees.ranks() == 8);
    CHECK_FALSE(layout.degrees.has_experts());
    CHECK(to_text(layout.order) == "tp,cp,dp,pp");  // Megatron-LM's
    CHECK(layout.placement.policy == Policy::aligned);
    CHECK(to_text(layout.placement.keep) == "tp");
    CHECK(layout.placement.per_domain == 0);
    CHECK(layout.pipeline.schedule == PipelineSchedule::one_f_one_b);
    CHECK(layout.pipeline.chunks == 1);
    CHECK(layout.pipeline.ends == EndLayers::not_counted);
    CHECK(layout.pipeline.layers.empty());
    CHECK(layout.batch.micro == 1);
    CHECK(layout.precision == Precision::bf16);
    CHECK(layout.sharding.kind == ShardingKind::none);
    CHECK(layout.recompute == Recompute::none);
    CHECK(layout.saves == Saves::all);
    CHECK(layout.attention == Attention::flash);
    CHECK(layout.sequence_parallel == SequenceParallel::off);
    CHECK_FALSE(layout.published.has_value());
    CHECK(loaded.notes.empty());
}

TEST_CASE("every key is read") {
    const auto loaded = load_layout_text(R"(
layout: whole
about: one line
model: mixtral-8x7b
parallel: {tp: 2, cp: 2, pp: 4, dp: 8, ep: 4, etp: 2}
order: [tp, dp:2, cp, pp, dp]
placement: {policy: packed, keep: [tp, dp:2, ep], per_domain: 64}
pipeline: {schedule: interleaved, chunks: 2, count_embedding_and_head: true, layers: [7, 9, 9, 7]}
batch: {sequences: 256, micro: 4, length: 4096}
precision: fp8
sharding: {kind: zero-3, over: 8}
recompute: selective
saves: lean
attention: unfused
sequence_parallel: true
published: {tflops_per_gpu: 430, attention_flops: causal, step_seconds: 12.5 s, source: "a paper"}
expert_imbalance: 1.3
)");
    const Layout& layout = loaded.layout;
    CHECK(layout.about == "one line");
    CHECK(layout.model.name == "mixtral-8x7b");
    CHECK(layout.degrees.tp == 2);
    CHECK(layout.degrees.cp == 2);
    CHECK(layout.degrees.pp == 4);
    CHECK(layout.degrees.dp == 8);
    CHECK(layout.degrees.ep == 4);
    CHECK(layout.degrees.etp == 2);
    CHECK(layout.degrees.edp() == 4);
    CHECK(to_text(layout.order) == "tp,dp:2,cp,pp,dp");
    CHECK(layout.placement.policy == Policy::packed);
    CHECK(to_text(layout.placement.keep) == "tp,dp:2,ep");
    CHECK(layout.placement.per_domain == 64);
    CHECK(layout.pipeline.schedule == PipelineSchedule::interleaved);
    CHECK(layout.pipeline.chunks == 2);
    CHECK(layout.pipeline.ends == EndLayers::counted);
    CHECK(layout.pipeline.layers == std::vector<std::uint32_t>{7, 9, 9, 7});
    CHECK(layout.batch.sequences == 256);
    CHECK(layout.batch.micro == 4);
    CHECK(layout.batch.length == 4096);
    CHECK(layout.micro_batches() == 8);
    CHECK(layout.precision == Precision::fp8);
    CHECK(layout.sharding.kind == ShardingKind::zero_3);
    CHECK(layout.sharding.over == 8);
    CHECK(layout.recompute == Recompute::selective);
    CHECK(layout.saves == Saves::lean);
    CHECK(layout.attention == Attention::unfused);
    CHECK(layout.sequence_parallel == SequenceParallel::on);
    REQUIRE(layout.published.has_value());
    CHECK(layout.published->per_gpu == teraflops_per_second(430));
    CHECK(layout.published->step == seconds(12.5));
    CHECK(layout.published->attention_flops == AttentionCount::causal);
    CHECK(layout.published->source == "a paper");
    CHECK(layout.expert_imbalance == 1.3);
}

const std::string small = "layout: small\nmodel: llama3-8b\nbatch: {sequences: 64, length: 8192}\n";

TEST_CASE("short ways to write: one word for a list, one word for a section, chunks for a schedule") {
    const Layout layout = load_layout_text(small +
                                           "parallel: {dp: 8}\norder: dp\nplacement: {keep: dp}\n"
                                           "sharding: zero-1\npublished: {step_seconds: 2, source: x}\n")
                              .layout;
    CHECK(to_text(layout.order) == "dp");
    CHECK(to_text(layout.placement.keep) == "dp");
    CHECK(layout.sharding.kind == ShardingKind::zero_1);
    CHECK(layout.published->step == seconds(2));
    CHECK_FALSE(layout.published->per_gpu.has_value());
    CHECK(layout.published->attention_flops == AttentionCount::full);
    CHECK(layout.expert_imbalance == 0);
    const Layout chunked = load_layout_text(small + "parallel: {pp: 4}\npipeline: {chunks: 2}\n").layout;
    CHECK(chunked.pipeline.schedule == PipelineSchedule::interleaved);
    const Layout nothing_kept = load_layout_text(small + "parallel: {dp: 8}\nplacement: {keep: []}\n").layout;
    CHECK(nothing_kept.placement.keep.empty());
    const Layout both_ways =
        load_layout_text(small + "parallel: {pp: 4}\npipeline: {schedule: dualpipe}\n").layout;
    CHECK(both_ways.pipeline.chunks == 2);
}

TEST_CASE("what is legal but worth knowing, with its place") {
    const auto loaded = load_layout_text(small + "parallel: {pp: 5, dp: 2, ep: 2}\n");
    const std::vector<std::string> expected = {
        "test.yaml:4:30: the model has no experts: groups of ep and etp are counted, but carry nothing",
        "test.yaml:4:16: 32 layers do not divide by 5 stages: the first get one more; Megatron-LM would "
        "refuse",
    };
    CHECK(loaded.notes == expected);
}

TEST_CASE("a layout that stands on another: mappings key by key, all other values whole") {
    const auto loaded = load_layout_text(
        "layout: mine\nuse: llama3-405b-8k\nparallel: {dp: 32}\norder: [tp, dp, pp]\npipeline: {chunks: "
        "4}\n");
    const Layout& layout = loaded.layout;
    CHECK(layout.name == "mine");
    CHECK(layout.model.name == "llama3-405b");
    CHECK(layout.degrees.tp == 8);
    CHECK(layout.degrees.pp == 16);
    CHECK(layout.degrees.dp == 32);
    CHECK(to_text(layout.order) == "tp,dp,pp");
    CHECK(layout.pipeline.schedule == PipelineSchedule::interleaved);
    CHECK(layout.pipeline.chunks == 4);
    CHECK(layout.pipeline.ends == EndLayers::counted);
}

TEST_CASE("layouts that stand on each other in a circle, or on nothing") {
    const test::TemporaryLibrary files;
    files.write("layouts/a.yaml", "layout: a\nuse: b\n");
    files.write("layouts/b.yaml", "layout: b\nuse: a\n");
    files.write("layouts/c.yaml", "layout: c\nuse: llama3-405b-8q\n");
    const auto refusal = [&](const char* name) {
        try {
            (void)load_layout(files.library(), name);
        } catch (const InputError& error) {
            return files.without_root(error.what());
        }
        return std::string();
    };
    CHECK(refusal("a") ==
          "layouts/b.yaml:2:6: error: 'use: a' goes round in a circle\n"
          "    2 | use: a\n"
          "      |      ^\n"
          "  hint: a -> b -> a\n");
    CHECK(refusal("c") ==
          "layouts/c.yaml:2:6: error: there is no layout 'llama3-405b-8q'\n"
          "    2 | use: llama3-405b-8q\n"
          "      |      ^\n"
          "  hint: did you mean 'llama3-405b-8k'?\n");
    CHECK(refusal("megatron-1.8b") ==
          "error: there is no layout 'megatron-1.8b'\n  hint: did you mean 'megatron-1.7b'?\n");
    CHECK(refusal("nowhere/x.yaml") == "nowhere/x.yaml: error: cannot be read: no such file\n");
}

TEST_CASE("keys set from outside, as if the file had them") {
    const Layout layout = shipped_layout("llama3-405b-8k", {{"parallel.tp", "16"},
                                                            {"parallel.dp", "8"},
                                                            {"batch.sequences", "1024"},
                                                            {"batch.micro", "2"},
                                                            {"order", "tp,cp,dp:2,pp:4,pp,dp"},
                                                            {"placement.keep", "[tp, dp:2]"},
                                                            {"placement.per_domain", "64"},
                                                            {"placement.policy", "packed"},
                                                            {"model", "llama3-70b"},
                                                            {"pipeline.count_embedding_and_head", "false"},
                                                            {"pipeline.chunks", "5"},
                                                            {"precision", "fp8"}});
    CHECK(layout.degrees.tp == 16);
    CHECK(layout.degrees.pp == 16);
    CHECK(layout.degrees.dp == 8);
    CHECK(layout.micro_batches() == 64);
    CHECK(to_text(layout.order) == "tp,cp,dp:2,pp:4,pp,dp");
    CHECK(to_text(layout.placement.keep) == "tp,dp:2");
    CHECK(layout.placement.per_domain == 64);
    CHECK(layout.placement.policy == Policy::packed);
    CHECK(layout.model.name == "llama3-70b");
    CHECK(layout.pipeline.ends == EndLayers::not_counted);
    CHECK(layout.pipeline.chunks == 5);
    CHECK(layout.precision == Precision::fp8);
    // It is no longer the run that was measured.
    CHECK_FALSE(layout.published.has_value());
    CHECK(shipped_layout("llama3-405b-8k").published.has_value());
}

TEST_CASE("a key below a section that the file writes as one word") {
    CHECK(shipped_layout("llama3-405b-8k").sharding.kind == ShardingKind::zero_2);  // sharding: zero-2
    const Layout over = shipped_layout("llama3-405b-8k", {{"sharding.over", "8"}});
    CHECK(over.sharding.kind == ShardingKind::zero_2);
    CHECK(over.sharding.over == 8);
    // A new word for the section, before or after a key of it.
    for (const auto& changes : {test::Changes{{"sharding.over", "8"}, {"sharding", "zero-3"}},
                                test::Changes{{"sharding", "zero-3"}, {"sharding.over", "8"}}}) {
        CHECK(shipped_layout("llama3-405b-8k", changes).sharding.kind == ShardingKind::zero_3);
        CHECK(shipped_layout("llama3-405b-8k", changes).sharding.over == 8);
    }
    const Layout shallow = shipped_layout("megatron-1.7b", {{"model.layers", "12"}});
    CHECK(shallow.model.layers == 12);
    CHECK(shallow.model.hidden == 2304);
}

TEST_CASE("every shipped layout loads under its own name, with sources of what it claims") {
    const auto library = test::shipped_library();
    const auto names = library.names(input::Shelf::layouts);
    REQUIRE(names.size() >= 16);
    for (const auto& name : names) {
        CAPTURE(name);
        const auto loaded = load_layout(library, name);
        CHECK(loaded.layout.name == name);
        CHECK_FALSE(loaded.layout.about.empty());
        CHECK_FALSE(loaded.layout.model.about.empty());
        if (loaded.layout.published) CHECK_FALSE(loaded.layout.published->source.empty());
        // 61 layers over 16 stages: no shipped run but DeepSeek's is uneven.
        CHECK(loaded.notes.size() == (name == "deepseek-v3" ? 1 : 0));
    }
}

TEST_CASE("shipped layouts have the GPUs and micro-batches of their runs") {
    struct Row {
        const char* name;
        std::uint32_t gpus, micro_batches;
    };
    // Narayanan et al. 2021, Table 1: batch / (dp x micro); Llama 3, Table 4: 16M tokens a step;
    // DeepSeek-V3: 15,360 sequences over 128 replicas; GPT-3 as design.md section 4 names it.
    const std::vector<Row> table = {
        {"megatron-1.7b", 32, 512 / (32 * 16)},
        {"megatron-3.6b", 64, 512 / (32 * 16)},
        {"megatron-7.5b", 128, 512 / (32 * 16)},
        {"megatron-18.4b", 256, 1024 / (32 * 8)},
        {"megatron-39.1b", 512, 1536 / (32 * 4)},
        {"megatron-76.1b", 1024, 1792 / (32 * 2)},
        {"megatron-145.6b", 1536, 2304 / (24 * 2)},
        {"megatron-310.1b", 1920, 2160 / 15},
        {"megatron-529.6b", 2520, 2520 / 9},
        {"megatron-1008b", 3072, 3072 / 6},
        {"llama3-405b-8k", 8192, 32},
        {"llama3-405b-8k-16k-gpus", 16384, 16},
        {"llama3-405b-128k", 16384, 16},
        {"deepseek-v3", 2048, 120},
        {"gpt3-175b-64", 64, 64},
        {"gpt3-175b-1024", 1024, 96},
    };
    for (const Row& row : table) {
        CAPTURE(std::string(row.name));
        const Layout layout = shipped_layout(row.name);
        CHECK(layout.degrees.ranks() == row.gpus);
        CHECK(layout.micro_batches() == row.micro_batches);
    }
    // 16M tokens (16,777,216) are 2,048 sequences of 8K and 128 of 128K.
    for (const char* name : {"llama3-405b-8k", "llama3-405b-8k-16k-gpus", "llama3-405b-128k"}) {
        const Batch batch = shipped_layout(name).batch;
        CHECK(std::uint64_t{batch.sequences} * batch.length == 16'777'216);
    }
}

TEST_CASE("micro-batches, chunks and orders of design.md section 4") {
    struct Row {
        const char* name;
        std::uint32_t micro, chunks;
    };
    const std::vector<Row> table = {{"megatron-1.7b", 16, 1},  {"megatron-3.6b", 16, 1},
                                    {"megatron-7.5b", 16, 1},  {"megatron-18.4b", 8, 1},
                                    {"megatron-39.1b", 4, 1},  {"megatron-76.1b", 2, 3},
                                    {"megatron-145.6b", 2, 2}, {"megatron-310.1b", 1, 2},
                                    {"megatron-529.6b", 1, 3}, {"megatron-1008b", 1, 1}};
    for (const Row& row : table) {
        CAPTURE(std::string(row.name));
        const Layout layout = shipped_layout(row.name);
        CHECK(layout.batch.micro == row.micro);
        CHECK(layout.pipeline.chunks == row.chunks);
        CHECK(to_text(layout.order) == "tp,cp,dp,pp");
    }
    CHECK(to_text(shipped_layout("llama3-405b-8k").order) == "tp,cp,pp,dp");
    CHECK(to_text(shipped_layout("llama3-405b-128k").order) == "tp,cp,pp,dp");
    CHECK(to_text(shipped_layout("deepseek-v3").order) == "tp,cp,dp,pp");
}

}  // namespace
}  // namespace railyard
