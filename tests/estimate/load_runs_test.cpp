#include "railyard/estimate/load_runs.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include "railyard/base/error.hpp"
#include "railyard/estimate/load_calibration.hpp"
#include "railyard/estimate/load_constants.hpp"
#include "railyard/job/flops.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using doctest::Approx;

// A whole run; tests replace lines of it.
const std::string good = R"(- id: mine
  source: {title: Somebody 2025}
  model: {name: GPT, layers: 24, hidden: 2048, ffn_hidden: 8192, heads: 16, vocab: 51200, seq_len: 2048, gated_mlp: false}
  gpu: A100-80GB-SXM
  tp: 4
  pp: 2
  dp: 2
  micro_batch: 2
  global_batch: 64
  precision: bf16
  recompute: null
  measured: {step_time_s: 3.5}
)";

std::string with(std::string text, const std::string& line, const std::string& instead) {
    const std::size_t at = text.find(line);
    REQUIRE(at != std::string::npos);
    return text.replace(at, line.size(), instead);
}

std::vector<RunOrSkip> runs_of(const std::string& text) {
    test::TemporaryLibrary files;
    files.write("runs.yaml", text);
    return load_runs(files.library(), files.root() + "/runs.yaml");
}

PublishedRun run_of(const std::string& text) {
    const auto runs = runs_of(text);
    REQUIRE(runs.size() == 1);
    if (const auto* skipped = std::get_if<SkippedRun>(&runs[0])) FAIL(skipped->why);
    return std::get<PublishedRun>(runs[0]);
}

// Why the run is skipped; empty if it is not.
std::string skipped(const std::string& line, const std::string& instead) {
    const auto runs = runs_of(with(good, line, instead));
    REQUIRE(runs.size() == 1);
    const auto* skip = std::get_if<SkippedRun>(&runs[0]);
    return skip == nullptr ? "" : skip->why;
}

std::string refusal(const std::string& text) {
    test::TemporaryLibrary files;
    files.write("runs.yaml", text);
    return files.without_root(
        test::refusal_of([&] { (void)load_runs(files.library(), files.root() + "/runs.yaml"); }));
}

TEST_CASE("a run: model, degrees, batch, machine and what was measured") {
    const PublishedRun run = run_of(good);
    CHECK(run.id == "mine");
    CHECK(run.source == "Somebody 2025");
    CHECK(run.topology.name() == "hgx-a100");
    CHECK(run.layout.degrees.tp == 4);
    CHECK(run.layout.degrees.cp == 1);
    CHECK(run.layout.degrees.ranks() == 16);
    CHECK(run.layout.batch.sequences == 64);
    CHECK(run.layout.batch.micro == 2);
    CHECK(run.layout.batch.length == 2048);
    CHECK(run.layout.model.head_dim == 128);  // hidden / heads
    CHECK(run.layout.model.kv_heads == 16);
    CHECK(run.layout.model.embedding == EmbeddingKind::tied);
    CHECK(run.layout.recompute == Recompute::none);
    CHECK(run.measured == seconds(3.5));
}

TEST_CASE("words of the format: precision, recomputation, sharding, machine") {
    CHECK(run_of(with(good, "bf16", "FP8-CS")).layout.precision == Precision::fp8);
    CHECK(run_of(with(good, "bf16", "NVFP4")).layout.precision == Precision::fp4);
    CHECK(run_of(with(good, "bf16", "fp16")).layout.precision == Precision::fp16);
    CHECK(run_of(with(good, "bf16", "null")).layout.precision == Precision::bf16);
    CHECK(run_of(with(good, "recompute: null", "recompute: full")).layout.recompute == Recompute::full);
    CHECK(run_of(with(good, "recompute: null", "recompute: 'selective (norms)'")).layout.recompute ==
          Recompute::selective);
    const auto sharding = [](const std::string& word) {
        return run_of(good + "  zero: '" + word + "'\n").layout.sharding.kind;
    };
    CHECK(sharding("none (plain DP)") == ShardingKind::none);
    CHECK(sharding("ZeRO-0") == ShardingKind::none);
    CHECK(sharding("distributed optimizer (ZeRO-1)") == ShardingKind::zero_1);
    CHECK(sharding("FSDP PURE (ZeRO-2)") == ShardingKind::zero_2);
    CHECK(sharding("ZeRO-3 (DeepSpeed)") == ShardingKind::zero_3);
    CHECK(sharding("FSDP (Megatron-FSDP)") == ShardingKind::zero_3);
    CHECK(run_of(with(good, "A100-80GB-SXM", "GB200-NVL72 (DGX GB200)")).topology.name() == "gb200-nvl72");
    CHECK(run_of(with(good, "A100-80GB-SXM", "B200-SXM")).topology.name() == "hgx-b200");
    const Topology small = run_of(with(good, "A100-80GB-SXM", "A100-40GB-SXM")).topology;
    CHECK(small.name() == "hgx-a100");
    CHECK(small.kinds().front().gpu.name == "a100-40gb");
    // As the constants were fitted.
    const std::string published = with(good, "A100-80GB-SXM", "A100-40GB-SXM") + "  provenance: source\n";
    CHECK(run_of(published).topology.kinds().front().gpu.name == "a100-80gb");
    CHECK(run_of(good).topology.kinds().front().gpu.name == "a100-80gb");
    CHECK(run_of(with(good, "{title: Somebody 2025}", "Somebody else")).source == "Somebody else");
    CHECK(run_of(with(good, "{title: Somebody 2025}", "null")).source == "unnamed");
}

