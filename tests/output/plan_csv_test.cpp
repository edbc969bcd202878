#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "railyard/output/plan_report.hpp"
#include "tests/support/plan_reports.hpp"

namespace railyard::output {
namespace {

// Commas outside quotes.
std::ptrdiff_t commas(const std::string& line) {
    bool quoted = false;
    std::ptrdiff_t count = 0;
    for (const char c : line) {
        if (c == '"') quoted = !quoted;
        if (c == ',' && !quoted) ++count;
    }
    return count;
}

TEST_CASE("a header and a row for each cut, as many cells in each") {
    const test::PlannedModel job;
    std::istringstream text(plan_csv(job.report()));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    REQUIRE(lines.size() == 4);
    CHECK(lines[0].find("rank,tp,cp,pp,dp,ep,etp,micro,schedule,") == 0);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        CHECK(lines[i].find(std::to_string(i) + ",") == 0);
        CHECK(commas(lines[i]) == commas(lines[0]));
    }
}

}  // namespace
}  // namespace railyard::output
