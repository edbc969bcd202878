#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "railyard/output/place_report.hpp"
#include "tests/support/reports.hpp"

namespace railyard::output {
namespace {

using test::Placed;

std::vector<std::string> notes_of(const Placed& placed) {
    return placement_notes(placed.topology(), placed.layout(), placed.evaluation());
}

TEST_CASE("nothing to expect, nothing to note") {
    CHECK(notes_of(Placed("llama3-405b-8k", "gb200-nvl72")).empty());
}

TEST_CASE("blocks larger than every domain") {
    // design.md section 6, last row but two: keep ep with pp among the inner digits, blocks of 1,024.
    const auto notes =
        notes_of(Placed("deepseek-v3", "hgx-h800", {{"order", "tp,cp,pp,dp"}, {"placement.keep", "ep"}}));
    REQUIRE_FALSE(notes.empty());
    CHECK(notes[0] ==
          "blocks of 1,024 ranks (to keep ep) are larger than every domain: each starts on a fresh one and "
          "spreads over several");
}

TEST_CASE("domains too small for a block") {
    const Layout layout = test::shipped_layout("gpt3-175b-64");
    const Topology mixed = test::topology_of(R"(topology: mixed
domains:
  - {use: pcie-4gpu, count: 3}
  - {use: hgx-h100, count: 8}
network: {tiers: [{name: fabric, latency: 2 us}]}
)");
    const auto notes = notes_of(Placed(layout, mixed));
    REQUIRE(notes.size() == 1);
    CHECK(notes[0] == "box0 to box2 (3) were passed over: at most 4 GPUs for a block of 8 ranks");
}

TEST_CASE("expert groups that no domain holds (user_asks D2)") {
    const auto notes = notes_of(Placed("deepseek-v3", "hgx-h800"));
    REQUIRE(notes.size() == 1);
    // design.md: 114,688 of 129,024 hops on the network.
    CHECK(notes[0] ==
          "every ep group of 64 spans at least 8 NVLink domains: 88.9 % of its exchanges cross the network");
    // On NVL72 a group would fit, so it is the closing line that says why some do not.
    CHECK(notes_of(Placed("deepseek-v3", "gb200-nvl72")).empty());
}

TEST_CASE("rules that change nothing") {
    CHECK(notes_of(Placed("megatron-1.7b", "hgx-a100", {{"placement.keep", "ep"}})) ==
          std::vector<std::string>{
              "there are no groups of ep to keep together: the model has no experts that are cut"});
    CHECK(notes_of(Placed("megatron-1.7b", "hgx-a100", {{"placement.per_domain", "64"}})) ==
          std::vector<std::string>{"at most 64 GPUs of each domain may be used, and the largest used has 8"});
    CHECK(notes_of(Placed("megatron-1.7b", "hgx-a100", {{"placement.per_domain", "8"}})).empty());
}

}  // namespace
}  // namespace railyard::output