TEST_CASE("a run names its machine: shipped, or a file beside its own") {
    CHECK(run_of(with(good, "gpu: A100-80GB-SXM", "on: azure-nd-a100-v4")).topology.name() ==
          "azure-nd-a100-v4");
    CHECK(run_of(with(good, "gpu: A100-80GB-SXM", "gpu: H100\n  on: hgx-h100")).topology.name() ==
          "hgx-h100");
    CHECK(run_of(with(good, "gpu: A100-80GB-SXM", "gpu: A100-PCIe\n  on: pcie-only")).topology.name() ==
          "pcie-only");
    CHECK(refusal(with(good, "gpu: A100-80GB-SXM", "gpu: H100\n  on: hgx-h200"))
              .find("runs.yaml:4:8: 'hgx-h200' has no GPU 'H100' | its GPU is h200") == 0);
    CHECK(refusal(with(good, "gpu: A100-80GB-SXM", "on: hgx-a10")).find("runs.yaml:4:7: ") == 0);
    test::TemporaryLibrary files;
    files.write("mine.yaml",
                "topology: mine\ndomains: [{use: hgx-a100, count: 4}]\n"
                "network: {tiers: [{name: leaf, latency: 1 us}]}\n");
    files.write("runs.yaml", with(good, "gpu: A100-80GB-SXM", "on: mine"));
    const auto runs = load_runs(files.library(), files.root() + "/runs.yaml");
    CHECK(std::get<PublishedRun>(runs.at(0)).topology.name() == "mine");
}

TEST_CASE("an own run says of its model and shards what layouts say") {
    const Layout layout = run_of(with(good, "gated_mlp: false}",
                                      "gated_mlp: true, tied_embeddings: true, extra_prediction_layers: 2}") +
                                 "  zero: ZeRO-3\n  shard_over: 2\n  software: fsdp\n")
                              .layout;
    CHECK(layout.model.embedding == EmbeddingKind::tied);
    CHECK(layout.model.extra_prediction_layers == 2);
    CHECK(layout.sharding.over == 2);
    CHECK(layout.software == Software::fsdp);
    CHECK(run_of(good).origin == RunOrigin::own);
    CHECK(run_of(good + "  provenance: source\n").origin == RunOrigin::published);
}

TEST_CASE("the shipped runs say their software, so that no title is read for it") {
    const std::string root = std::string(RAILYARD_SOURCE_DIR) + "/";
    for (const RunOrSkip& item : load_runs(test::shipped_library(), root + shipped_runs_file))
        if (const auto* run = std::get_if<PublishedRun>(&item)) CHECK(run->origin == RunOrigin::published);
    std::ifstream file(root + shipped_runs_file);
    std::size_t rows = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.find("- {id:") != 0) continue;
        ++rows;
        CHECK_MESSAGE(line.find(", software: ") != std::string::npos, line.substr(0, 60));
    }
    CHECK(rows > 200);
}

TEST_CASE("experts and latent attention") {
    const PublishedRun run = run_of(
        with(good, "gated_mlp: false}",
             "gated_mlp: true, kv_heads: 4, head_dim: 64, experts: 16, top_k: 2, moe_ffn_hidden: 1024, "
             "shared_experts: 1, extra: 'MLA: q_lora 1536, kv_lora 512, qk_nope 128, qk_rope 64, v_head 128; "
             "first 3 dense'}"));
    const Model& model = run.layout.model;
    REQUIRE(model.experts);
    CHECK(model.experts->count == 16);
    CHECK(model.experts->top_k == 2);
    CHECK(model.experts->shared == 1);
    CHECK(model.experts->dense_layers == 3);
    REQUIRE(model.latent_attention);
    CHECK(model.latent_attention->query_rank == 1536);
    CHECK(model.latent_attention->rope_dim == 64);
    CHECK(model.mlp == MlpKind::gated);
    CHECK(model.embedding == EmbeddingKind::separate);
    CHECK(model.kv_heads == 4);
    CHECK(model.head_dim == 64);
}

