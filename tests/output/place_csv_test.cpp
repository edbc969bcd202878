#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "railyard/output/place_report.hpp"
#include "tests/support/reports.hpp"

namespace railyard::output {
namespace {

using test::Placed;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

TEST_CASE("a header and a row per dimension, the tiers last") {
    const auto lines = lines_of(place_csv(Placed("megatron-18.4b", "dgx-a100-superpod").report()));
    REQUIRE(lines.size() == 3);
    CHECK(
        lines[0] ==
        "layout,topology,dimension,degree,groups,groups_on_nvlink,pattern,hops_nvlink,hops_pcie,hops_network,"
        "wrap_nvlink,wrap_pcie,wrap_network,bytes_per_step_nvlink,bytes_per_step_pcie,bytes_per_step_network,"
        "hops_tier_leaf,hops_tier_spine,hops_tier_core");
    CHECK(lines[1].find("megatron-18.4b,dgx-a100-superpod,tp,8,32,32,ring,256,0,0,0,0,0,") == 0);
    CHECK(lines[2].find("megatron-18.4b,dgx-a100-superpod,dp,32,8,0,ring,0,0,256,0,0,0,") == 0);
    // As many cells in a row as there are titles.
    for (const auto& line : lines) CHECK(std::count(line.begin(), line.end(), ',') == 18);
}

TEST_CASE("a job that does not fit has the header alone") {
    CHECK(lines_of(place_csv(Placed("gpt3-175b-1024", "single-nvl72").report())).size() == 1);
}

TEST_CASE("ranks: coordinates in every dimension, and names of where they sit") {
    const Placed placed("deepseek-v3", "gb200-nvl72");
    const auto lines = lines_of(ranks_csv(placed.topology(), placed.layout(), placed.evaluation().placement));
    REQUIRE(lines.size() == 2049);
    CHECK(lines[0] == "rank,tp,cp,pp,dp,ep,etp,edp,domain,server,gpu");
    CHECK(lines[1] == "0,0,0,0,0,0,0,0,rack0,rack0/tray0,rack0/tray0/gpu0");
    // Rank 70 = dp 70: ep 70 mod 64 = 6, edp 1; GPU 70 of the rack: tray 17, GPU 2.
    CHECK(lines[71] == "70,0,0,0,70,6,0,1,rack0,rack0/tray17,rack0/tray17/gpu2");
    // Rank 200 = pp 1, dp 72: GPU 200 - 144 = 56 of rack 2.
    CHECK(lines[201] == "200,0,0,1,72,8,0,1,rack2,rack2/tray14,rack2/tray14/gpu0");
}

}  // namespace
}  // namespace railyard::output
