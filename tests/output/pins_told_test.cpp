#include "railyard/output/pins_told.hpp"

#include <doctest/doctest.h>

namespace railyard::output {
namespace {

TEST_CASE("pins that nothing keeps are named, alone and together") {
    CHECK(unmet_pins_told({}, "No placement").empty());
    CHECK(unmet_pins_told({{"pp=nvlink"}, {{"tp=nvlink", "dp=nvlink"}, {"a", "b", "c"}}}, "No placement") ==
          "No placement keeps the pin pp=nvlink.\n"
          "No placement keeps the pins tp=nvlink and dp=nvlink together.\n"
          "No placement keeps the pins a, b and c together.\n");
}

TEST_CASE("a pin that rows do not keep is told with the rows, neighbours as a range") {
    CHECK(broken_pins_told({{0, {}}, {1, {}}}).empty());
    CHECK(broken_pins_told({{0, {"a"}}, {1, {"a"}}, {2, {"a", "b"}}, {3, {"a"}}, {4, {}}}) ==
          "a is not kept by given and 1 to 3.\n"
          "b is not kept by 2.\n");
    CHECK(broken_pins_told({{1, {"a"}}, {2, {"a"}}, {3, {}}, {4, {"a"}}}) ==
          "a is not kept by 1, 2 and 4.\n");
}

}  // namespace
}  // namespace railyard::output