TEST_CASE("what was measured: a step first, then tokens per second, TFLOP/s, MFU") {
    const auto measured = [](const std::string& instead) {
        return run_of(with(good, "measured: {step_time_s: 3.5}", instead)).measured.raw();
    };
    // 64 x 2048 tokens on 16 GPUs: 8192 each.
    CHECK(measured("measured: {tokens_per_s_per_gpu: 4096}") == Approx(2));
    CHECK(measured("measured: {tflops_per_gpu: 5}\n  derived: {step_time_s: 7}") == 7);
    CHECK(measured("measured: {tokens_per_s_per_gpu: 4096}\n  derived: {step_time_s: 7}") == 7);
    CHECK(measured("measured: {mfu: 0.4}\n  derived: {tokens_per_s_per_gpu: 4096}") == Approx(2));
    const Layout layout = run_of(good).layout;
    const double model = step_flops(layout, AttentionCount::full, RecomputeCount::model).raw();
    CHECK(measured("measured: {mfu: 0.4}") == Approx(model / (0.4 * 312e12 * 16)));
}

TEST_CASE(
    "TFLOP/s by their convention: attention halved where it says causal, recomputation where it is counted") {
    Layout layout = run_of(with(good, "recompute: null", "recompute: full")).layout;
    const auto measured = [](const std::string& convention) {
        std::string text = with(good, "recompute: null", "recompute: full");
        text = with(text, "measured: {step_time_s: 3.5}", "measured: {tflops_per_gpu: 100}");
        return run_of(text + "  flop_convention: '" + convention + "'\n").measured;
    };
    const auto step = [&](AttentionCount attention, RecomputeCount recompute) {
        return step_flops(layout, attention, recompute) / (teraflops_per_second(100) * 16.0);
    };
    // The words of runs/published_runs.yaml.
    CHECK(measured("Eq.3 (counts full recompute, non-causal attention)") ==
          step(AttentionCount::full, RecomputeCount::hardware));
    CHECK(measured("hardware FLOPs incl. recompute (126 vs ...)") ==
          step(AttentionCount::full, RecomputeCount::hardware));
    CHECK(measured("model FLOPs, no recompute, FULL non-causal attention") ==
          step(AttentionCount::full, RecomputeCount::model));
    CHECK(measured("Megatron-core (causal halved)") == step(AttentionCount::causal, RecomputeCount::model));
    CHECK(measured("model FLOPs, no recompute, CAUSAL attention halved") ==
          step(AttentionCount::causal, RecomputeCount::model));
    CHECK(measured("not stated") == step(AttentionCount::full, RecomputeCount::model));
}

TEST_CASE("a run that lacks a value is skipped, with the reason") {
    CHECK(skipped("tp: 4", "tp: null") == "tp is missing");
    CHECK(skipped("  pp: 2\n", "") == "pp is missing");
    CHECK(skipped("layers: 24, ", "") == "layers is missing");
    CHECK(skipped("seq_len: 2048, ", "") == "seq_len is missing");
    CHECK(skipped("gpu: A100-80GB-SXM", "gpu: null") == "gpu is missing (or 'on: a topology')");
    CHECK(skipped("A100-80GB-SXM", "TPU v5p") ==
          "no domain is known for the GPU 'TPU v5p'; say 'on: a topology or domain'");
    CHECK(skipped("measured: {step_time_s: 3.5}", "measured: null") ==
          "neither a step time, nor tokens per second, nor TFLOP/s, nor MFU were measured");
    CHECK(skipped("gated_mlp: false}", "experts: 8}") == "top_k is missing");
    CHECK(skipped("gated_mlp: false}", "experts: 2, top_k: 4, moe_ffn_hidden: 9}") ==
          "top_k is more than there are experts");
    CHECK(skipped("micro_batch: 2", "micro_batch: null").empty());
}

TEST_CASE("a value that cannot be is an error with its place") {
    const auto complaint = [](const std::string& line, const std::string& instead) {
        return refusal(with(good, line, instead));
    };
    CHECK(complaint("tp: 4", "tp: 2.5").find("runs.yaml:5:7: tp should be a whole number from 1 on") == 0);
    CHECK(complaint("dp: 2", "dp: 0").find("runs.yaml:7:7: dp should be") == 0);
    CHECK(complaint("dp: 2", "dp: 2\n  cp: 0").find("runs.yaml:8:7: cp should be") == 0);
    CHECK(complaint("micro_batch: 2", "micro_batch: 0").find("runs.yaml:8:16: micro_batch should be") == 0);
    CHECK(complaint("layers: 24", "layers: 0").find("layers should be a whole number from 1 on") !=
          std::string::npos);
    CHECK(complaint("step_time_s: 3.5", "step_time_s: fast").find("should be a number above 0") !=
          std::string::npos);
    CHECK(complaint("A100-80GB-SXM", "H100x") ==
          "runs.yaml:4:8: there is no GPU 'H100x' | did you mean 'H100'?\n");
    CHECK(complaint("micro_batch: 2", "micro_batchs: 2").find("did you mean 'micro_batch'?") !=
          std::string::npos);
    CHECK(refusal("collectives: []\n").find("railyard calibrate --collectives FILE") != std::string::npos);
}

