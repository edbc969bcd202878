#include "railyard/base/figures.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

namespace railyard {
namespace {

TEST_CASE("numbers in groups of three") {
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1000) == "1,000");
    CHECK(grouped(1234567) == "1,234,567");
    CHECK(grouped(std::numeric_limits<std::uint64_t>::max()) == "18,446,744,073,709,551,615");
    CHECK(rounded(822009.4) == "822,009");
    CHECK(rounded(0.6) == "1");
    CHECK(rounded(1.234e18) == "1.23e18");
    CHECK(rounded(1e300) == "1e300");
    CHECK(rounded(std::numeric_limits<double>::infinity()) == "inf");
}

TEST_CASE("round numbers in short") {
    CHECK(compact(1e12) == "1e12");
    CHECK(compact(3.5e9) == "3.5e9");
    CHECK(compact(1e6) == "1e6");
    CHECK(compact(250000) == "250000");
    CHECK(compact(15) == "15");
    CHECK(compact(1e300) == "1e300");
}

TEST_CASE("signs: what rounds to zero has none") {
    CHECK(with_sign(4.714, 2) == "+4.71");
    CHECK(with_sign(-0.006, 2) == "-0.01");
    CHECK(with_sign(-0.004, 2) == "0.00");
    CHECK(with_sign(0.004, 2) == "0.00");
    CHECK(with_sign(-0.0, 1) == "0.0");
    CHECK(with_sign(-10.05, 1) == "-10.1");
}

TEST_CASE("sizes and rates have decimal prefixes and three digits") {
    CHECK(human(Bytes{}) == "0 B");
    CHECK(human(bytes(999)) == "999 B");
    CHECK(human(bytes(999.6)) == "1 kB");
    CHECK(human(gigabytes(1)) == "1 GB");
    CHECK(human(bytes(3.879e15)) == "3.88 PB");
    CHECK(human(bytes(38.79e15)) == "38.8 PB");
    CHECK(human(bytes(5e21)) == "5000 EB");
    CHECK(human(gigabytes_per_second(450)) == "450 GB/s");
    CHECK(human(gigabits_per_second(50)) == "6.25 GB/s");
    CHECK(human(teraflops_per_second(989)) == "989 TFLOP/s");
    CHECK(human(teraflops_per_second(2500)) == "2.5 PFLOP/s");
}

TEST_CASE("no number says that it is minus nothing") {
    CHECK(human(bytes(-0.0)) == "0 B");
    CHECK(human(bytes(-0.001)) == "0 B");
}

TEST_CASE("times") {
    CHECK(human(Seconds{}) == "0 s");
    CHECK(human(microseconds(0.6)) == "600 ns");
    CHECK(human(microseconds(1.2)) == "1.2 us");
    CHECK(human(microseconds(999.7)) == "1 ms");
    CHECK(human(seconds(0.597)) == "597 ms");
    CHECK(human(seconds(9.999)) == "10 s");
    CHECK(human(seconds(126.03)) == "126 s");
    CHECK(human_to_milliseconds(seconds(10.1437)) == "10.144 s");
    CHECK(human_to_milliseconds(seconds(126.0341)) == "126.034 s");
    CHECK(human_to_milliseconds(seconds(1)) == "1.000 s");
    CHECK(human_to_milliseconds(seconds(0.5)) == "500 ms");
}

TEST_CASE("a share is all or nothing only if it is") {
    CHECK(percent(6832, 7680) == "89.0 %");
    CHECK(percent(1, 1) == "100 %");
    CHECK(percent(0, 5) == "0 %");
    CHECK(percent(999999, 1000000) == "99.9 %");
    CHECK(percent(1, 1000000) == "0.1 %");
    CHECK(percent(161, 100) == "161.0 %");
    CHECK(percent(1000001, 1000000) == "100.1 %");
    CHECK(percent(0, 0) == "-");
}

TEST_CASE("one server, two servers, two boxes") {
    CHECK(counted(1, "server") == "1 server");
    CHECK(counted(2, "server") == "2 servers");
    CHECK(counted(2, "box") == "2 boxes");
    CHECK(counted(0, "switch") == "0 switches");
}

}  // namespace
}  // namespace railyard
