#include "railyard/estimate/calibrated_estimate.hpp"

#include <doctest/doctest.h>

#include <variant>

#include "railyard/estimate/load_constants.hpp"
#include "railyard/schedule/compare.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

using doctest::Approx;

Calibration shipped() {
    return load_calibration(std::string(RAILYARD_SOURCE_DIR) + "/" + shipped_calibration);
}

CalibratedEstimate estimate(const Layout& layout, const std::string& on, const Calibration& calibration) {
    const Topology topology = load_topology(test::shipped_library(), on).topology;
    const auto result = evaluate(topology, layout);
    auto answer = estimate_calibrated(topology, layout, std::get<Evaluation>(result), calibration);
    REQUIRE(std::holds_alternative<CalibratedEstimate>(answer));
    return std::get<CalibratedEstimate>(std::move(answer));
}

TEST_CASE("the reasons add up to the step, longest first, and a band stands beside them") {
    const auto answer = estimate(test::shipped_layout("llama3-405b-8k"), "llama3-24k", shipped());
    Seconds sum;
    for (std::size_t i = 0; i < answer.reasons.size(); ++i) {
        sum += answer.reasons[i].time;
        if (i > 0) CHECK(answer.reasons[i].time <= answer.reasons[i - 1].time);
        CHECK(!answer.reasons[i].bound.empty());
    }
    CHECK(sum.raw() == Approx(answer.estimate.step.total().raw()));
    REQUIRE(answer.band);
    CHECK(answer.band->kind == RunKind::dense);
    CHECK(answer.band->percent > 0);
}

// Of a step all but what is done once and the sends: what its pipeline takes where sends are free.
Seconds pipeline_of(const CalibratedEstimate& answer, const Layout& layout, Seconds send) {
    const StepTimes& step = answer.estimate.step;
    Seconds time = step.total() - step.pp - step.dp;
    for (const CostReason& reason : answer.reasons)
        if (reason.item == CostItem::optimizer || reason.item == CostItem::fixed) time -= reason.time;
    // Counted with the bubble: the fill and the drain wait for theirs, DualPipe from both ends at once.
    const double waits =
        (layout.pipeline.schedule == PipelineSchedule::dualpipe ? 1 : 2) * (layout.degrees.pp - 1.0);
    return time - send * waits;
}

TEST_CASE("the pipeline, simulated with its own times, takes what the step has for it") {
    struct Case {
        const char* layout;
        const char* on;
        test::Changes changes;
        double epsilon;
    };
    const Case cases[] = {
        {"gpt3-175b-64", "hgx-a100", {}, 1e-9},
        {"llama3-405b-8k", "hgx-h100", {}, 1e-9},
        {"megatron-145.6b", "hgx-a100", {{"software", "deepspeed"}}, 1e-9},
        {"llama3-405b-8k", "hgx-h100", {{"pipeline.schedule", "gpipe"}, {"pipeline.chunks", "1"}}, 1e-9},
        {"deepseek-v3", "hgx-h800", {}, 1e-9},
    };
    for (const Case& one : cases) {
        CAPTURE(std::string(one.layout));
        const Calibration calibration = shipped();
        const Topology topology = load_topology(test::shipped_library(), one.on).topology;
        const Layout layout = test::shipped_layout(one.layout, one.changes);
        const auto evaluation = std::get<Evaluation>(evaluate(topology, layout));
        const auto conditions =
            calibrated_conditions(topology, layout, evaluation, calibration, PipelineDetail::chunks);
        REQUIRE(conditions);
        const schedule::Shape shape = schedule_shape(layout);
        schedule::Comparison comparison{{schedule::row_of(schedule_algorithm(layout.pipeline.schedule)).name},
                                        shape.stages,
                                        shape.micro_batches,
                                        {}};
        if (shape.chunks > 1) comparison.chunks = {shape.chunks};
        const auto outcomes = schedule::compare(comparison, *conditions);
        const auto& study = std::get<schedule::Study>(outcomes.front());
        const Seconds wanted =
            pipeline_of(estimate(layout, one.on, calibration), layout, conditions->hops.front().time);
        CHECK(study.makespan_with_free_sends.raw() == Approx(wanted.raw()).epsilon(one.epsilon));
        CHECK(study.summary.makespan > study.makespan_with_free_sends);
    }
}

