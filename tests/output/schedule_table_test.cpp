#include "railyard/output/schedule_table.hpp"

#include <doctest/doctest.h>

#include "railyard/schedule/compare.hpp"
#include "railyard/schedule/csv.hpp"

namespace railyard::output {

using schedule::TimeUnit;

TEST_CASE("the report of a schedule has its figures and a row per device") {
    const auto outcome = schedule::study(schedule::Algorithm::interleaved, {4, 8, 2}, {});
    const std::string text = schedule_report(std::get<schedule::Study>(outcome), TimeUnit::arbitrary);
    CHECK(text.find("interleaved: 4 stages, 8 micro-batches, 2 chunks a stage\n") == 0);
    CHECK(text.find("18.75 % of useful work (0.1875), 15.79 % of the step") != std::string::npos);
    CHECK(text.find("times are in the unit they were given in") != std::string::npos);
    CHECK(text.find("sends        112\n") != std::string::npos);
    CHECK(text.find("28.5          11\n") != std::string::npos);
}

TEST_CASE("what was given is shown, what was not is left out") {
    schedule::Conditions conditions;
    conditions.activation = {gigabytes(1)};
    conditions.hops = schedule::hops_over_domains(4, 2, microseconds(10), microseconds(100));
    conditions.compute = {{seconds(0.001), seconds(0.002), seconds(0.001)}};
    conditions.sending = schedule::Sending::blocking;
    const auto outcome = schedule::study(schedule::Algorithm::one_f_one_b, {4, 8, 1}, conditions);
    const std::string text = schedule_report(std::get<schedule::Study>(outcome), TimeUnit::seconds);
    CHECK(text.find("48 (32 in domains, 16 on the network); without their time the step takes 33 ms") !=
          std::string::npos);
    CHECK(text.find("peak bytes") != std::string::npos);
    CHECK(text.find("sending") != std::string::npos);
    CHECK(text.find("in the unit") == std::string::npos);
}

TEST_CASE("schedules stand side by side, with the reason where there is no answer") {
    const auto outcomes = schedule::compare({{"all"}, 3, 9, {2}}, {});
    const std::string text = schedule_comparison(outcomes, TimeUnit::arbitrary);
    CHECK(text.find("interleaved       2") != std::string::npos);
    CHECK(text.find("dualpipe          -  refused") != std::string::npos);
    CHECK(text.find("dualpipe runs from both ends and needs an even number of stages, not 3\n") !=
          std::string::npos);
    const std::string csv = schedule_comparison_csv(outcomes);
    CHECK(csv.find("\n1f1b,3,9,1,33,27,0.2222222222222222,0.18181818181818182,3,1,36,0,0,0\n") !=
          std::string::npos);
    CHECK(csv.find("\ndualpipe,,,,,,,,,,,,,\n") != std::string::npos);
}

TEST_CASE("a placed job's links are called as its domains call them, and its times are told") {
    schedule::Conditions conditions;
    conditions.hops = schedule::hops_over_domains(4, 2, microseconds(10), microseconds(100));
    conditions.compute = {{seconds(0.001), seconds(0.002), seconds(0.001)}};
    const ScheduledJob job{CostModel::calibrated, "our site", "xGMI", {"fp4 stands for fp8"}};
    const auto one = schedule::study(schedule::Algorithm::one_f_one_b, {4, 8, 1}, conditions);
    const std::string report = schedule_report(std::get<schedule::Study>(one), TimeUnit::seconds, &job);
    CHECK(report.find("48 (32 on xGMI, 16 on the network)") != std::string::npos);
    CHECK(report.find("times: calibrated model (constants 'our site')") != std::string::npos);
    CHECK(report.find("note: fp4 stands for fp8\n") != std::string::npos);
    CHECK(report.find("NVLink") == std::string::npos);
    const auto two = schedule::compare({{"1f1b", "gpipe"}, 4, 8, {}}, conditions);
    const std::string table = schedule_comparison(two, TimeUnit::seconds, &job);
    CHECK(table.find("xGMI") != std::string::npos);
    CHECK(table.find("NVLink") == std::string::npos);
    CHECK(table.find("sends  network") != std::string::npos);
}

TEST_CASE("listed operations read back as the schedule they came from") {
    for (const auto& row : schedule::catalogue()) {
        const auto outcome = schedule::study(row.algorithm, {4, 8, 1}, {});
        const auto& study = std::get<schedule::Study>(outcome);
        const auto again = schedule::read_csv(schedule_operations_csv(study), "operations.csv");
        CHECK(again.operations == study.schedule.operations);
    }
}

}  // namespace railyard::output
