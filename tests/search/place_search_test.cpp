#include "railyard/search/place_search.hpp"

#include <doctest/doctest.h>

#include "railyard/job/order.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/plan_spaces.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

Topology on(const char* name) {
    return load_topology(test::shipped_library(), name).topology;
}

TEST_CASE("the best of the family is no worse than the layout itself, by either goal") {
    for (const char* name : {"gb200-nvl72", "hgx-a100", "mixed-nvl72-h100"}) {
        const Layout layout = test::shipped_layout("megatron-18.4b");
        for (const PlaceGoal goal : {PlaceGoal::time, PlaceGoal::network_bytes}) {
            PlaceRules rules;
            rules.goal = goal;
            const auto answer = place_best(on(name), layout, test::reference_times(), rules);
            REQUIRE_FALSE(answer.best.empty());
            REQUIRE(answer.as_given.has_value());
            const auto& best = answer.best.front();
            if (goal == PlaceGoal::time) CHECK(best.step.total() <= answer.as_given->step.total());
            if (goal == PlaceGoal::network_bytes) CHECK(best.network <= answer.as_given->network);
            CHECK(best.network >= answer.network_floor);
            CHECK(answer.exhaustive == (std::string(name) != "mixed-nvl72-h100"));
        }
    }
}

TEST_CASE("pins leave out what breaks them, and what nothing keeps is named") {
    const Layout layout = test::shipped_layout("megatron-145.6b");
    const Topology topology = on("gb200-nvl72");
    PlaceRules rules;
    rules.pins = {std::get<Pin>(parse_pin("pp=nvlink", PinStrength::required, topology))};
    const auto tiled = place_best(topology, layout, test::reference_times(), rules);
    REQUIRE_FALSE(tiled.best.empty());
    // 8 stages of 8 fill 64 of 72.
    CHECK(tiled.best.front().placement.gpus_idle == 24 * 8);
    rules.pins = {std::get<Pin>(parse_pin("dp=nvlink", PinStrength::required, topology)),
                  std::get<Pin>(parse_pin("pp=nvlink", PinStrength::required, topology))};
    const auto none = place_best(topology, layout, test::reference_times(), rules);
    CHECK(none.best.empty());
    // Either can be had, both cannot.
    CHECK(none.broken_pins.empty());
    CHECK(none.why_not == "no placement keeps all the required pins together");
    rules.pins = {std::get<Pin>(parse_pin("job=nvlink", PinStrength::required, topology))};
    CHECK(place_best(topology, layout, test::reference_times(), rules).broken_pins ==
          std::vector<std::string>{"job=nvlink"});
}

TEST_CASE("a job without room says why") {
    const auto answer =
        place_best(on("single-nvl72"), test::shipped_layout("megatron-145.6b"), test::reference_times(), {});
    CHECK(answer.best.empty());
    CHECK_FALSE(answer.as_given.has_value());
    CHECK_FALSE(answer.why_not.empty());
}

}  // namespace
}  // namespace railyard::search
