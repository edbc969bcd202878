#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "railyard/output/place_report.hpp"
#include "tests/support/one_line.hpp"
#include "tests/support/reports.hpp"

namespace railyard::output {
namespace {

using test::Placed;

std::string table(const Placed& placed) {
    return place_table(placed.report(), Colour::none);
}
bool says(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}
std::string last_line(const std::string& text) {
    return text.substr(text.rfind('\n', text.size() - 2) + 1);
}

TEST_CASE("the whole table: Llama 3 405B on NVL72 (numbers: design.md section 6)") {
    CHECK(
        table(Placed("llama3-405b-8k", "gb200-nvl72")) ==
        "llama3-405b-8k on gb200-nvl72: 8,192 ranks = tp 8 x pp 16 x dp 64, order tp,cp,pp,dp\n"
        "placed on 114 racks (NVLink domains), 2,048 trays (servers), in blocks of 8 ranks (whole groups of\n"
        "  tp)\n"
        "idle there: 16 GPUs\n"
        "\n"
        "                     groups                     hops                  bytes per step\n"
        "        degree    all  on NVLink    all  NVLink  network  on NVLink   NVLink  network\n"
        "tp           8  1,024      100 %  8,192   8,192        -      100 %  3.88 PB        -\n"
        "pp          16    512        0 %  7,680   6,832      848     89.0 %   117 TB  22.3 TB\n"
        "  wrap                              512       -      512        0 %\n"
        "dp          64    128        0 %  8,192       -    8,192        0 %        -   102 TB\n"
        "\n"
        "Leaves NVLink: pp (11.0 %: a group reaches over 121 ranks, a domain holds 72); dp (all hops:\n"
        "neighbours are 128 ranks apart, a domain holds 72). On NVLink whole: tp.\n");
}

TEST_CASE("three tiers and large numbers stay within 100 columns") {
    const std::string text = table(Placed("llama3-405b-8k", "dgx-h100-superpod"));
    const std::size_t begin = text.find("\n\n") + 2;
    const std::string rows = text.substr(begin, text.find("\n\n", begin) - begin);
    for (std::size_t at = 0; at < rows.size();) {
        const std::size_t end = std::min(rows.find('\n', at), rows.size());
        CHECK(end - at <= 100);
        at = end + 1;
    }
    CHECK(says(rows, "leaf"));
    CHECK(says(rows, "spine"));
    CHECK(says(rows, "core"));
}

TEST_CASE("servers and domains are called as their file calls them, and told apart") {
    CHECK(says(table(Placed("gpt3-175b-64", "hgx-a100")), "placed on 8 boxes (NVLink domains), 8 servers, "));
    CHECK(says(table(Placed("gpt3-175b-64", "gb200-nvl72-2x36")),
               "2 rack partitions (NVLink domains), 16 trays (servers)"));
    CHECK(says(table(Placed("gpt3-175b-64", "pcie-4gpu", {{"parallel.tp", "4"}, {"parallel.pp", "16"}})),
               "placed on 16 boxes (domains), 16 servers"));
}

TEST_CASE("spares and what is unavailable") {
    CHECK(says(table(Placed("llama3-405b-8k", "gb200-nvl72", {{"placement.per_domain", "64"}})),
               "idle there: 1,024 GPUs, 1,024 of them spares\n"));
    const Topology broken = test::topology_of(R"(topology: broken
domains: [{use: hgx-a100}]
network: {tiers: [{name: fabric, latency: 2 us}]}
unavailable: box0/server0/gpu3
)");
    CHECK(
        says(table(Placed(test::shipped_layout("gpt3-175b-64", {{"parallel.tp", "4"}, {"parallel.pp", "16"}}),
                          broken)),
             "; unavailable: 1\n"));
}

TEST_CASE("how blocks are made") {
    CHECK(says(table(Placed("gpt3-175b-64", "hgx-a100", {{"placement.policy", "packed"}})),
               "packed: every GPU filled"));
    CHECK(says(table(Placed("deepseek-v3", "gb200-nvl72", {{"placement.keep", "ep"}})),
               "in blocks of 64 ranks (whole groups of ep)"));
}

TEST_CASE("experts cut a stage again, and the headline says so") {
    // Folded at 100 columns.
    CHECK(says(table(Placed("deepseek-v3", "gb200-nvl72")),
               ": 2,048 ranks = pp 16 x dp 128; a stage again as etp 1 x ep 64 x edp 2,\n"
               "  order tp,cp,dp,pp\n"));
}

TEST_CASE("the closing line: why each dimension leaves") {
    CHECK(last_line(table(Placed("gpt3-175b-64", "gb200-nvl72"))) == "Nothing leaves NVLink.\n");
    CHECK(last_line(table(Placed("megatron-18.4b", "hgx-a100"))) ==
          "Leaves NVLink: dp (all hops: a group of 32 is larger than a domain's 8 GPUs). On NVLink whole: "
          "tp.\n");
    const std::string deepseek = test::one_line(table(Placed("deepseek-v3", "gb200-nvl72")));
    CHECK(says(deepseek, "ep (30.0 %: groups of 64 ranks lie across the ends of domains)"));
    CHECK(says(deepseek, "edp (89.1 %: groups that reach over 65 ranks lie across the ends of domains)"));
    CHECK(says(table(Placed("gpt3-175b-64", "dgx-1v")), "tp (25.0 %: some pairs of a domain have no NVLink"));
    CHECK(says(table(Placed("gpt3-175b-64", "pcie-4gpu", {{"parallel.tp", "4"}, {"parallel.pp", "16"}})),
               "tp (all hops: there is no NVLink between the pairs of a domain)"));
}

TEST_CASE("a column for PCIe where something goes over it") {
    CHECK(says(table(Placed("gpt3-175b-64", "dgx-1v")), "PCIe"));
    CHECK_FALSE(says(table(Placed("gpt3-175b-64", "hgx-a100")), "PCIe"));
}

TEST_CASE("a job that does not fit") {
    const std::string text = table(Placed("gpt3-175b-1024", "single-nvl72"));
    CHECK(says(text, "Does not fit: 952 GPUs are short. 72 of 1,024 ranks found a place: "));
    CHECK_FALSE(says(text, "placed on"));
}

TEST_CASE("notes come last, one a line, bold is for a terminal alone") {
    const Placed placed("megatron-18.4b", "hgx-a100");
    PlaceReport report = placed.report();
    report.notes = {"first", "second"};
    const std::string text = place_table(report, Colour::none);
    CHECK(says(text, ".\nnote: first\nnote: second\n"));
    CHECK_FALSE(says(text, "\x1b"));
    CHECK(says(place_table(report, Colour::ansi), "\x1b[1mmegatron-18.4b on hgx-a100\x1b[0m"));
}

TEST_CASE("one rank") {
    const Layout one = test::load_layout_text(
                           "layout: one\nmodel: llama3-8b\nparallel: {tp: 1, cp: 1, pp: 1, dp: 1}\n"
                           "batch: {sequences: 1, length: 2048}\n")
                           .layout;
    const std::string text =
        table(Placed(one, test::topology_of("topology: t\ndomains: [{use: hgx-h100, count: 1}]\n")));
    CHECK(says(text, "one on t: 1 rank = 1"));
    CHECK(last_line(text) == "There is one rank and nothing to exchange.\n");
}

}  // namespace
}  // namespace railyard::output
