#include <doctest/doctest.h>

#include <set>

#include "tests/support/launch_plans.hpp"

namespace railyard::output {
namespace {

TEST_CASE("every format has a name of its own and writes a small job") {
    const test::PlannedJob job(4, 2, test::four_boxes);
    std::set<std::string_view> names;
    for (const auto& format : export_formats()) {
        CAPTURE(format.name);
        CHECK(names.insert(format.name).second);
        const Exported written = format.write(job.question());
        REQUIRE(std::holds_alternative<std::string>(written));
        CHECK(std::get<std::string>(written).back() == '\n');
    }
    CHECK(names.size() == 7);
}

}  // namespace
}  // namespace railyard::output
