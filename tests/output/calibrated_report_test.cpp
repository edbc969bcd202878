#include "railyard/output/calibrated_report.hpp"

#include <doctest/doctest.h>

#include <set>
#include <sstream>
#include <string>

namespace railyard::output {
namespace {

TEST_CASE("both errors of a run stand in its line, and doubts are told") {
    CalibratedValidation validation;
    validation.calibration = "shipped";
    validation.rows = {{"run-1", "paper", RunKind::dense, false, seconds(10), seconds(11), seconds(12),
                        StepTimes{}, "quality C"}};
    const std::string table = calibrated_table(validation);
    CHECK(table.find("run-1") != std::string::npos);
    CHECK(table.find("+10.0") != std::string::npos);
    CHECK(table.find("+20.0") != std::string::npos);
    CHECK(table.find("quality C") != std::string::npos);
    CHECK(table.find("1 run of quality C or from memory: not fitted") != std::string::npos);
    CHECK(table.find("mean over sources") == std::string::npos);  // none counts
    CHECK(calibrated_csv(validation).find("run-1,paper,dense,false,10,11,") != std::string::npos);
    CHECK(calibrated_json(validation).find("\"left_out_seconds\": 12.0") != std::string::npos);
}

TEST_CASE("rows and sources that differ read differently, and kinds without runs have no mean") {
    CalibratedValidation validation;
    const std::string head = "suite25.09-somewhere-h100-";
    for (const std::string& model : {std::string("qwen3-30b-16gpu"), std::string("qwen3-235b-256gpu")}) {
        CalibratedRow row;
        row.id = head + model + "-fp8-tokens-dropped";
        row.measured = row.predicted = row.left_out = seconds(1);
        validation.rows.push_back(row);
    }
    for (const std::string& year : {std::string("25.02"), std::string("25.07")})
        validation.sources.push_back({"A performance summary of one vendor, container " + year, 1});
    const std::string table = calibrated_table(validation);
    CHECK(table.find("...30b-16gpu-fp8-tokens-dropped ") != std::string::npos);
    CHECK(table.find("...235b-256gpu-fp8-tokens-dropped ") != std::string::npos);
    CHECK(table.find("ontainer 25.02") != std::string::npos);
    CHECK(table.find("ontainer 25.07") != std::string::npos);
    CHECK(table.find("left out, mean over sources: dense 0.0 %\n") != std::string::npos);
}

TEST_CASE("what is cut alike only after it was cut apart is cut once more") {
    CalibratedValidation validation;
    for (const char* gpu : {"gb200", "b200"}) {
        for (const char* model : {"qwen3-30b-8gpu", "qwen3-235b-64gpu"}) {
            CalibratedRow row;
            row.id = "mbridge25.09-" + std::string(gpu) + "-" + model + "-fp8cs-tokendrop";
            row.measured = row.predicted = row.left_out = seconds(1);
            validation.rows.push_back(row);
        }
    }
    const std::string table = calibrated_table(validation);
    std::set<std::string> ids;
    std::istringstream lines(table);
    for (std::string line; std::getline(lines, line);)
        if (line.find("fp8cs-tokendrop ") != std::string::npos) ids.insert(line.substr(0, line.find(' ')));
    CHECK(ids.size() == 4);
    for (const std::string& id : ids) CHECK(id.size() <= 41);
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
