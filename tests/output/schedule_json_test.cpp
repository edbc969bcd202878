#include "railyard/output/schedule_json.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "railyard/schedule/compare.hpp"

namespace railyard::output {
namespace {

using Json = nlohmann::json;
using schedule::Algorithm;
using schedule::TimeUnit;

schedule::Study study_of(Algorithm algorithm, const schedule::Shape& shape) {
    return std::get<schedule::Study>(schedule::study(algorithm, shape, {}));
}

}  // namespace

TEST_CASE("one schedule is an object with the keys that others read") {
    const Json json = Json::parse(schedule_json({study_of(Algorithm::interleaved, {4, 8, 2})},
                                                TimeUnit::arbitrary, Operations::listed));
    CHECK(json["schedule"] == "interleaved");
    CHECK(json["stages"] == 4);
    CHECK(json["micro_batches"] == 8);
    CHECK(json["chunks"] == 2);
    CHECK(json["makespan"] == 28.5);
    CHECK(json["useful"] == 24);
    CHECK(json["bubble_over_useful"] == 0.1875);
    CHECK(json["bubble_over_step"] == 3.0 / 19);
    CHECK(json["sends"] == 112);
    CHECK(json["time_unit"] == "unit");
    REQUIRE(json["devices"].size() == 4);
    CHECK(json["devices"][0]["busy"] == 24);
    CHECK(json["devices"][0]["idle"] == 4.5);
    CHECK(json["devices"][0]["peak_alive"] == 11);
    CHECK_FALSE(json["devices"][0].contains("peak_bytes"));
    REQUIRE(json["operations"].size() == 128);
    CHECK(json["operations"][0] == Json{{"device", 0},
                                        {"kind", "forward"},
                                        {"micro_batch", 0},
                                        {"chunk", 0},
                                        {"start", 0.0},
                                        {"end", 0.5}});
}

TEST_CASE("operations are left out unless asked for") {
    const Json json = Json::parse(
        schedule_json({study_of(Algorithm::gpipe, {2, 2, 1})}, TimeUnit::seconds, Operations::left_out));
    CHECK_FALSE(json.contains("operations"));
    CHECK(json["time_unit"] == "s");
}

TEST_CASE("several are a list, and what is not possible says why") {
    const auto outcomes = schedule::compare({{"all"}, 3, 9, {2}}, {});
    const Json json = Json::parse(schedule_json(outcomes, TimeUnit::arbitrary, Operations::left_out));
    REQUIRE(json["schedules"].size() == 5);
    CHECK(json["schedules"][0]["finishes"] == true);
    CHECK(json["schedules"][4]["finishes"] == false);
    CHECK(json["schedules"][4]["reason"].get<std::string>().find("even number of stages") !=
          std::string::npos);
}

TEST_CASE("a trace has an event for every operation and a name for every device") {
    schedule::Study study = study_of(Algorithm::zero_bubble_h1, {2, 4, 1});
    study.schedule.name = "odd \"name\"\xff";
    const Json json = Json::parse(schedule_trace(study, TimeUnit::seconds));
    std::size_t complete = 0;
    std::size_t threads = 0;
    for (const auto& event : json["traceEvents"]) {
        if (event["ph"] == "X") ++complete;
        if (event["name"] == "thread_name") ++threads;
    }
    CHECK(complete == study.schedule.operations.size());
    CHECK(threads == 2);
    // Microseconds: the first forward takes a second.
    const auto& first = json["traceEvents"][4];
    CHECK(first["name"] == "F0");
    CHECK(first["cat"] == "forward");
    CHECK(first["dur"] == 1e6);
}

TEST_CASE("a placed job's schedule says whose its times are") {
    const ScheduledJob job{CostModel::reference, "a row", "NVLink", {"why"}};
    const Json one = Json::parse(schedule_json({study_of(Algorithm::gpipe, {2, 2, 1})}, TimeUnit::seconds,
                                               Operations::left_out, &job));
    CHECK(one["times"] == Json{{"model", "reference"}, {"fitted_on", "a row"}, {"notes", {"why"}}});
    const Json two = Json::parse(
        schedule_json({study_of(Algorithm::gpipe, {2, 2, 1}), study_of(Algorithm::one_f_one_b, {2, 2, 1})},
                      TimeUnit::seconds, Operations::left_out, &job));
    CHECK(two["schedules"].size() == 2);
    CHECK(two["times"]["model"] == "reference");
}

}  // namespace railyard::output
