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
                        {"words about the model", "and about what was published"},
                        "what leaves NVLink",
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
    CHECK(cell(page, 0, 0, 5) == "8,192");
    CHECK(cell(page, 0, 1, 5) == "6,832");
    CHECK(cell(page, 0, 1, 6) == "848");
    CHECK(cell(page, 0, 1, 7) == "89.0 %");
    CHECK(cell(page, 0, 2, 0) == "pp wrap");
    CHECK(cell(page, 0, 2, 4) == "512");
    CHECK(cell(page, 0, 2, 6) == "512");
    CHECK(cell(page, 0, 0, 8) == "3.88 PB");
    CHECK(page.sections[0].words.front() == "what leaves NVLink");
    CHECK(page.sections[2].words.size() == 2);
    CHECK(page.figures[2].words == "MFU, of 2.5 PFLOP/s in bf16");
    CHECK(page.figures[5].value == "114");
    CHECK(page.figures[5].words == "racks, 2,048 trays");
    CHECK(page.figures[6].value == "16");
    CHECK(page.sections.back().words.front() == "a note");
}

// dp's neighbours are 128 ranks, 16 boxes, apart; a leaf spans 32 boxes, a spine 128: of 64 hops 32 stay
// below a leaf, 24 below a spine and 8 go over the core, in each of 128 groups.
TEST_CASE("every tier has its hops") {
    const HtmlPage page = page_of("llama3-405b-8k", "dgx-h100-superpod");
    const auto& titles = page.sections[0].tables[0].titles;
    CHECK(titles[6] == "over leaf");
    CHECK(titles[8] == "over core");
    CHECK(cell(page, 0, 3, 0) == "dp");
    CHECK(cell(page, 0, 3, 6) == "4,096");
    CHECK(cell(page, 0, 3, 7) == "3,072");
    CHECK(cell(page, 0, 3, 8) == "1,024");
    for (const auto& row : page.sections[0].tables[0].rows) CHECK(row.size() == titles.size());
}

// A ring of 32 over 8 boxes of 4: 3 hops inside each, one from each to the next.
TEST_CASE("hops on PCIe have their column where there are any") {
    const HtmlPage page = page_of("megatron-1.7b", "pcie-only");
    CHECK(page.sections[0].tables[0].titles[6] == "on PCIe");
    CHECK(cell(page, 0, 0, 6) == "24");
    CHECK(cell(page, 0, 0, 7) == "8");
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