TEST_CASE("sizes that do not divide, or cannot be, are a reason too") {
    CHECK(skipped("global_batch: 64", "global_batch: 65") ==
          "65 sequences are not divisible by dp x micro = 2 x 2 = 4");
    CHECK(skipped("pp: 2", "pp: 48") == "48 stages are more than the 24 layers of the model");
    CHECK(skipped("dp: 2", "dp: 2\n  ep: 3") ==
          "16 ranks are not divisible by etp x ep x pp = 1 x 3 x 2 = 6");
    // 2^16 x 2^16 ranks would wrap around to none.
    const std::string huge = with(with(good, "tp: 4", "tp: 65536"), "dp: 2", "dp: 65536");
    CHECK(std::get<SkippedRun>(runs_of(huge).at(0)).why ==
          "tp x cp x pp x dp are more ranks than can be placed");
}

TEST_CASE("control characters of ids and sources do not reach a terminal") {
    const auto runs = runs_of(with(good, "id: mine", R"(id: "\e[31mred")"));
    CHECK(std::get<PublishedRun>(runs.at(0)).id == "?[31mred");
}

TEST_CASE("a file that is not a list of runs is refused with the place") {
    CHECK(refusal("runs: []\n") ==
          "runs.yaml:1:1: a file of runs is a list, not a mapping | each run starts with '- id: ...'\n");
    CHECK(refusal(good + "- {name: none}\n- 7\n- id: ''\n") ==
          "runs.yaml:13:3: a run needs an 'id' | - id: my-run-1\n"
          "runs.yaml:14:3: a run needs an 'id' | - id: my-run-1\n"
          "runs.yaml:15:3: a run needs an 'id' | - id: my-run-1\n");
    CHECK(refusal("- id: [\n").find("runs.yaml:") == 0);
    CHECK(refusal("").find("runs.yaml:") == 0);
    CHECK(test::refusal_of([] {
              (void)load_runs(test::shipped_library(), "no-such-file.yaml");
          }).find("no-such-file.yaml") == 0);
}

TEST_CASE("an id twice is refused: the run would count twice") {
    CHECK(
        refusal(good + good) ==
        "runs.yaml:13:7: the run 'mine' stands here twice | its first place is line 1; a run measured twice "
        "needs two ids\n");
}

TEST_CASE("the thirteen shipped runs, ten of Narayanan et al. and three of Llama 3") {
    const auto runs = shipped_runs(test::shipped_library());
    REQUIRE(runs.size() == 13);
    for (const auto& item : runs) {
        REQUIRE(std::holds_alternative<PublishedRun>(item));
        const auto& run = std::get<PublishedRun>(item);
        const bool llama = run.id.find("llama3") == 0;
        CHECK(run.source == (llama ? "Grattafiori et al. 2024, Table 4" : "Narayanan et al. 2021, Table 1"));
        CHECK(run.topology.name() == (llama ? "hgx-h100" : "hgx-a100"));
        CHECK(run.topology.network().tiers.size() == 1);
        CHECK(run.measured.raw() > 0);
    }
}

// Not part of the repository, so it may not be there.
TEST_CASE("most of 213 published runs can be predicted (shared/runs)" *
          doctest::skip(!std::filesystem::exists(RAILYARD_SOURCE_DIR
                                                 "/../shared/runs/published_runs.yaml"))) {
    const auto library = test::shipped_library();
    const auto runs = load_runs(library, RAILYARD_SOURCE_DIR "/../shared/runs/published_runs.yaml");
    CHECK(runs.size() == 213);
    const ReferenceCalibration calibration = calibrate_reference(library);
    const Validation validation = validate_reference(runs, calibration.eta, calibration.row);
    CHECK(validation.rows.size() >= 170);
    CHECK(validation.rows.size() + validation.skipped.size() == 213);
    for (const ValidationRow& row : validation.rows) {
        CAPTURE(row.id);
        CHECK(row.predicted.raw() > 0);
        CHECK(row.predicted.raw() < 1e4);
        // Rows of the same runs that are shipped come out alike but for the digits that were published.
        if (row.id == "narayanan2021-t1-18.4b") CHECK(row.predicted.raw() == Approx(10.614).epsilon(1e-4));
    }
    for (const SkippedRun& run : validation.skipped) CHECK_FALSE(run.why.empty());
}

}  // namespace
}  // namespace railyard
