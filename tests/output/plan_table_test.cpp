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

TEST_CASE("a plan without an answer says which pin is in the way, not that nothing fits") {
    test::PlannedModel job;
    job.answer.best.clear();
    job.reasons.clear();
    job.answer.unmet = {{"ep=nvlink"}, {{"pp=nvlink", "dp=nvlink"}}};
    const std::string text = plan_table(job.report());
    CHECK(text.find("Nothing fits") == std::string::npos);
    CHECK(text.find("No placement of any cut that was tried keeps the pin ep=nvlink.") != std::string::npos);
    CHECK(text.find("keeps the pins pp=nvlink and dp=nvlink together.") != std::string::npos);
}

TEST_CASE("a plan that was stopped early says that nothing was timed, not that nothing fits") {
    test::PlannedModel job;
    job.answer.best.clear();
    job.reasons.clear();
    job.answer.stopped = true;
    job.answer.counts.timed = 0;
    const std::string text = plan_table(job.report());
    CHECK(text.find("Stopped before the end.\nNothing was timed yet") != std::string::npos);
    CHECK(text.find("Nothing fits") == std::string::npos);
}

TEST_CASE("what bounds the longest part of each is told, rows of one text together") {
    test::PlannedModel job;
    job.reasons[0].parts = {{CostItem::products, seconds(2), "products at 989 TFLOP/s"},
                            {CostItem::head, seconds(1.5), "memory"},
                            {CostItem::sends, seconds(1), "the network"}};
    job.reasons[1].parts = {{CostItem::tensor, seconds(2), "links inside a domain"}};
    job.reasons[2].parts = {{CostItem::products, seconds(2), "products at 989 TFLOP/s"}};
    const std::string text = plan_table(job.report());
    CHECK(text.find("What takes longest, and what bounds it:\n"
                    "  1 and 3: matrix products (products at 989 TFLOP/s)\n"
                    "  2: tensor-parallel collectives (links inside a domain)\n"
                    "The longest wait beside that:\n"
                    "  1: ") != std::string::npos);
    CHECK(text.find("(the network)\n") != std::string::npos);
}

TEST_CASE("lines stay within 100 columns with long orders, shares of useful time and long names") {
    test::PlannedModel job;
    job.space.base.model.name = std::string(60, 'm');
    for (search::PlanEntry& entry : job.answer.best) {
        entry.layout.order = {{Dimension::tp, {}}, {Dimension::cp, 2},  {Dimension::dp, 16},
                              {Dimension::pp, 2},  {Dimension::cp, {}}, {Dimension::dp, {}},
                              {Dimension::pp, {}}};
        entry.layout.placement.keep = {{Dimension::dp, 16}};
        entry.step.tp = entry.step.cp = entry.step.dp = entry.step.bubble = entry.step.compute;
    }
    PlanReport report = job.report();
    report.useful.assign(job.answer.best.size(), {0.5, 0.6, 0.7, seconds(1)});
    const std::string text = plan_table(report);
    CHECK(text.find("compute ") != std::string::npos);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) CHECK_MESSAGE(line.size() <= 100, line);
}

TEST_CASE("preferences that a row does not keep are told") {
    test::PlannedModel job;
    job.answer.best.back().machine.broken_pins = {"job=leaf"};
    CHECK(plan_table(job.report()).find("job=leaf is not kept by 3.") != std::string::npos);
}

TEST_CASE("what a preference costs is told, and that it costs nothing") {
    test::PlannedModel job;
    PlanReport report = job.report();
    CHECK(plan_table(report).find("--prefer") == std::string::npos);
    report.without_preferences = job.answer.best.front();
    CHECK(plan_table(report).find("No plan is faster without --prefer.\n") != std::string::npos);
    StepTimes& step = report.without_preferences->step;
    for (Seconds* part : {&step.compute, &step.tp, &step.cp, &step.ep, &step.pp, &step.dp, &step.bubble})
        *part = *part * 0.75;
    std::string text = plan_table(report);
    std::replace(text.begin(), text.end(), '\n', ' ');
    CHECK(text.find(", 25 % less than number 1.") != std::string::npos);
}

TEST_CASE("placements on uneven domains are said to be a search, useful time is explained, hosts are told") {
    test::PlannedModel job;
    PlanReport report = job.report();
    CHECK(plan_table(report).find("not alike") == std::string::npos);
    job.answer.exhaustive = false;
    report.useful.assign(job.answer.best.size(), {0.5, 0.6, 0.7, seconds(1)});
    report.failures = search::FailureRates{seconds(50000 * 3600.0)};
    report.hosts_of_best.assign(job.answer.best.size(), "node[3-4]");
    const std::string text = plan_table(report);
    CHECK(text.find("Domains are not alike: ") != std::string::npos);
    CHECK(text.find("useful: the share of time") != std::string::npos);
    CHECK(text.find("ranks, number 1:\n  node[3-4]\n") != std::string::npos);
}

TEST_CASE("rows that count embedding and head as layers are told") {
    test::PlannedModel job;
    for (search::PlanEntry& entry : job.answer.best) entry.layout.pipeline.ends = EndLayers::not_counted;
    CHECK(plan_table(job.report()).find("each count as a layer") == std::string::npos);
    job.answer.best.at(1).layout.pipeline.ends = EndLayers::counted;
    CHECK(plan_table(job.report()).find("Embedding and head each count as a layer of a stage: 2.\n") !=
          std::string::npos);
}

TEST_CASE("beside a file stand the notes, and that the search was stopped") {
    test::PlannedModel job;
    CHECK(plan_beside_files(job.report()) == "note: a note\n");
    job.answer.stopped = true;
    CHECK(plan_beside_files(job.report()) ==
          "Stopped before the end: this is the best so far.\nnote: a note\n");
}

TEST_CASE("why a pin is not met stands below it") {
    test::PlannedModel job;
    job.answer.best.clear();
    job.reasons.clear();
    job.answer.unmet = {{"job=nvlink"}, {}};
    PlanReport report = job.report();
    report.why_unmet = {"job=nvlink: the job has 16 ranks."};
    CHECK(plan_table(report).find("keeps the pin job=nvlink.\n  job=nvlink: the job has 16 ranks.\n") !=
          std::string::npos);
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
              "fit (60 GB). On more GPUs something would fit, such as 64 (70 GB).") != std::string::npos);
}

}  // namespace
}  // namespace railyard::output
