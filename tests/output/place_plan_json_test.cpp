#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "railyard/output/place_plan_report.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/plan_spaces.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::output {
namespace {

TEST_CASE("every placement with its step, its bytes and the floor, and the ranks that move") {
    const Layout layout = test::shipped_layout("megatron-18.4b");
    const Topology boxes = load_topology(test::shipped_library(), "hgx-a100").topology;
    const auto answer = search::place_best(boxes, layout, test::reference_times(), {});
    PlacePlanReport report{boxes, layout, answer, {"box0/server0/gpu0"}, std::nullopt, {}, {}, {}, {}};
    search::Replan replan;
    replan.lost = 1;
    replan.moved = {{RankId(0), GpuId(0), GpuId(9)}};
    report.replan = replan;
    const auto json = nlohmann::json::parse(place_plan_json(report));
    CHECK(json["ranks"] == 256);
    CHECK(json["exhaustive"] == true);
    REQUIRE_FALSE(json["best"].empty());
    for (const auto& placed : json["best"])
        CHECK(placed["network_bytes"].get<double>() >= json["network_floor"].get<double>());
    CHECK(json["without"]["moved"][0]["from"] == "box0/server0/gpu0");
    CHECK(json["without"]["moved"][0]["to"] == "box1/server0/gpu1");
    CHECK(json["without"]["before"].is_null());
}

TEST_CASE("what a local search makes of the family's best stands beside it") {
    const Layout layout = test::shipped_layout("megatron-145.6b");
    const Topology racks = load_topology(test::shipped_library(), "gb200-nvl72").topology;
    search::PlaceRules rules;
    rules.goal = search::PlaceGoal::network_bytes;
    rules.domains = search::DomainChoice::fewest;
    const auto answer = search::place_best(racks, layout, test::reference_times(), rules);
    PlacePlanReport report{racks, layout, answer, {}, std::nullopt, {}, {}, {}, {}};
    report.goal = rules.goal;
    const auto json = nlohmann::json::parse(place_plan_json(report));
    CHECK(json["seed"] == 1);
    CHECK(json["best_by_rules"]["network_bytes"].get<double>() >
          json["best"][0]["network_bytes"].get<double>());
    CHECK(json["best"][0]["placement"]["by_list"] == true);
    CHECK(place_plan_table(report).find("% less than it") != std::string::npos);
}

}  // namespace
}  // namespace railyard::output
