#include "railyard/output/validation_report.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace railyard::output {
namespace {

using Json = nlohmann::json;

// Three rows of two sources, one of them fitted, and a run that was skipped.
Validation sample() {
    Validation validation;
    validation.eta = 0.47331;
    validation.fitted_on = "one";
    const StepTimes parts{seconds(7), seconds(1), {}, {}, {}, seconds(2), {}};
    validation.rows = {
        {"one", "A 2021, Table 1", RowUse::fitted, seconds(10), seconds(10.0000001), parts, -0.000001},
        {"two", "A 2021, Table 1", RowUse::predicted, seconds(9), seconds(10), parts, -10},
        {"three", "B, \"draft\"", RowUse::predicted, seconds(10.5), seconds(10), parts, 5}};
    validation.sources = {{"A 2021, Table 1", 1, 10, -10}, {"B, \"draft\"", 1, 5, 5}};
    validation.all = {"all", 2, 7.5, -10};
    validation.skipped = {{"four", "tp is missing"}};
    return validation;
}

std::set<std::string> keys_of(const Json& object) {
    std::set<std::string> keys;
    for (const auto& [key, value] : object.items()) keys.insert(key);
    return keys;
}

TEST_CASE("the table: every run, every source, all, and what was skipped") {
    CHECK(validation_table(sample()) ==
          "reference model, eta 0.4733 fitted on one\nerror of throughput, negative: predicted too slow\n"
          "\n"
          "run    measured s  predicted s  error %\n"
          "one        10.000       10.000     0.00  fitted on this row\n"
          "two         9.000       10.000   -10.00\n"
          "three      10.500       10.000    +5.00\n"
          "\n"
          "source           rows  mean |error| %  worst %\n"
          "A 2021, Table 1     1           10.00   -10.00\n"
          "B, \"draft\"          1            5.00    +5.00\n"
          "all                 2            7.50   -10.00\n"
          "\n"
          "skipped 1 run:\n"
          "  four: tp is missing\n");
}

TEST_CASE("a source of many words does not make the table wider than a screen") {
    Validation validation = sample();
    validation.sources[0].source = std::string(150, 'x');
    const std::string text = validation_table(validation);
    const std::size_t begin = text.find("\nsource") + 1;
    CHECK(text.find('\n', begin) - begin <= 100);
    CHECK(text.find(std::string(61, 'x') + "...  ") != std::string::npos);
    CHECK(Json::parse(validation_json(validation))["sources"][0]["source"] == std::string(150, 'x'));
}

TEST_CASE("with one source there is no need for all, and nothing skipped is not said") {
    Validation validation = sample();
    validation.rows.pop_back();
    validation.sources.pop_back();
    validation.skipped.clear();
    const std::string text = validation_table(validation);
    CHECK(text.find("\nall ") == std::string::npos);
    CHECK(text.find("skipped") == std::string::npos);
}

TEST_CASE("JSON has the documented keys, and numbers in full") {
    const Json json = Json::parse(validation_json(sample()));
    for (const char* key : {"model", "eta", "rows", "sources", "skipped"}) CHECK(json.contains(key));
    CHECK(json["model"] == "reference");
    CHECK(json["eta"] == 0.47331);
    REQUIRE(json["rows"].size() == 3);
    const Json& row = json["rows"][1];
    for (const char* key : {"id", "source", "measured_seconds", "predicted_seconds", "error_percent"})
        CHECK(row.contains(key));
    CHECK(row["id"] == "two");
    CHECK(row["measured_seconds"] == 9);
    CHECK(row["error_percent"] == -10);
    CHECK(row["parts"]["tp"] == 1);
    CHECK(row["fitted"] == false);
    CHECK(json["rows"][0]["fitted"] == true);
    CHECK(keys_of(json["sources"][0]) ==
          std::set<std::string>{"source", "rows", "mean_percent", "max_percent"});
    CHECK(json["sources"][1]["source"] == "B, \"draft\"");
    CHECK(keys_of(json["skipped"][0]) == std::set<std::string>{"id", "why"});
}

TEST_CASE("JSON survives bytes that are no text") {
    Validation validation = sample();
    validation.rows[0].id = "bad \xFF byte";
    CHECK(Json::parse(validation_json(validation))["rows"][0]["id"] == "bad \xEF\xBF\xBD byte");
}

TEST_CASE("nothing to validate is an answer too") {
    const Json json = Json::parse(validation_json({}));
    CHECK(json["rows"].empty());
    CHECK(json["rows"].is_array());
    CHECK(json["skipped"].is_array());
}

TEST_CASE("CSV: a header and a row per run") {
    CHECK(validation_csv(sample()) ==
          "id,source,measured_seconds,predicted_seconds,error_percent,fitted\n"
          "one,\"A 2021, Table 1\",10,10.0000001,-1e-06,true\n"
          "two,\"A 2021, Table 1\",9,10,-10,false\n"
          "three,\"B, \"\"draft\"\"\",10.5,10,5,false\n");
}

}  // namespace
}  // namespace railyard::output
