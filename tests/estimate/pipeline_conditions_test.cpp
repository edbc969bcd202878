#include "railyard/estimate/pipeline_conditions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>
#include <variant>

#include "railyard/estimate/load_calibration.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/topology/load.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

using doctest::Approx;

// A shipped job, placed and costed.
struct Placed {
    Placed(std::string_view name, std::string_view on, const test::Changes& changes = {})
        : topology(load_topology(test::shipped_library(), on).topology),
          layout(test::shipped_layout(name, changes)) {
        evaluation = std::get<Evaluation>(evaluate(topology, layout));
        estimate = estimate_reference(topology, layout, evaluation,
                                      calibrate_reference(test::shipped_library()).eta);
    }
    Topology topology;
    Layout layout;
    Evaluation evaluation;
    Estimate estimate;
};

TEST_CASE("chunks of a GPT take together what the reference model gives its passes") {
    // For a GPT the FLOPs of eq. 3 are those of its layers and its head, so forward and backward of all
    // chunks and micro-batches, spread over the stages, are compute + tp to rounding.
    const Placed job("gpt3-175b-64", "hgx-a100");
    const auto conditions =
        pipeline_conditions(job.layout, job.evaluation, job.estimate, PipelineDetail::chunks);
    REQUIRE(conditions.compute.size() == 8 * 3);
    Seconds all;
    for (const auto& chunk : conditions.compute) all += chunk.forward + chunk.backward;
    const Seconds per_device = all * job.layout.micro_batches() / job.layout.degrees.pp;
    CHECK(per_device.raw() == Approx((job.estimate.step.compute + job.estimate.step.tp).raw()));
}

TEST_CASE("stages are the sums of their chunks") {
    const Placed job("llama3-405b-8k", "hgx-h100");
    const auto chunks = pipeline_conditions(job.layout, job.evaluation, job.estimate, PipelineDetail::chunks);
    const auto stages = pipeline_conditions(job.layout, job.evaluation, job.estimate, PipelineDetail::stages);
    REQUIRE(stages.compute.size() == 16);
    for (std::size_t s = 0; s < 16; ++s) {
        Seconds forward;
        for (std::size_t c = 0; c < 8; ++c) forward += chunks.compute[c * 16 + s].forward;
        CHECK(stages.compute[s].forward.raw() == Approx(forward.raw()));
    }
    // 126 layers and two ends over 128 chunks: the first is the embedding alone, which multiplies nothing.
    CHECK(chunks.compute.front().forward.raw() == 0);
    CHECK(chunks.compute.back().forward.raw() > 0);
}

TEST_CASE("a hop is on NVLink only if it is so in every pipeline") {
    // 4 stages of tp 16 fill 64 of a rack's 72 GPUs: blocks of whole pipelines keep all hops inside.
    const test::Changes whole = {{"parallel.tp", "16"},       {"parallel.pp", "4"},
                                 {"parallel.dp", "4"},        {"order", "tp,cp,pp,dp"},
                                 {"placement.keep", "tp,pp"}, {"batch.sequences", "64"}};
    const Placed inside("llama3-405b-8k", "gb200-nvl72", whole);
    auto conditions =
        pipeline_conditions(inside.layout, inside.evaluation, inside.estimate, PipelineDetail::stages);
    REQUIRE(conditions.hops.size() == 4);
    // 5 us and a 1/16 slice of the activation at the 900 GB/s of a GB200's NVLinks.
    const double slice = layer_activation(inside.layout).raw() / 16;
    for (const auto& hop : conditions.hops) {
        CHECK(hop.link == schedule::Link::nvlink);
        CHECK(hop.time.raw() == Approx(slice / 900e9 + 5e-6));
    }
    const Placed across("llama3-405b-8k", "gb200-nvl72");
    conditions =
        pipeline_conditions(across.layout, across.evaluation, across.estimate, PipelineDetail::stages);
    REQUIRE(conditions.hops.size() == 16);
    CHECK(conditions.hops.front().link == schedule::Link::network);
    CHECK(conditions.hops.front().time.raw() ==
          Approx(layer_activation(across.layout).raw() / 8 / 50e9 + 5e-6));
}

TEST_CASE("a job runs its own schedule, or those that are named") {
    const Placed job("gpt3-175b-64", "hgx-a100");
    const auto times = [&](PipelineDetail detail) {
        return pipeline_conditions(job.layout, job.evaluation, job.estimate, detail);
    };
    const auto own = pipeline_outcomes(job.layout, times, {}, {}, {});
    REQUIRE(own.size() == 1);
    const auto& study = std::get<schedule::Study>(own.front());
    CHECK(study.schedule.name == "interleaved");
    CHECK(study.schedule.chunks == 3);
    // Sends: (p v - 1) boundaries, both ways, for each micro-batch.
    CHECK(study.summary.sends.total() == (8 * 3 - 1) * 2 * 64);
    // The closed form's bubble, (p - 1)/(v m), is met within what unequal stages and sends add.
    const double closed = 7.0 / (3 * 64);
    CHECK(study.summary.bubble_over_useful > closed);
    CHECK(study.summary.bubble_over_useful < closed * 2);

    const auto named = pipeline_outcomes(job.layout, times, {"1f1b", "gpipe"}, {}, {});
    REQUIRE(named.size() == 2);
    CHECK(std::get<schedule::Study>(named[0]).schedule.name == "1f1b");
    CHECK(std::get<schedule::Study>(named[1]).schedule.name == "gpipe");
}

}  // namespace
}  // namespace railyard
