#include "railyard/output/step_sentences.hpp"

#include <doctest/doctest.h>

#include "tests/support/reports.hpp"

namespace railyard::output {
namespace {

// 256 GPUs, 10 s: the figures that step_table_test.cpp derives.
StepReport of_ten_seconds() {
    StepReport report;
    report.estimate.step = {seconds(6), seconds(2), {}, {}, seconds(0.5), seconds(0.5), seconds(1)};
    report.estimate.rates.gpu = "a100-80gb";
    report.estimate.rates.peak = teraflops_per_second(312);
    report.estimate.rates.counted_precision = Precision::fp16;
    report.estimate.model = CostModel::calibrated;
    report.fitted_on = "shipped";
    return report;
}

std::string joined(const std::vector<std::string>& paragraphs) {
    std::string text;
    for (const std::string& paragraph : paragraphs) text += paragraph + "\n";
    return text;
}

TEST_CASE("sentences have MFU, speed and the published figure") {
    const Layout layout = test::shipped_layout("megatron-18.4b");
    const StepReport report = of_ten_seconds();
    CHECK(speed_sentence(layout, report) ==
          "MFU 30.6 % of 312 TFLOP/s (fp16); 819 tokens/s per GPU; 339,084 GPU-hours for 1e12 tokens");
    CHECK(published_sentence(layout, report) ==
          "published: 9.399 s (Narayanan et al. 2021, Table 1, row 4); the estimate's throughput is 6.0 % "
          "lower");
    CHECK(conventions_sentence(layout, report.estimate.step).starts_with("95.6 TFLOP/s per GPU"));
    CHECK(site_sentence(report).empty());
}

TEST_CASE("paragraphs say that there is no error band, and why") {
    const Layout layout = test::shipped_layout("megatron-18.4b");
    StepReport report = of_ten_seconds();
    report.no_band = "no published run had so many experts";
    const std::string without = joined(step_paragraphs(layout, report));
    CHECK(
        without.find("No run it was fitted on is like this job, so there is no error band: no published run had so "
                     "many experts.\n") != std::string::npos);
    CHECK(without.find("\nMFU 30.6 %") != std::string::npos);
    CHECK(without.find("\nPublished: 9.399 s") != std::string::npos);
    report.site = 1.065;
    report.site_rows = {"own-1", "own-2"};
    CHECK(joined(step_paragraphs(layout, report))
              .find("\nEvery part times 1.065, the site's factor, fitted on own-1 and 1 more.\n") !=
          std::string::npos);
    ErrorBand band;
    band.percent = 12.4;
    band.rows = 23;
    report.band = band;
    const std::string with = joined(step_paragraphs(layout, report));
    CHECK(with.find("10.000 s +- 12 %, so near came eight of ten of 23 published runs") != std::string::npos);
    CHECK(with.find("no error band") == std::string::npos);
}

TEST_CASE("the reference model has no band and says so") {
    StepReport report = of_ten_seconds();
    report.estimate.model = CostModel::reference;
    report.estimate.efficiency = 0.4733;
    report.fitted_on = "megatron-1.7b on hgx-a100";
    CHECK(joined(step_paragraphs(test::shipped_layout("megatron-18.4b"), report))
              .find("(eta 0.4733) fitted on megatron-1.7b on hgx-a100; it has no error band.\n") !=
          std::string::npos);
}

}  // namespace
}  // namespace railyard::output
