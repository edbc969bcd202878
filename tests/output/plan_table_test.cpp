#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "railyard/output/plan_report.hpp"
#include "tests/support/plan_reports.hpp"

namespace railyard::output {
namespace {

TEST_CASE("the table says what was asked, the cuts, the counts and the notes, within 100 columns") {
    const test::PlannedModel job;
    PlanReport report = job.report();
    const std::string text = plan_table(report);
    CHECK(text.find("mixtral-8x7b on 16 GPUs of hgx-h100: 16 sequences of 2,048 tokens a step, bf16") == 0);
    CHECK(text.find("The best 3 cuts") != std::string::npos);
    CHECK(text.find("candidates: ") != std::string::npos);
    CHECK(text.find("need more memory than a GPU has") != std::string::npos);
    CHECK(text.find("note: a note") != std::string::npos);
    CHECK(text.find("  in ") == std::string::npos);  // the time is left out where it was not measured
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) CHECK_MESSAGE(line.size() <= 100, line);
    report.took = seconds(1.5);
    CHECK(plan_table(report).find("  in 1.500 s") != std::string::npos);
}

TEST_CASE("a plan without an answer says that nothing fits, and which pin is in the way") {
    test::PlannedModel job;
    job.answer.best.clear();
    job.reasons.clear();
    job.answer.stopped = true;
    job.answer.broken_pins = {"ep=nvlink"};
    const std::string text = plan_table(job.report());
    CHECK(text.find("Nothing fits.") != std::string::npos);
    CHECK(text.find("Stopped before the end") != std::string::npos);
    CHECK(text.find("keeps the pin ep=nvlink") != std::string::npos);
}

TEST_CASE("what keeps everything out is told with what would help") {
    test::PlannedModel job;
    job.answer.best.clear();
    job.reasons.clear();
    job.answer.gpus_short = 4;
    CHECK(
        plan_table(job.report()).find("Nothing fits: hgx-h100 has 12 GPUs for the 16 asked for, 4 short.") !=
        std::string::npos);
    job.answer.gpus_short = 0;
    Layout least = job.space.base;
    least.degrees = {8, 1, 2, 1, 1, 1};
    least.recompute = Recompute::full;
    job.answer.shortfall = search::MemoryShortfall{
        {least, bytes(120e9)}, bytes(83e9), {{"sharding", bytes(60e9)}}, 64, bytes(70e9)};
    std::string text = plan_table(job.report());
    std::replace(text.begin(), text.end(), '\n', ' ');
    CHECK(text.find(
              "The least that any cut needs is 120 GB (tp 8, pp 2, micro-batches of 1, not sharded, full "
              "recomputation); a GPU has 83 GB beside what is reserved. Without --sharding something would "
              "fit (60 GB). On 64 GPUs something would fit (70 GB).") != std::string::npos);
}

}  // namespace
}  // namespace railyard::output
