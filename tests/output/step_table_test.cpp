#include <doctest/doctest.h>

#include <string>

#include "railyard/output/step_report.hpp"
#include "tests/support/one_line.hpp"
#include "tests/support/reports.hpp"

namespace railyard::output {
namespace {

using test::Placed;

bool says(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

// A step whose numbers can be checked by eye.
StepReport report() {
    StepReport report;
    report.estimate.step = {seconds(6), seconds(2), {}, {}, seconds(0.5), seconds(0.5), seconds(1)};
    report.estimate.efficiency = 0.47331;
    report.estimate.rates.gpu = "a100-80gb";
    report.estimate.rates.peak = teraflops_per_second(312);
    report.estimate.rates.counted_precision = Precision::fp16;
    report.fitted_on = "megatron-1.7b on hgx-a100";
    return report;
}

TEST_CASE("the whole table of a step of 10 s") {
    const Layout layout = test::shipped_layout("megatron-18.4b");
    // On 256 GPUs in 10 s: Narayanan et al. 2021, eq. 3, 3.2484e17 FLOPs are 126.9 TFLOP/s; without what is
    // recomputed, 72 B s l h^2 (1 + s/6h + V/12lh) = 2.4462e17 are 95.6, an MFU of 30.6 %; causal, less 6 l h
    // s for each of 2,097,152 tokens, 93.1. 819.2 tokens/s; 1e12 / 819.2 / 3600 GPU-hours. Published: 135
    // TFLOP/s, which is 9.399 s.
    CHECK(step_table(layout, report()) ==
          "step 10.000 s (reference model; eta 0.4733, fitted on megatron-1.7b on hgx-a100)\n"
          "  compute     6 s  60.0 %\n"
          "  tp          2 s  20.0 %\n"
          "  pp       500 ms   5.0 %\n"
          "  dp       500 ms   5.0 %\n"
          "  bubble      1 s  10.0 %\n"
          "95.6 TFLOP/s per GPU of model FLOPs (attention in full; 93.1 TFLOP/s causal), 127 TFLOP/s with "
          "what\n"
          "  is recomputed\n"
          "MFU 30.6 % of 312 TFLOP/s (fp16); 819 tokens/s per GPU; 339,084 GPU-hours for 1e12 tokens\n"
          "published: 9.399 s (Narayanan et al. 2021, Table 1, row 4); the estimate's throughput is 6.0 % "
          "lower\n");
}

TEST_CASE("what is recomputed is worth a word only where something is") {
    Layout layout = test::shipped_layout("megatron-18.4b");
    layout.recompute = Recompute::none;
    CHECK_FALSE(says(step_table(layout, report()), "recomputed"));
}

TEST_CASE("a published figure of another GPU, or of none, is not compared with") {
    Layout layout = test::shipped_layout("megatron-18.4b");
    StepReport other = report();
    other.estimate.rates.gpu = "h100";
    CHECK_FALSE(says(step_table(layout, other), "published"));
    CHECK_FALSE(error_percent(layout, other.estimate));
    layout.published.reset();
    CHECK_FALSE(says(step_table(layout, report()), "published"));
}

TEST_CASE("the error is of throughput: negative when the estimate is too slow") {
    Layout layout = test::shipped_layout("megatron-18.4b");
    layout.published->per_gpu.reset();
    layout.published->step = seconds(8);
    CHECK(*error_percent(layout, report().estimate) == doctest::Approx(-20));
    layout.published->step = seconds(12);
    CHECK(*error_percent(layout, report().estimate) == doctest::Approx(20));
    CHECK(says(test::one_line(step_table(layout, report())), "throughput is 20.0 % higher"));
}

TEST_CASE("FLOPs of causal attention are a shorter step, but to the reference model") {
    const Layout layout = test::shipped_layout("llama3-405b-8k");
    StepReport causal = report();
    causal.estimate.rates.gpu = "h100";
    causal.estimate.model = CostModel::calibrated;
    // 430 TFLOP/s on 8,192 GPUs: 4.2556e19 FLOPs with half of attention's, 4.4259e19 with all of them.
    CHECK(compared_step(layout, causal.estimate)->raw() == doctest::Approx(12.081).epsilon(1e-3));
    CHECK(says(test::one_line(step_table(layout, causal)), "row 1; FLOPs of causal attention)"));
    causal.estimate.model = CostModel::reference;
    CHECK(compared_step(layout, causal.estimate)->raw() == doctest::Approx(12.564).epsilon(1e-3));
    CHECK(says(test::one_line(step_table(layout, causal)), "row 1; its causal FLOPs read in full)"));
}

TEST_CASE("any number of tokens can be told") {
    const Layout layout = test::shipped_layout("megatron-18.4b");
    StepReport many = report();
    many.tokens = 1e300;
    CHECK(says(step_table(layout, many), "GPU-hours for 1e300 tokens"));
    many.tokens = 250000;
    CHECK(says(step_table(layout, many), "0 GPU-hours for 250000 tokens"));
}

TEST_CASE("what groups see of their links") {
    const Placed placed("llama3-405b-8k", "dgx-h100-superpod");
    CHECK(
        links_table(placed.topology(), placed.estimate()) ==
        "What groups see, per member and direction (inside: NVLink, or PCIe without it; network each: all\n"
        "GPUs sending at once, oversubscription in):\n"
        "                                                          inside                 network\n"
        "    groups  members  domains  in one domain  reach       each  latency     each    alone  latency\n"
        "tp   1,024        8        1              8  nvlink  450 GB/s   600 ns        -        -        -\n"
        "pp     512       16       16              1  leaf           -        -  50 GB/s  50 GB/s   600 ns\n"
        "dp     128       64       64              1  core           -        -  50 GB/s  50 GB/s     2 "
        "us\n");
}

}  // namespace
}  // namespace railyard::output
