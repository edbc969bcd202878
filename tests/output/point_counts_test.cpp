#include "railyard/output/point_counts.hpp"

#include <doctest/doctest.h>

namespace railyard::output {
namespace {

const std::vector<ResultColumn> columns = {
    {"point", CellKind::whole}, {status_column, CellKind::text}, {reason_column, CellKind::text}};

ResultRow row(double point, const std::string& status, const std::string& reason) {
    return {point, status, reason};
}

TEST_CASE("reasons that differ in numbers count together, with the first of them as it is") {
    PointCounts counts(columns);
    counts.add(row(0, "ok", ""));
    counts.add(row(1, "refused", "tp x pp = 48 does not divide 16,384 GPUs"));
    counts.add(row(2, "excluded", "tp <= 8"));
    PointCounts behind(columns);
    behind.add(row(3, "refused", "tp x pp = 5 does not divide 8 GPUs"));
    behind.add(row(4, "ok", "needs 90 GiB"));
    counts.add(behind);
    CHECK(counts.points() == 5);
    CHECK(counts.ok() == 2);
    CHECK(counts.text() ==
          "5 points: 2 ok, 3 not\n"
          "  refused   2  such as point 1: tp x pp = 48 does not divide 16,384 GPUs\n"
          "  excluded  1  tp <= 8\n"
          "  ok, but   1  needs 90 GiB\n");
}

TEST_CASE("a reason that is the same for all is no example, and a long one goes on below") {
    PointCounts counts(columns);
    std::string reason = "word0";
    for (int i = 1; i < 20; ++i) reason += " word";
    counts.add(row(1, "refused", reason));
    counts.add(row(2, "refused", reason));
    // 100 letters a line, 14 of them before the reason.
    CHECK(counts.text() ==
          "2 points: 0 ok, 2 not\n"
          "  refused  2  word0 word word word word word word word word word word word word word word word "
          "word\n"
          "              word word word\n");
}

TEST_CASE("beyond twelve kinds of reasons the rest is counted") {
    PointCounts counts(columns);
    for (char kind = 'a'; kind <= 'n'; ++kind)
        counts.add(row(kind - 'a', "refused", std::string("reason ") + kind));
    const std::string text = counts.text();
    CHECK(text.find("reason l") != std::string::npos);
    CHECK(text.find("reason m") == std::string::npos);
    CHECK(text.find("  other reasons  2\n") != std::string::npos);
}

TEST_CASE("designs over the memory are told by their reason, beside whatever else it says") {
    CHECK_FALSE(is_over_memory(columns, row(1, "ok", "")));
    CHECK_FALSE(is_over_memory(columns, row(1, "ok", "times of the reference model: x")));
    CHECK(
        is_over_memory(columns, row(1, "ok", "so; " + std::string(over_memory) + ": needs 3 GiB of 2 GiB")));
}

}  // namespace
}  // namespace railyard::output
