#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "railyard/output/plan_report.hpp"
#include "tests/support/plan_reports.hpp"

namespace railyard::output {
namespace {

TEST_CASE("every cut with its step, memory and bounds, and counts that add up") {
    const test::PlannedModel job;
    const auto json = nlohmann::json::parse(plan_json(job.report()));
    CHECK(json["model"] == "mixtral-8x7b");
    CHECK(json["gpus"] == 16);
    REQUIRE(json["plans"].size() == 3);
    for (const auto& plan : json["plans"]) {
        const auto& step = plan["step"];
        double sum = 0;
        for (const char* part : {"compute", "tp", "cp", "ep", "pp", "dp", "bubble"})
            sum += step[part].get<double>();
        CHECK(sum == doctest::Approx(step["seconds"].get<double>()));
        double bounds = 0;
        for (const auto& bound : plan["bounds"]) bounds += bound["seconds"].get<double>();
        CHECK(bounds == doctest::Approx(step["seconds"].get<double>()));
        CHECK(plan["memory"]["total"].get<double>() <= plan["memory"]["capacity"].get<double>());
    }
    const auto& counts = json["counts"];
    std::uint64_t sum = 0;
    for (const char* part :
         {"over_memory", "too_slow", "same_as_others", "not_placed", "timed", "not_looked_at"})
        sum += counts[part].get<std::uint64_t>();
    CHECK(sum == counts["candidates"].get<std::uint64_t>());
    CHECK_FALSE(json.contains("search_seconds"));
}

TEST_CASE("the fastest without preferences, and why pins are not met") {
    const test::PlannedModel job;
    PlanReport report = job.report();
    CHECK(nlohmann::json::parse(plan_json(report))["without_preferences"].is_null());
    report.without_preferences = job.answer.best.at(1);
    report.why_unmet = {"job=nvlink: the job has 16 ranks."};
    const auto json = nlohmann::json::parse(plan_json(report));
    CHECK(json["without_preferences"]["parallel"] == json["plans"][1]["parallel"]);
    CHECK(json["without_preferences"]["seconds"] == json["plans"][1]["step"]["seconds"]);
    CHECK(json["why_unmet"] == report.why_unmet);
}

}  // namespace
}  // namespace railyard::output
