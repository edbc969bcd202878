#include "railyard/output/explained_parts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "tests/support/jobs.hpp"

namespace railyard::output {
namespace {

// A step of 10 s of the calibrated model.
StepReport report() {
    StepReport report;
    report.estimate.model = CostModel::calibrated;
    report.estimate.step = {seconds(8), seconds(2), {}, {}, {}, {}, {}};
    report.reasons = {{CostItem::products, seconds(8), "products at up to 629 TFLOP/s", "589 reached"},
                      {CostItem::tensor, seconds(2), "ring of 8", ""}};
    return report;
}

TEST_CASE("each part has its time, its share, its bound and what it reaches of that") {
    StepReport step = report();
    step.hidden = {{CostItem::sends, seconds(0.4), "behind the passes of a stage's other chunks"}};
    CHECK(explained_parts(test::shipped_layout("llama3-405b-8k"), step) ==
          "What the parts are made of, and what bounds each:\n"
          "  matrix products              8 s  80.0 %  products at up to 629 TFLOP/s; 589 reached\n"
          "  tensor-parallel collectives  2 s  20.0 %  ring of 8\n"
          "Behind other work, and in no part of the step, as software megatron-2021 does it:\n"
          "  sends between stages  400 ms  behind the passes of a stage's other chunks\n");
}

TEST_CASE("that nothing is hidden is told where there is traffic, with the software that waits for it") {
    StepReport step = report();
    const std::string nothing =
        "Behind other work, and in no part of the step: nothing, as software megatron-2021 does it.\n";
    const Layout layout = test::shipped_layout("llama3-405b-8k");
    const std::string text = explained_parts(layout, step);
    CHECK(text.substr(text.size() - nothing.size()) == nothing);
    step.reasons.pop_back();
    CHECK(explained_parts(layout, step).find("Behind") == std::string::npos);
}

TEST_CASE("the reference model's parts are told by their formulas") {
    StepReport step = report();
    step.estimate.model = CostModel::reference;
    step.formulas = {{"compute", seconds(8), "FLOPs over eta"}, {"tp", seconds(2), "6 all-reduces"}};
    CHECK(explained_parts(test::shipped_layout("megatron-1.7b"), step) ==
          "What each part is, in the reference model, in which nothing runs behind anything:\n"
          "  compute  8 s  80.0 %  FLOPs over eta\n"
          "  tp       2 s  20.0 %  6 all-reduces\n");
    step.formulas.clear();
    CHECK(explained_parts(test::shipped_layout("megatron-1.7b"), step).empty());
}

TEST_CASE("no line is wider than a page, whatever the parts are called and however long the words") {
    StepReport step = report();
    step.reasons.clear();
    for (std::size_t i = 0; i < cost_item_count; ++i) {
        std::string words;
        for (std::size_t w = 0; w < 40 + i; ++w) words += "word ";
        step.reasons.push_back({static_cast<CostItem>(i), seconds(0.123456), words, words});
    }
    std::istringstream lines(explained_parts(test::shipped_layout("deepseek-v3"), step));
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
    CHECK(widest <= page_width);
    CHECK(widest > page_width - 10);
}

}  // namespace
}  // namespace railyard::output