TEST_CASE("stages of the pipeline are the sums of their chunks, and an unknown machine has none") {
    const Topology topology = load_topology(test::shipped_library(), "hgx-h100").topology;
    const Layout layout = test::shipped_layout("llama3-405b-8k");
    const auto evaluation = std::get<Evaluation>(evaluate(topology, layout));
    const auto of = [&](PipelineDetail detail) {
        return calibrated_conditions(topology, layout, evaluation, shipped(), detail)->compute;
    };
    const auto chunks = of(PipelineDetail::chunks);
    const auto stages = of(PipelineDetail::stages);
    REQUIRE(chunks.size() == 16 * 8);
    REQUIRE(stages.size() == 16);
    for (std::size_t s = 0; s < 16; ++s) {
        Seconds backward;
        for (std::size_t c = 0; c < 8; ++c) backward += chunks[c * 16 + s].backward;
        CHECK(stages[s].backward.raw() == Approx(backward.raw()));
        CHECK(stages[s].backward_weight < stages[s].backward);
    }
    // Hops and what stages hold are those that the reference model has; the times are this model's.
    const Estimate reference = estimate_reference(topology, layout, evaluation, 0.5);
    const auto links = pipeline_conditions(layout, evaluation, reference, PipelineDetail::stages);
    const auto here = calibrated_conditions(topology, layout, evaluation, shipped(), PipelineDetail::stages);
    REQUIRE(here->hops.size() == links.hops.size());
    for (std::size_t s = 0; s < links.hops.size(); ++s) CHECK(here->hops[s].link == links.hops[s].link);
    REQUIRE(here->activation.size() == links.activation.size());
    CHECK(here->activation.back() == links.activation.back());
    const Topology other = load_topology(test::shipped_library(), "mi300x-8").topology;
    const auto there = std::get<Evaluation>(evaluate(other, layout));
    CHECK_FALSE(calibrated_conditions(other, layout, there, shipped(), PipelineDetail::chunks));
}

TEST_CASE("without data parallelism gradients wait for the tied embedding alone, between the end stages") {
    // 64 ranks: 8 stages of 8, so the first and the last stage are in two boxes.
    const auto answer = estimate(test::shipped_layout("gpt3-175b-64"), "hgx-a100", shipped());
    for (const CostReason& reason : answer.reasons) {
        if (reason.item != CostItem::gradients) continue;
        CHECK(reason.bound.find("tied embedding over the first and the last stage, the network") !=
              std::string::npos);
        CHECK(reason.bound.find(", 0 ") == std::string::npos);
        return;
    }
    FAIL("gradients take no time");
}

TEST_CASE("fp32 is refused, as no product of it was measured") {
    const Topology topology = load_topology(test::shipped_library(), "hgx-h100").topology;
    const Layout layout = test::shipped_layout("megatron-1.7b", {{"precision", "fp32"}});
    const auto result = evaluate(topology, layout);
    const auto answer = estimate_calibrated(topology, layout, std::get<Evaluation>(result), shipped());
    REQUIRE(std::holds_alternative<std::string>(answer));
    CHECK(std::get<std::string>(answer).find("no matrix products in fp32") != std::string::npos);
}

TEST_CASE("products of another precision stand in with a note and without a band") {
    const auto answer = [](const char* precision, const char* on) {
        return estimate(test::shipped_layout("megatron-1.7b", {{"precision", precision}}), on, shipped());
    };
    const auto fp8_on_ampere = answer("fp8", "hgx-a100");
    CHECK(!fp8_on_ampere.band);
    REQUIRE(fp8_on_ampere.notes.size() == 1);
    CHECK(fp8_on_ampere.notes.front().find("no fp8 products") != std::string::npos);
    CHECK(!answer("fp4", "hgx-b200").band);
    CHECK(answer("fp4", "hgx-b200").notes.size() == 1);
    CHECK(answer("fp8", "hgx-b200").band);
    CHECK(answer("fp8", "hgx-b200").notes.empty());
}

std::string bound_of(const CalibratedEstimate& answer, CostItem item) {
    for (const CostReason& reason : answer.reasons)
        if (reason.item == item) return reason.bound;
    return "";
}

