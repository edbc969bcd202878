#include "railyard/output/sweep_rows.hpp"

#include <doctest/doctest.h>

namespace railyard::output {
namespace {

const std::vector<ResultColumn> columns = {
    {"point", CellKind::whole}, {"layout", CellKind::text}, {"parallel.tp", CellKind::number},
    {"status", CellKind::text}, {"reason", CellKind::text}, {"step_seconds", CellKind::number},
    {"fits", CellKind::yes_no}};

ResultRow row(double point, const std::string& status, const std::string& reason, ResultCell seconds) {
    return {point, std::string("a \"b\", c"), std::string("8"), status, reason, std::move(seconds), 1.0};
}

TEST_CASE("CSV quotes what it must, and numbers come back as they were") {
    CHECK(csv_header(columns) == "point,layout,parallel.tp,status,reason,step_seconds,fits\n");
    CHECK(csv_row(columns, row(16384, "ok", "", 0.1)) == "16384,\"a \"\"b\"\", c\",8,ok,,0.1,true\n");
    CHECK(csv_row(columns, row(1, "refused", "x", std::monostate{})) ==
          "1,\"a \"\"b\"\", c\",8,refused,x,,true\n");
}

TEST_CASE("JSON lines are objects, with null for what is not there") {
    CHECK(json_row(columns, row(3, "ok", "", 1.0 / 3)) ==
          "{\"point\": 3, \"layout\": \"a \\\"b\\\", c\", \"parallel.tp\": 8, \"status\": \"ok\", "
          "\"reason\": \"\", \"step_seconds\": 0.3333333333333333, \"fits\": true}\n");
    CHECK(json_row(columns, row(3, "refused", "x", std::monostate{})).find("\"step_seconds\": null") !=
          std::string::npos);
}

TEST_CASE("reasons that differ in numbers count together") {
    PointCounts counts(columns);
    counts.add(row(0, "ok", "", 1.0));
    counts.add(row(1, "refused", "tp x pp = 48 does not divide 16,384 GPUs", {}));
    counts.add(row(2, "refused", "tp x pp = 5 does not divide 8 GPUs", {}));
    counts.add(row(3, "excluded", "tp <= 8", {}));
    CHECK(counts.points() == 4);
    CHECK(counts.ok() == 1);
    CHECK(counts.text() ==
          "4 points: 1 ok, 3 not\n"
          "  refused   2  tp x pp = N does not divide N GPUs\n"
          "  excluded  1  tp <= N\n");
}

TEST_CASE("a table shows what differs, and tells the rest once") {
    CHECK(sweep_table(columns, {row(3, "ok", "", 1.5), row(12, "ok", "", 12345.6)}, {}) ==
          "point  step seconds\n"
          "    3           1.5\n"
          "   12        12,346\n"
          "The same for all: layout a \"b\", c, parallel.tp 8, fits yes\n");
}

}  // namespace
}  // namespace railyard::output
