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

TEST_CASE("a table shows what differs, and tells the rest once") {
    CHECK(sweep_table(columns, {row(3, "ok", "", 1.5), row(12, "ok", "", 12345.6)}) ==
          "point  step seconds\n"
          "    3           1.5\n"
          "   12        12,346\n"
          "The same for all: layout a \"b\", c, parallel.tp 8, fits yes\n");
}

TEST_CASE("designs with something to be said of have a star, and columns without a value are named") {
    const std::vector<ResultColumn> more = [] {
        auto all = columns;
        all.push_back({"cost", CellKind::number});
        return all;
    }();
    std::vector<ResultRow> rows = {row(3, "ok", "needs 90.1 GiB of 77.6 GiB", 1.5), row(4, "ok", "", 2.5),
                                   row(5, "ok", "needs 80.5 GiB of 77.6 GiB", 3.5)};
    for (ResultRow& one : rows) one.emplace_back(std::monostate{});
    CHECK(sweep_table(more, rows) ==
          "point  step seconds\n"
          "   3*           1.5\n"
          "   4            2.5\n"
          "   5*           3.5\n"
          "* points 3, 5: needs 90.1 GiB of 77.6 GiB (the first of them)\n"
          "The same for all: layout a \"b\", c, parallel.tp 8, fits yes\n"
          "Without a value: cost\n");
}

TEST_CASE("columns that a page has no room for follow in a block of their own, none is left out") {
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
    const std::string table = sweep_table(wide, rows);
    // Three texts of 25 letters are as much as 100 letters hold beside the point.
    CHECK(table ==
          "point  first                      second                     third\n"
          "    0  xxxxxxxxxxxxxxxxxxxxxxxx0  xxxxxxxxxxxxxxxxxxxxxxxx0  xxxxxxxxxxxxxxxxxxxxxxxx0\n"
          "    1  xxxxxxxxxxxxxxxxxxxxxxxx1  xxxxxxxxxxxxxxxxxxxxxxxx1  xxxxxxxxxxxxxxxxxxxxxxxx1\n"
          "\n"
          "point  fourth                     step seconds\n"
          "    0  xxxxxxxxxxxxxxxxxxxxxxxx0             1\n"
          "    1  xxxxxxxxxxxxxxxxxxxxxxxx1             2\n");
}

}  // namespace
}  // namespace railyard::output