TEST_CASE("the bound of ZeRO-3 under DeepSpeed is a share of one NIC of a box") {
    const auto answer = [](const char* software) {
        return bound_of(
            estimate(test::shipped_layout("megatron-1.7b", {{"software", software}, {"sharding", "zero-3"}}),
                     "hgx-a100", shipped()),
            CostItem::gradients);
    };
    // 25 GB/s a NIC; zero3_share is 0.69 of it. FSDP's rings drive all eight: 8 x 25 x 0.97.
    CHECK(answer("deepspeed") ==
          "the network, 69 % of one NIC of 25 GB/s a domain, layer by layer in every micro-batch; gathers "
          "partly hidden behind layers, scatters not");
    CHECK(answer("megatron-2021") ==
          "the network, 194 GB/s out of a domain by the NICs of 8 GPUs, layer by layer in every micro-batch, "
          "nothing of it hidden");
    CHECK(answer("fsdp") ==
          "the network, 194 GB/s out of a domain by the NICs of 8 GPUs, layer by layer in every micro-batch, "
          "what the layers do not hide");
}

TEST_CASE("bounds of experts name the domains of a token and the fullest rank") {
    const auto bound = [](const test::Changes& changes, CostItem item) {
        return bound_of(estimate(test::shipped_layout("deepseek-v3", changes), "hgx-h800", shipped()), item);
    };
    // Four of eight boxes are in reach; eight experts of them lie in 4 (1 - (3/4)^8) in the mean.
    const std::string exchange =
        bound({{"routing", "dropless"}, {"pipeline.schedule", "1f1b"}, {"pipeline.chunks", "1"}},
              CostItem::exchange);
    CHECK(exchange.find("; a token crosses once to each of its domains, 3.6 of 8 in the mean; the fullest "
                        "rank has 1.") != std::string::npos);
    CHECK(bound({{"routing", "dropless"}}, CostItem::expert_products).find("; the fullest rank has 1.") !=
          std::string::npos);
    CHECK(bound({}, CostItem::expert_products).find("fullest") == std::string::npos);
}

TEST_CASE("no band stands beside a GPU whose peak was set") {
    const Layout layout = test::shipped_layout("llama3-405b-8k");
    TopologySettings set;
    set.gpu.push_back(input::setting_from_text("peak.bf16", "500 TFLOP/s", ""));
    const Topology topology = load_topology(test::shipped_library(), "hgx-h100", ".", set).topology;
    const auto result = evaluate(topology, layout);
    const auto answer = std::get<CalibratedEstimate>(
        estimate_calibrated(topology, layout, std::get<Evaluation>(result), shipped()));
    CHECK(!answer.band);
    CHECK(answer.no_band == "the peak of h100 was set, and no run had such a GPU");
    REQUIRE(answer.notes.size() == 1);
    CHECK(answer.notes[0].find("the peak of h100 is not that of its file") == 0);
    CHECK(estimate(layout, "hgx-h100", shipped()).band);
}

TEST_CASE("where NICs carry more than a communicator is known to drive, the cap is named") {
    const auto traffic = [](const char* on) {
        return bound_of(estimate(test::shipped_layout("llama3-405b-8k", {{"parallel.pp", "1"},
                                                                         {"parallel.tp", "1"},
                                                                         {"pipeline.schedule", "1f1b"},
                                                                         {"pipeline.chunks", "1"},
                                                                         {"sequence_parallel", "false"}}),
                                 on, shipped()),
                        CostItem::gradients);
    };
    // Eight NICs of 800 Gb/s at 0.97, and 435 GB/s.
    CHECK(traffic("hgx-b300")
              .find("435 GB/s out of a domain, the most that one communicator is known to drive "
                    "(the NICs of 8 GPUs carry 776 GB/s)") != std::string::npos);
    CHECK(traffic("hgx-h100").find("388 GB/s out of a domain by the NICs of 8 GPUs") != std::string::npos);
}

