#include "railyard/estimate/load_measured_step.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/base/error.hpp"
#include "railyard/estimate/load_runs.hpp"
#include "railyard/job/flops.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

// On 8 H100s 64 sequences of 2048 tokens, each with some 8.4e9 FLOPs: 1.1e15 a step in all.
std::string run_with(const std::string& figures, const std::string& gpu = "H100-80GB-SXM",
                     const std::string& precision = "bf16") {
    return "- id: mine\n"
           "  model: {layers: 24, hidden: 2048, ffn_hidden: 8192, heads: 16, vocab: 51200, seq_len: 2048}\n"
           "  gpu: " +
           gpu +
           "\n"
           "  tp: 1\n  pp: 1\n  dp: 8\n  global_batch: 64\n  precision: " +
           precision +
           "\n"
           "  measured: {" +
           figures + "}\n";
}

// What a file of one run is refused with; empty if it is not.
std::string refusal(const std::string& text) {
    test::TemporaryLibrary files;
    files.write("runs.yaml", text);
    try {
        (void)load_runs(files.library(), files.root() + "/runs.yaml");
    } catch (const InputError& error) {
        return error.problems().front().message;
    }
    return "";
}

Layout layout_of_run() {
    test::TemporaryLibrary files;
    files.write("runs.yaml", run_with("step_time_s: 1"));
    return std::get<PublishedRun>(load_runs(files.library(), files.root() + "/runs.yaml").at(0)).layout;
}

double step_at(double teraflops) {
    const Flops work = step_flops(layout_of_run(), AttentionCount::full, RecomputeCount::model);
    return (work / (teraflops_per_second(teraflops) * 8.0)).raw();
}

TEST_CASE("no run does more than its GPU can") {
    CHECK(refusal(run_with("tflops_per_gpu: 900")).empty());
    CHECK(refusal(run_with("tflops_per_gpu: 1100"))
              .find("is more than the 989 TFLOP/s that the GPU h100 can do") != std::string::npos);
    CHECK(refusal(run_with("tflops_per_gpu: 1100", "H100-80GB-SXM", "fp8")).empty());
    CHECK(refusal(run_with("step_time_s: " + std::to_string(step_at(400)))).empty());
    // The same step on GPUs of 312 TFLOP/s; attention counted half is still above that.
    const std::string wrong_gpu =
        refusal(run_with("step_time_s: " + std::to_string(step_at(400)), "A100-80GB-SXM"));
    CHECK(wrong_gpu.find("the step would do 1") == 0);
    CHECK(wrong_gpu.find("% of the 312 TFLOP/s that the GPU a100-80gb can do in bf16") != std::string::npos);
}

TEST_CASE("figures of one run agree, but for ways to count FLOPs") {
    const std::string step = "step_time_s: " + std::to_string(step_at(400));
    CHECK(refusal(run_with(step + ", tflops_per_gpu: 400")).empty());
    CHECK(refusal(run_with(step + ", tflops_per_gpu: 380")).empty());
    CHECK(refusal(run_with(step + ", tflops_per_gpu: 200")).find("tflops_per_gpu means steps of ") == 0);
    CHECK(refusal(run_with(step + ", mfu: 0.404")).empty());
    CHECK(refusal(run_with(step + ", mfu: 0.7")).find("mfu means steps of ") == 0);
    // 64 x 2048 tokens on 8 GPUs: 16384 of each.
    const double tokens = 16384 / step_at(400);
    CHECK(refusal(run_with(step + ", tokens_per_s_per_gpu: " + std::to_string(tokens))).empty());
    CHECK(refusal(run_with(step + ", tokens_per_s_per_gpu: " + std::to_string(2 * tokens)))
              .find("tokens_per_s_per_gpu means steps of ") == 0);
}

}  // namespace
}  // namespace railyard
