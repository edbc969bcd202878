#include "railyard/diagram/svg_parts.hpp"

#include <doctest/doctest.h>

namespace railyard::diagram {
namespace {

TEST_CASE("pixels have two decimals at most and no zeros behind them") {
    CHECK(px(12) == "12");
    CHECK(px(12.3) == "12.3");
    CHECK(px(12.345) == "12.35");
    CHECK(px(100) == "100");
    CHECK(px(0) == "0");
    CHECK(px(-0.001) == "0");
    CHECK(px(-1.5) == "-1.5");
}

}  // namespace
}  // namespace railyard::diagram
