#include "railyard/search/pin_reasons.hpp"

#include <doctest/doctest.h>

#include "tests/support/jobs.hpp"
#include "tests/support/plan_spaces.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

std::vector<std::string> why(const UnmetPins& unmet, const std::vector<const char*>& texts,
                             const std::vector<Degrees>& cuts) {
    const Topology topology = load_topology(test::shipped_library(), "dgx-h100-superpod").topology;
    std::vector<Pin> pins;
    for (const char* text : texts)
        pins.push_back(std::get<Pin>(parse_pin(text, PinStrength::required, topology)));
    return why_unmet(unmet, pins, topology, test::shipped_model("llama3-8b"), cuts);
}

TEST_CASE("a pin that is too large says by how much, and which reach is large enough") {
    CHECK(why({{"job=nvlink"}, {}}, {"job=nvlink"}, {{8, 1, 4, 4, 1, 1}}) ==
          std::vector<std::string>{"job=nvlink: the job has 128 ranks, and a box has no more than 8 GPUs. "
                                   "--pin job=leaf asks for less, --prefer job=nvlink for as much as can be "
                                   "had."});
    CHECK(why({{"4 servers=nvlink"}, {}}, {"4 servers=nvlink"}, {{8, 1, 4, 4, 1, 1}}) ==
          std::vector<std::string>{"4 servers=nvlink: that is 32 ranks, and a box has no more than 8 GPUs. "
                                   "--pin '4 servers=leaf' asks for less, --prefer '4 servers=nvlink' for as "
                                   "much as can be had."});
}

TEST_CASE("runs that each have room, but not all of them, are counted") {
    // Rows of four boxes, two of which lack a box: four boxes to a row leaves two rows for 96 ranks.
    const Topology topology = test::load_text(
                                  "topology: t\ndomains: [{use: hgx-h100, count: 16}]\nnetwork:\n  tiers:\n"
                                  "    - {name: row, spans: 4 domains, latency: 1 us}\n"
                                  "    - {name: core, latency: 2 us}\nunavailable: [box1, box5]\n")
                                  .topology;
    const std::vector<Pin> pins = {
        std::get<Pin>(parse_pin("4 servers=row", PinStrength::required, topology))};
    const auto texts = why_unmet({{"4 servers=row"}, {}}, pins, topology, test::shipped_model("llama3-8b"),
                                 {{8, 1, 1, 12, 1, 1}});
    REQUIRE(texts.size() == 1);
    CHECK(
        texts.front().find("that is 32 ranks 3 times, and what is there has room for 2 of them, each within "
                           "a span of row.") != std::string::npos);
}

TEST_CASE("a dimension is told by its least degree") {
    CHECK(why({{"tp=nvlink"}, {}}, {"tp=nvlink"}, {{32, 1, 4, 1, 1, 1}, {16, 1, 8, 1, 1, 1}})
              .front()
              .find("tp=nvlink: tp is 16 or more in every cut, and a box has no more than 8 GPUs.") == 0);
}

TEST_CASE("a pin for which there is room, and pins that exclude each other") {
    CHECK(why({{"pp=network"}, {}}, {"pp=network"}, {{1, 1, 8, 1, 1, 1}}) ==
          std::vector<std::string>{"pp=network: wherever the ranks sit, some neighbours of pp share a box. "
                                   "--prefer pp=network takes what comes nearest."});
    CHECK(why({{}, {{"pp=network", "pp=nvlink"}}}, {"pp=network", "pp=nvlink"}, {{1, 1, 8, 2, 1, 1}}) ==
          std::vector<std::string>{"Each of them can be had: give with --prefer the one that matters less."});
}

}  // namespace
}  // namespace railyard::search
