#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/support/launch_plans.hpp"

namespace railyard::output {
namespace {

TEST_CASE("every rank with its host, its device and its place in the grid") {
    const test::PlannedJob job(2, 2, test::four_boxes, {"b", "a", "spare"}, {7, 0, 2, 5});
    const auto json = nlohmann::json::parse(std::get<std::string>(export_json(job.question())));
    CHECK(json["ranks"] == 4);
    CHECK(json["hosts"][0]["server"] == "box1/server0");
    CHECK(json["idle_hosts"] == nlohmann::json::array({"spare"}));
    const auto& task = json["tasks"][3];
    CHECK(task["rank"] == 3);
    CHECK(task["host"] == "b");
    CHECK(task["local_rank"] == 1);
    CHECK(task["gpu"] == 1);
    CHECK(task["tp"] == 1);
    CHECK(task["dp"] == 1);
    CHECK(task["pp"] == 0);
}

}  // namespace
}  // namespace railyard::output
