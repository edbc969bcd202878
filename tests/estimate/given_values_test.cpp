#include "railyard/estimate/given_values.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string_view>

namespace railyard {
namespace {

TEST_CASE(
    "every given number lies within what it can mean, has a name and a unit, and says where it is from") {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < given_count; ++i) {
        const GivenRow& row = given_rows[i];
        CHECK(row.least <= row.value);
        CHECK(row.value <= row.most);
        CHECK(!row.unit.empty());
        CHECK(!row.about.empty());
        CHECK(!row.source.empty());
        CHECK(given_named(row.name) == static_cast<Given>(i));
        CHECK(GivenValues{}[static_cast<Given>(i)] == row.value);
        names.insert(row.name);
    }
    CHECK(names.size() == given_count);
    CHECK(!given_named("speed_of_light"));
}

TEST_CASE("one that is set leaves the others") {
    GivenValues given;
    given[Given::optimizer] = 20;
    CHECK(given[Given::optimizer] == 20);
    CHECK(given[Given::logit_forward] == GivenValues{}[Given::logit_forward]);
}

}  // namespace
}  // namespace railyard
