#include "railyard/output/plan_cuts.hpp"

#include <doctest/doctest.h>

#include "tests/support/one_line.hpp"
#include "tests/support/plan_reports.hpp"

namespace railyard::output {
namespace {

// Cuts with the widest cells that plans of large jobs have.
test::PlannedModel wide_job() {
    test::PlannedModel job;
    for (search::PlanEntry& entry : job.answer.best) {
        Layout& layout = entry.layout;
        layout.degrees = {8, 1, 16, 16384, 128, 8};
        layout.pipeline.schedule = PipelineSchedule::zero_bubble;
        layout.recompute = Recompute::selective;
        layout.saves = Saves::lean;
        layout.batch.micro = 1;
        entry.step.compute = seconds(100);
        entry.memory = bytes(82.9e9);
    }
    job.answer.best.front().layout.degrees.tp = 4;
    return job;
}

TEST_CASE("a narrow table has every column in full") {
    const test::PlannedModel job;
    const std::string text = cuts_table(job.report());
    for (const char* title : {" tp ", " ep ", " etp ", " micro ", " recompute ", " sharding ", " TFLOP/s "})
        CHECK(text.find(title) != std::string::npos);
    CHECK(text.find("All of them") == std::string::npos);
}

TEST_CASE("a wide table is shortened, and what all rows have in common is told once") {
    const test::PlannedModel job = wide_job();
    const std::string table = cuts_table(job.report());
    CHECK(fits_page(table));
    const std::string text = test::one_line(table);
    CHECK(text.find("selective") == std::string::npos);
    CHECK(text.find("All of them: cp 1, pp 16, dp 16,384, ep 128, etp 8, micro 1, schedule zero-bubble, "
                    "recompute sel., lean") != std::string::npos);
    CHECK(text.find(" TFLOP/s ") != std::string::npos);
    CHECK(text.find(" tp ") != std::string::npos);  // rows differ in it
}

TEST_CASE("where every row differs the rate is left out") {
    test::PlannedModel job = wide_job();
    for (std::uint32_t i = 0; i < job.answer.best.size(); ++i) {
        Layout& layout = job.answer.best[i].layout;
        layout.degrees = {16U << i, 8U << i, 16U << i, 4096U << i, 128U << i, 8U << i};
        layout.batch.micro = 64U << i;
        layout.pipeline.schedule = i == 0 ? PipelineSchedule::one_f_one_b : PipelineSchedule::zero_bubble;
        layout.recompute = i == 0 ? Recompute::full : Recompute::selective;
        job.answer.best[i].step.compute = seconds(1000 + i);
        layout.sequence_parallel = i == 0 ? SequenceParallel::off : SequenceParallel::on;
        layout.sharding.kind = i == 0 ? ShardingKind::none : ShardingKind::zero_3;
    }
    const std::string text = cuts_table(job.report());
    CHECK_MESSAGE(fits_page(text), text);
    CHECK(text.find("TFLOP/s") == std::string::npos);
    CHECK(text.find("memory") != std::string::npos);
}

TEST_CASE("a line that is longer than a page does not fit it") {
    CHECK(fits_page(std::string(100, 'x') + "\n" + std::string(100, 'x')));
    CHECK_FALSE(fits_page("x\n" + std::string(101, 'x') + "\n"));
}

}  // namespace
}  // namespace railyard::output