TEST_CASE("products are named by the precision that they are in") {
    const auto products = [](const char* precision, const char* on, CostItem item) {
        return bound_of(
            estimate(test::shipped_layout("megatron-1.7b", {{"precision", precision}}), on, shipped()), item);
    };
    CHECK(products("fp16", "hgx-a100", CostItem::products).find("(fp16)") != std::string::npos);
    CHECK(products("bf16", "hgx-a100", CostItem::products).find("(bf16)") != std::string::npos);
    CHECK(products("fp8", "hgx-h100", CostItem::products).find("(fp8)") != std::string::npos);
    CHECK(products("fp8", "hgx-h100", CostItem::head).find("(bf16)") != std::string::npos);
}

TEST_CASE("one token is one, and thousands are set apart") {
    const auto answer =
        estimate(test::shipped_layout("megatron-1.7b",
                                      {{"batch.micro", "1"}, {"batch.length", "1"}, {"attention", "flash"}}),
                 "hgx-a100", shipped());
    CHECK(bound_of(answer, CostItem::products).find(", 1 token each") != std::string::npos);
    CHECK(bound_of(answer, CostItem::attention) == "flash attention over 1 token");
    const auto longer =
        estimate(test::shipped_layout("megatron-1.7b", {{"batch.micro", "1"}, {"attention", "flash"}}),
                 "hgx-a100", shipped());
    CHECK(bound_of(longer, CostItem::attention) == "flash attention over 2,048 tokens");
}

double hidden_of(const CalibratedEstimate& answer, CostItem item) {
    for (const HiddenPart& part : answer.hidden)
        if (part.item == item) return part.time.raw();
    return 0;
}
double shown_of(const CalibratedEstimate& answer, CostItem item) {
    for (const CostReason& reason : answer.reasons)
        if (reason.item == item) return reason.time.raw();
    return 0;
}

TEST_CASE("what software hides is told beside the step, and with what is shown makes all of the traffic") {
    const Calibration calibration = shipped();
    const auto answer = [&](const char* software) {
        return estimate(test::shipped_layout("llama3-405b-8k", {{"software", software}}), "hgx-h100",
                        calibration);
    };
    const CalibratedEstimate all_shown = answer("megatron-2021");
    const CalibratedEstimate te = answer("megatron-te");
    CHECK(all_shown.hidden.empty());
    // The same sends, waited for or behind other chunks.
    CHECK(shown_of(te, CostItem::sends) == 0);
    CHECK(hidden_of(te, CostItem::sends) == Approx(shown_of(all_shown, CostItem::sends)));
    // The passes of a micro-batch are longer than what they may hide, so the constant alone decides.
    const double gradients = shown_of(te, CostItem::gradients) + hidden_of(te, CostItem::gradients);
    CHECK(shown_of(te, CostItem::gradients) / gradients ==
          Approx(calibration.constants[StepConstant::gradient_exposed]));
    CHECK(shown_of(te, CostItem::tensor) + hidden_of(te, CostItem::tensor) ==
          Approx(shown_of(all_shown, CostItem::tensor)));
    for (std::size_t i = 1; i < te.hidden.size(); ++i) CHECK(te.hidden[i].time <= te.hidden[i - 1].time);
    for (const HiddenPart& part : te.hidden) CHECK(!part.behind.empty());
}

TEST_CASE("DualPipe hides exchanges and sends behind the other direction") {
    const auto answer = estimate(test::shipped_layout("deepseek-v3"), "hgx-h800", shipped());
    CHECK(hidden_of(answer, CostItem::exchange) > shown_of(answer, CostItem::exchange));
    CHECK(hidden_of(answer, CostItem::sends) > 0);
    const auto one_way = estimate(
        test::shipped_layout("deepseek-v3", {{"pipeline.schedule", "1f1b"}, {"pipeline.chunks", "1"}}),
        "hgx-h800", shipped());
    CHECK(hidden_of(one_way, CostItem::exchange) == 0);
}

TEST_CASE("a GPU that was not measured is named") {
    const Topology topology = load_topology(test::shipped_library(), "mi300x-8").topology;
    const Layout layout = test::shipped_layout("megatron-1.7b");
    const auto result = evaluate(topology, layout);
    const auto answer = estimate_calibrated(topology, layout, std::get<Evaluation>(result), shipped());
    REQUIRE(std::holds_alternative<std::string>(answer));
    CHECK(std::get<std::string>(answer).find("mi300x") != std::string::npos);
}

}  // namespace
}  // namespace railyard
