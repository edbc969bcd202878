#include "railyard/output/row_ranges.hpp"

#include <doctest/doctest.h>

namespace railyard::output {
namespace {

TEST_CASE("rows are told one by one, more than two neighbours as a range") {
    CHECK(row_ranges({}).empty());
    CHECK(row_ranges({0}) == "given");
    CHECK(row_ranges({0, 1, 2, 3}) == "given and 1 to 3");
    CHECK(row_ranges({1, 2}) == "1 and 2");
    CHECK(row_ranges({1, 3, 4, 5, 9, 10}) == "1, 3 to 5, 9 and 10");
}

TEST_CASE("words are listed as people do") {
    CHECK(listed({}).empty());
    CHECK(listed({"a"}) == "a");
    CHECK(listed({"a", "b"}) == "a and b");
    CHECK(listed({"a", "b", "c"}) == "a, b and c");
}

}  // namespace
}  // namespace railyard::output
