#include "railyard/diagram/job_report.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
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

const HtmlSection& section(const HtmlPage& page, const std::string& title) {
    const auto found = std::find_if(page.sections.begin(), page.sections.end(),
                                    [&](const HtmlSection& one) { return one.title.starts_with(title); });
    REQUIRE(found != page.sections.end());
    return *found;
}

const HtmlTable& hops_of(const HtmlPage& page) {
    return section(page, "What stays on").tables.at(0);
}

std::string cell(const HtmlPage& page, std::size_t row, std::size_t column) {
    return hops_of(page).rows.at(row).at(column);
}

// The values that the tests of placements derive by brute force: 6,832 on NVLink and 848 on the network for
// pp.
TEST_CASE("the tables say what place says") {
    const HtmlPage page = page_of("llama3-405b-8k", "gb200-nvl72");
    CHECK(page.title == "llama3-405b-8k on gb200-nvl72");
    CHECK(cell(page, 0, 0) == "tp");
    CHECK(cell(page, 0, 5) == "8,192");
    CHECK(cell(page, 1, 5) == "6,832");
    CHECK(cell(page, 1, 6) == "848");
    CHECK(cell(page, 1, 7) == "89.0 %");
    CHECK(cell(page, 2, 0) == "pp wrap");
    CHECK(cell(page, 2, 4) == "512");
    CHECK(cell(page, 2, 6) == "512");
    CHECK(cell(page, 0, 8) == "3.88 PB");
    CHECK(section(page, "What stays on").words.front() == "what leaves NVLink");
    CHECK(section(page, "The time of a step").words.size() == 2);
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
    const auto& titles = hops_of(page).titles;
    CHECK(titles[6] == "over leaf");
    CHECK(titles[8] == "over core");
    CHECK(cell(page, 3, 0) == "dp");
    CHECK(cell(page, 3, 6) == "4,096");
    CHECK(cell(page, 3, 7) == "3,072");
    CHECK(cell(page, 3, 8) == "1,024");
    for (const auto& row : hops_of(page).rows) CHECK(row.size() == titles.size());
}

// A ring of 32 over 8 boxes of 4: 3 hops inside each, one from each to the next.
TEST_CASE("hops on PCIe have their column where there are any") {
    const HtmlPage page = page_of("megatron-1.7b", "pcie-only");
    CHECK(hops_of(page).titles[6] == "on PCIe");
    CHECK(cell(page, 0, 6) == "24");
    CHECK(cell(page, 0, 7) == "8");
    CHECK(section(page_of("megatron-1.7b", "mi300x-8"), "What").title == "What stays on xGMI");
}

// Eight boxes in four rows have room below the title and the figures; a rack of 18 trays with hops, and what
// lies on a page of its own, have not.
TEST_CASE("the first page is filled: with the picture of the placement, or with tables") {
    CHECK(page_of("gpt3-175b-64", "hgx-h100").sections.front().title == "Where the ranks sit");
    const HtmlPage tall = page_of("llama3-405b-8k", "gb200-nvl72");
    CHECK(tall.sections[0].title == "What stays on NVLink");
    CHECK(tall.sections[1].title == "The time of a step");
    CHECK(tall.sections[3].title == "Where the ranks sit");
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
