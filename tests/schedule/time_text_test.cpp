#include "railyard/schedule/time_text.hpp"

#include <doctest/doctest.h>

namespace railyard::schedule {

TEST_CASE("a time without unit stays without") {
    CHECK(time_text(seconds(28.5), TimeUnit::arbitrary) == "28.5");
    CHECK(time_text(seconds(1.0 / 3), TimeUnit::arbitrary) == "0.333333");
    CHECK(time_text(seconds(0), TimeUnit::arbitrary) == "0");
}

TEST_CASE("a time with unit takes the prefix that keeps it between 1 and 1000") {
    CHECK(time_text(seconds(1.5), TimeUnit::seconds) == "1.5 s");
    CHECK(time_text(seconds(0.0012345), TimeUnit::seconds) == "1.234 ms");
    CHECK(time_text(microseconds(5), TimeUnit::seconds) == "5 us");
    CHECK(time_text(seconds(3e-10), TimeUnit::seconds) == "0.3 ns");
    CHECK(time_text(seconds(0), TimeUnit::seconds) == "0 s");
    CHECK(time_text(seconds(0.00099999999), TimeUnit::seconds) == "1 ms");
}

TEST_CASE("shares have two decimals") {
    CHECK(percent_text(0.1875) == "18.75 %");
    CHECK(percent_text(0) == "0.00 %");
}

}  // namespace railyard::schedule
