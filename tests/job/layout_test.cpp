#include "railyard/job/layout.hpp"

#include <doctest/doctest.h>

#include <cstdint>

namespace railyard {
namespace {

TEST_CASE("degrees by dimension, and what they multiply up to") {
    // The ranks of a stage, 8 x 2 x 6 = 96, are cut again: etp 2 x ep 16 leaves edp 3.
    const Degrees degrees{8, 2, 4, 6, 16, 2};
    CHECK(degrees.ranks() == 384);
    CHECK(degrees.ranks_per_stage() == 96);
    CHECK(degrees.edp() == 3);
    CHECK(degrees.of(Dimension::tp) == 8);
    CHECK(degrees.of(Dimension::cp) == 2);
    CHECK(degrees.of(Dimension::pp) == 4);
    CHECK(degrees.of(Dimension::dp) == 6);
    CHECK(degrees.of(Dimension::ep) == 16);
    CHECK(degrees.of(Dimension::etp) == 2);
    CHECK(degrees.of(Dimension::edp) == 3);
}

TEST_CASE("only experts make an expert grid, without them every rank of a stage is a replica") {
    CHECK_FALSE(Degrees{8, 2, 4, 6, 1, 1}.has_experts());
    CHECK(Degrees{8, 2, 4, 6, 2, 1}.has_experts());
    CHECK(Degrees{8, 2, 4, 6, 1, 2}.has_experts());
    CHECK(Degrees{8, 2, 4, 6, 1, 1}.edp() == 96);
}

TEST_CASE("names stand in the order of the enumerators") {
    CHECK(name_of(Dimension::tp) == "tp");
    CHECK(name_of(Dimension::cp) == "cp");
    CHECK(name_of(Dimension::pp) == "pp");
    CHECK(name_of(Dimension::dp) == "dp");
    CHECK(name_of(Dimension::ep) == "ep");
    CHECK(name_of(Dimension::etp) == "etp");
    CHECK(name_of(Dimension::edp) == "edp");
    const auto name = [](const auto& names, auto e) { return names[static_cast<std::size_t>(e)]; };
    CHECK(name(policy_names, Policy::packed) == "packed");
    CHECK(name(pipeline_schedule_names, PipelineSchedule::gpipe) == "gpipe");
    CHECK(name(pipeline_schedule_names, PipelineSchedule::one_f_one_b) == "1f1b");
    CHECK(name(pipeline_schedule_names, PipelineSchedule::interleaved) == "interleaved");
    CHECK(name(pipeline_schedule_names, PipelineSchedule::zero_bubble) == "zero-bubble");
    CHECK(name(pipeline_schedule_names, PipelineSchedule::dualpipe) == "dualpipe");
    CHECK(name(sharding_names, ShardingKind::zero_3) == "zero-3");
    CHECK(name(recompute_names, Recompute::full) == "full");
    CHECK(name(saves_names, Saves::lean) == "lean");
}

TEST_CASE("micro-batches of one replica") {
    Layout layout;
    layout.degrees.dp = 64;
    layout.batch = {2048, 1, 8192};
    CHECK(layout.micro_batches() == 32);  // Llama 3: 2048 / 64
    layout.batch.micro = 4;
    CHECK(layout.micro_batches() == 8);
}

TEST_CASE("dp x micro beyond 32 bits leaves no micro-batch, and is no division by zero") {
    Layout layout;
    layout.degrees.dp = 65536;
    layout.batch = {2048, 65536, 8192};  // 2^16 x 2^16 = 2^32
    CHECK(layout.micro_batches() == 0);
}

TEST_CASE("a micro-batch passes a stage once, or once for each chunk when they are interleaved") {
    CHECK(Pipeline{PipelineSchedule::one_f_one_b, 1, {}, {}}.passes() == 1);
    CHECK(Pipeline{PipelineSchedule::interleaved, 8, {}, {}}.passes() == 8);
    // The two chunks of DualPipe serve two directions.
    CHECK(Pipeline{PipelineSchedule::dualpipe, 2, {}, {}}.passes() == 1);
}

}  // namespace
}  // namespace railyard
