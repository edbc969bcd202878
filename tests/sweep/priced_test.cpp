#include "railyard/sweep/priced.hpp"

#include <doctest/doctest.h>

#include "railyard/sweep/load_plan.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::sweep {
namespace {

std::string refusal(const std::string& text, const std::vector<ChosenBy>& chosen = {}) {
    return test::refusal_of([&] {
        const auto library = test::shipped_library();
        const Plan plan = load_plan(input::parse_yaml(input::make_source(
            "s.yaml", "sweep: s\ntopology: [gb200-nvl72, hgx-h100]\nlayout: gpt3-175b-64\n" + text)));
        const DesignPoints points(library, plan, 0.47);
        check_priced(points, plan, chosen);
    });
}

TEST_CASE("what is chosen by a cost that nothing has is told, with what lacks it") {
    CHECK(refusal("where: [memory.fits, cost < 1e6]\n")
              .starts_with("s.yaml:4:22: 'cost' has no value at any point: no part of gb200-nvl72, hgx-h100 "
                           "has a cost | set: {cost: 30000, "));
    CHECK(refusal("", {{"--pareto", "step_seconds"}, {"--pareto", "cost_per_trillion_tokens"}})
              .find("--pareto: 'cost_per_trillion_tokens' has no value at any point: no part of "
                    "gb200-nvl72, hgx-h100 has a cost") != std::string::npos);
    CHECK(refusal("set: {cost: 30000}\n", {{"--best", "power_kw"}})
              .find("--best: 'power_kw' has no value at any point: no part of gb200-nvl72, hgx-h100 has a "
                    "power | set: {power: 700 W") != std::string::npos);
}

TEST_CASE("one price on one choice of one axis is enough, and other figures need none") {
    CHECK(refusal("where: [memory.fits]\n", {{"--best", "step_seconds"}}).empty());
    CHECK(refusal("set: {cost: 30000}\nwhere: [cost < 1e9]\n", {{"--pareto", "cost"}}).empty());
    CHECK(refusal("axes: {parallel.tp: [4, 8], nics.cost: [1000, 2000]}\n", {{"--pareto", "cost"}}).empty());
    CHECK(refusal("axes: {power: [700 W, 1 kW]}\n", {{"--best", "mwh_per_trillion_tokens"}}).empty());
}

}  // namespace
}  // namespace railyard::sweep
