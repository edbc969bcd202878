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
          "  excluded  1  tp <= 8\n");
}

TEST_CASE("a table shows what differs, and tells the rest once") {
    CHECK(sweep_table(columns, {row(3, "ok", "", 1.5), row(12, "ok", "", 12345.6)}, {}) ==
          "point  step seconds\n"
          "    3           1.5\n"
          "   12        12,346\n"
          "The same for all: layout a \"b\", c, parallel.tp 8, fits yes\n");
}

TEST_CASE("a table is no wider than a page: figures go first, then choices, what was asked for stays") {
    std::vector<ResultColumn> wide = {{"point", CellKind::whole}};
    std::vector<ResultRow> rows = {{0.0}, {1.0}};
    const auto add = [&](const std::string& name, CellKind kind) {
        wide.push_back({name, kind});
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::string text = std::string(24, 'x') + std::to_string(i);
            rows[i].push_back(kind == CellKind::text ? ResultCell(text)
                                                     : ResultCell(1.0 + static_cast<double>(i)));
        }
    };
    for (const char* name : {"first", "second", "third", "fourth"}) add(name, CellKind::text);
    wide.push_back({status_column, CellKind::text});
    wide.push_back({reason_column, CellKind::text});
    for (ResultRow& row : rows) row.insert(row.end(), {ResultCell("ok"), ResultCell("")});
    add("step_seconds", CellKind::number);
    add("memory_gib", CellKind::number);
    const std::string table = sweep_table(wide, rows, {"step_seconds"});
    CHECK(table.find("Too wide for this page (--format csv): fourth, memory_gib") != std::string::npos);
    CHECK(table.find("step seconds") != std::string::npos);
    CHECK(table.find("third") < table.find("Too wide"));
}

}  // namespace
}  // namespace railyard::output
