#include "railyard/output/calibrated_report.hpp"

#include <doctest/doctest.h>

namespace railyard::output {
namespace {

TEST_CASE("both errors of a run stand in its line, and doubts are told") {
    CalibratedValidation validation;
    validation.calibration = "shipped";
    validation.rows = {
        {"run-1", "paper", RunKind::dense, false, seconds(10), seconds(11), seconds(12), StepTimes{}}};
    const std::string table = calibrated_table(validation);
    CHECK(table.find("run-1") != std::string::npos);
    CHECK(table.find("+10.0") != std::string::npos);
    CHECK(table.find("+20.0") != std::string::npos);
    CHECK(table.find("not fitted") != std::string::npos);
    CHECK(calibrated_csv(validation).find("run-1,paper,dense,false,10,11,") != std::string::npos);
    CHECK(calibrated_json(validation).find("\"left_out_seconds\": 12.0") != std::string::npos);
}

TEST_CASE("collectives beyond 30 % are listed") {
    CollectiveValidation validation;
    CollectiveRow row;
    row.point.on = "hgx-h100";
    row.point.group.members = 8;
    row.point.size = bytes(512);
    row.point.measured = microseconds(10);
    row.predicted.time = microseconds(15);
    validation.rows = {row};
    validation.all = {"all", 1, 50, 50, 1};
    CHECK(collectives_table(validation).find("+50.0") != std::string::npos);
    CHECK(collectives_csv(validation).find("hgx-h100,all-reduce,8,512,") != std::string::npos);
    CHECK(collectives_json(validation).find("\"algorithm\": \"ring\"") != std::string::npos);
}

}  // namespace
}  // namespace railyard::output
