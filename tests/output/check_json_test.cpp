#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "railyard/output/check_report.hpp"

namespace railyard::output {
namespace {

TEST_CASE("findings as JSON") {
    CheckReport report{"job", "racks",   {{"a.xml", "NCCL topology XML", "1 server"}}, {}, {}, {},
                       {},    {"a note"}};
    report.servers = {{"box0/server0", "node7", "8 GPUs", ""}};
    report.findings = {{Severity::warning, "here", "1", "2", "nothing"}};
    auto json = nlohmann::json::parse(check_json(report));
    CHECK(json["layout"] == "job");
    CHECK(json["topology"] == "racks");
    CHECK(json["as_described"] == true);
    CHECK(json["sources"][0]["format"] == "NCCL topology XML");
    CHECK(json["servers"][0]["host"] == "node7");
    CHECK(json["findings"][0]["severity"] == "warning");
    CHECK(json["findings"][0]["meaning"] == "nothing");
    CHECK(json["notes"][0] == "a note");
    report.sources[0].file = "\xff.xml";
    report.findings[0].severity = Severity::mismatch;
    json = nlohmann::json::parse(check_json(report));
    CHECK(json["as_described"] == false);
}

}  // namespace
}  // namespace railyard::output
