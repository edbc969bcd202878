#include "railyard/search/kept_runs.hpp"

#include <doctest/doctest.h>

#include "railyard/job/order.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

// 12 boxes of 8, four to a leaf, eight to a spine.
Topology boxes() {
    return test::load_text(
               "topology: t\ndomains: [{use: hgx-h100, count: 12}]\nnetwork:\n  tiers:\n"
               "    - {name: leaf, spans: 4 domains, latency: 1 us}\n"
               "    - {name: spine, spans: 8 domains, latency: 2 us}\n"
               "    - {name: core, latency: 3 us}\n")
        .topology;
}

// tp 4 x dp 2 x pp 6 = 48 ranks.
Layout job() {
    return test::shipped_layout("megatron-1.7b", {{"parallel.tp", "4"},
                                                  {"parallel.pp", "6"},
                                                  {"parallel.dp", "2"},
                                                  {"batch.micro", "1"},
                                                  {"order", "tp,dp,pp"}});
}

using Runs = std::vector<KeptRun>;
std::vector<Runs> lists(const std::vector<std::pair<const char*, PinStrength>>& texts,
                        std::uint32_t block = 4) {
    const Topology topology = boxes();
    std::vector<Pin> pins;
    for (const auto& [text, strength] : texts)
        pins.push_back(std::get<Pin>(parse_pin(text, strength, topology)));
    return KeptRuns(topology, pins).of(job(), block);
}
constexpr auto required = PinStrength::required;
constexpr auto preferred = PinStrength::preferred;
const Reach leaf = Reach::tier(0);
const Reach spine = Reach::tier(1);

TEST_CASE("pins become runs, the largest first, and the last list has none") {
    CHECK(lists({}) == std::vector<Runs>{{}});
    CHECK(lists({{"job=spine", required}, {"2 servers=leaf", required}}) ==
          std::vector<Runs>{{{48, spine}, {16, leaf}}, {}});
    // Whole groups of dp reach over 8 ranks, of pp over all of them; core is everywhere, and off NVLink is no
    // run.
    CHECK(lists({{"dp=nvlink", required}, {"pp=spine", required}, {"job=core", required}}) ==
          std::vector<Runs>{{{48, spine}, {8, Reach::nvlink()}}, {}});
    CHECK(lists({{"pp=network", required}}) == std::vector<Runs>{{}});
}

TEST_CASE("what follows from others is left out, what no span has the GPUs for too") {
    CHECK(lists({{"16=leaf", required}, {"8=spine", required}, {"8=leaf", required}}) ==
          std::vector<Runs>{{{16, leaf}}, {}});
    CHECK(lists({{"job=leaf", required}}) == std::vector<Runs>{{}});  // 48 ranks, 32 GPUs
}

TEST_CASE("sizes that do not divide are kept by their least common multiple") {
    CHECK(lists({{"12=spine", required}, {"8=leaf", required}}) ==
          std::vector<Runs>{{{24, spine}, {8, leaf}}, {}});
    CHECK(lists({{"6=leaf", required}}) == std::vector<Runs>{{{12, leaf}}, {}});  // blocks of 4
}

TEST_CASE("preferred pins are given up one by one, required ones last") {
    CHECK(lists({{"16=leaf", preferred}, {"job=spine", required}, {"8=nvlink", preferred}}) ==
          std::vector<Runs>{{{48, spine}, {16, leaf}, {8, Reach::nvlink()}},
                            {{48, spine}, {16, leaf}},
                            {{48, spine}, {8, Reach::nvlink()}},
                            {{48, spine}},
                            {}});
}

TEST_CASE("a placement keeps a run where no segment ends within one") {
    const Topology topology = boxes();
    const Layout layout = job();
    const RankGrid grid(layout.order, layout.degrees);
    const auto placed = std::get<Placement>(place(topology, grid, layout.placement));
    const auto regular = Regularity(topology).place(grid, layout.placement);
    REQUIRE(regular.has_value());
    const std::vector<std::pair<KeptRun, bool>> runs = {
        {{8, Reach::nvlink()}, true}, {{16, Reach::nvlink()}, false},
        {{16, leaf}, true},           {{32, leaf}, true},
        {{24, leaf}, false},          {{48, leaf}, false},
        {{48, spine}, true}};
    for (const auto& [run, kept] : runs) {
        CHECK(keeps_run(topology, placed, run) == kept);
        CHECK(keeps_run(*regular, run) == kept);
    }
}

TEST_CASE("runs of a regular placement with gaps are kept where those of its ranks are") {
    // Blocks of tp 2 x pp 6 = 12 ranks leave a half of every other box empty: boxes begin with ranks 0, 8,
    // 12, 20, 24 and so on, leaves with 0 and 24.
    const Topology topology = boxes();
    const Layout layout = test::shipped_layout("megatron-1.7b", {{"parallel.tp", "2"},
                                                                 {"parallel.pp", "6"},
                                                                 {"parallel.dp", "4"},
                                                                 {"batch.micro", "1"},
                                                                 {"placement.keep", "[tp, pp]"},
                                                                 {"order", "tp,pp,dp"}});
    const RankGrid grid(layout.order, layout.degrees);
    const auto placed = std::get<Placement>(place(topology, grid, layout.placement));
    const auto regular = Regularity(topology).place(grid, layout.placement);
    REQUIRE(regular.has_value());
    REQUIRE(regular->spacing.pitch() == 16);
    const std::vector<std::pair<KeptRun, bool>> runs = {{{4, Reach::nvlink()}, true},
                                                        {{8, Reach::nvlink()}, false},
                                                        {{12, Reach::nvlink()}, false},
                                                        {{12, leaf}, true},
                                                        {{24, leaf}, true},
                                                        {{16, leaf}, false},
                                                        {{48, leaf}, false},
                                                        {{48, spine}, true}};
    for (const auto& [run, kept] : runs) {
        CHECK(keeps_run(topology, placed, run) == kept);
        CHECK(keeps_run(*regular, run) == kept);
    }
}

}  // namespace
}  // namespace railyard::search
