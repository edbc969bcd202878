#include "railyard/estimate/reference_reasons.hpp"

#include <doctest/doctest.h>

#include <variant>

#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

struct Job {
    Topology topology;
    Layout layout;
    Estimate estimate;  // eta is one half
};
Job job_of(const std::string& layout, const std::string& on) {
    Topology topology = load_topology(test::shipped_library(), on).topology;
    Layout laid_out = test::shipped_layout(layout);
    const auto result = evaluate(topology, laid_out);
    Estimate estimate = estimate_reference(topology, laid_out, std::get<Evaluation>(result), 0.5);
    return {std::move(topology), std::move(laid_out), std::move(estimate)};
}

std::vector<PartReason> reasons(const std::string& layout, const std::string& on) {
    const Job job = job_of(layout, on);
    return reference_reasons(job.topology, job.layout, job.estimate);
}

std::string bound_of(const std::vector<PartReason>& reasons, const std::string& part) {
    for (const PartReason& reason : reasons)
        if (reason.part == part) return reason.bound;
    return "";
}

TEST_CASE("the parts add up to the step, longest first, and each has its formula") {
    const Job job = job_of("llama3-405b-8k", "hgx-h100");
    const Estimate& estimate = job.estimate;
    Seconds sum;
    Seconds last = estimate.step.total();
    for (const PartReason& reason : reference_reasons(job.topology, job.layout, estimate)) {
        CHECK(!reason.bound.empty());
        CHECK(reason.time <= last);
        last = reason.time;
        sum += reason.time;
    }
    CHECK(sum.raw() == doctest::Approx(estimate.step.total().raw()));
}

TEST_CASE("the formulas of 18.4B on 256 A100, as docs/model.md works them out") {
    const auto all = reasons("megatron-18.4b", "hgx-a100");
    // S = 2 x 8 x 2,048 x 6,144 bytes = 201 MB; full recomputation makes 4 all-reduces 6.
    CHECK(bound_of(all, "tp") ==
          "6 all-reduces of 201 MB over 8 for each layer of a stage and micro-batch, at 300 GB/s of NVLink, "
          "5 us "
          "for each message");
    CHECK(bound_of(all, "dp") ==
          "gradients reduced once a step over 32 ranks, at 25 GB/s of a GPU's NICs; no latency");
    // 3.248e17 FLOPs / (256 x 312e12) = 4.067 s.
    CHECK(bound_of(all, "compute")
              .rfind("4.07 s at the peak of the GPUs, 312 TFLOP/s (fp16), over eta 0.5000;", 0) == 0);
    CHECK(bound_of(all, "pp").empty());
}

TEST_CASE("stages: sends and the bubble, and of experts: exchanges by where their hops go") {
    // 8 stages, 64 micro-batches of one sequence: S/t = 2 x 2,048 x 12,288 / 8 = 6.29 MB.
    const auto dense = reasons("gpt3-175b-64", "hgx-a100");
    CHECK(bound_of(dense, "pp").find(" sends of 6.29 MB, at 25 GB/s of a GPU's NICs, 5 us") !=
          std::string::npos);
    CHECK(bound_of(dense, "bubble").rfind("(8 - 1)/(", 0) == 0);
    const auto experts = bound_of(reasons("deepseek-v3", "hgx-h800"), "ep");
    CHECK(experts.rfind("4 exchanges over 64 for each expert layer", 0) == 0);
    CHECK(experts.find("of NICs") != std::string::npos);
}

TEST_CASE("AMD's links are called xGMI") {
    CHECK(bound_of(reasons("megatron-18.4b", "mi300x-8"), "tp").find(" of xGMI,") != std::string::npos);
}

}  // namespace
}  // namespace railyard
