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
    test::PlannedModel job;
    job.answer.best.back().machine.origin = PlacementOrigin::given;
    job.answer.best.back().machine.begins_on = DomainId(1);
    std::istringstream text(plan_csv(job.report()));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    REQUIRE(lines.size() == 4);
    CHECK(lines[0].find("rank,tp,cp,pp,dp,ep,etp,micro,schedule,") == 0);
    CHECK(lines[0].ends_with(",begins_on,by_list"));
    CHECK(lines[1].ends_with(",box0,false"));
    CHECK(lines[3].ends_with(",box1,true"));
    for (std::size_t i = 1; i < lines.size(); ++i) {
        CHECK(lines[i].find(std::to_string(i) + ",") == 0);
        CHECK(commas(lines[i]) == commas(lines[0]));
    }
}

}  // namespace
}  // namespace railyard::output
