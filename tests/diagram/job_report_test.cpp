#include "railyard/diagram/job_report.hpp"

#include <doctest/doctest.h>

#include <utility>

#include "tests/support/diagram_jobs.hpp"
#include "tests/support/scene_check.hpp"

namespace railyard::diagram {
namespace {

HtmlPage page_of(const char* layout, const char* topology) {
    const test::DrawnJob job(layout, topology);
    const Estimate estimate = estimate_reference(job.topology, job.layout, job.evaluation, 0.5);
    const memory::Memory memory = memory::estimate_memory(job.layout);
    const memory::Fit fit = memory::check_fit(job.layout, memory, {estimate.rates.gpu_memory});
    return report_page({job.topology,
                        job.layout,
                        job.evaluation,
                        estimate,
                        memory,
                        fit,
                        "words about the model",
                        {"a note"}});
}

std::string cell(const HtmlPage& page, std::size_t section, std::size_t row, std::size_t column) {
    return page.sections.at(section).tables.at(0).rows.at(row).at(column);
}

// The values that the tests of placements derive by brute force: 6,832 on NVLink and 848 on the network for
// pp.
TEST_CASE("the tables say what place says") {
    const HtmlPage page = page_of("llama3-405b-8k", "gb200-nvl72");
    CHECK(page.title == "llama3-405b-8k on gb200-nvl72");
    CHECK(cell(page, 0, 0, 0) == "tp");
    CHECK(cell(page, 0, 0, 4) == "8,192");
    CHECK(cell(page, 0, 1, 4) == "6,832");
    CHECK(cell(page, 0, 1, 5) == "848");
    CHECK(cell(page, 0, 0, 6) == "3.88 PB");
    CHECK(page.figures[4].value == "114");
    CHECK(page.figures[4].words == "racks, 2,048 trays");
    CHECK(page.figures[5].value == "16");
    CHECK(page.sections.back().words.front() == "a note");
}

// A ring of 32 over 8 boxes of 4: 3 hops inside each, one from each to the next.
TEST_CASE("hops on PCIe have their column where there are any") {
    const HtmlPage page = page_of("megatron-1.7b", "pcie-only");
    CHECK(page.sections[0].tables[0].titles[5] == "on PCIe");
    CHECK(cell(page, 0, 0, 5) == "24");
    CHECK(cell(page, 0, 0, 6) == "8");
    CHECK(page_of("megatron-1.7b", "mi300x-8").sections[0].title == "What stays on xGMI");
}

TEST_CASE("all its pictures can be read") {
    for (const auto& [layout, topology] : {std::pair{"gpt3-175b-64", "single-nvl72"},
                                           {"megatron-1.7b", "hgx-a100"},
                                           {"deepseek-v3", "dgx-h100-superpod"},
                                           {"llama3-405b-8k-16k-gpus", "llama3-24k"}}) {
        std::size_t pictures = 0;
        for (const HtmlSection& section : page_of(layout, topology).sections) {
            for (const Scene& picture : section.pictures) {
                CHECK_MESSAGE(test::reading_problems(picture) == std::vector<std::string>{}, layout,
                              section.title);
                ++pictures;
            }
        }
        CHECK(pictures >= 6);
    }
}

}  // namespace
}  // namespace railyard::diagram
