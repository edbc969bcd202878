#include <doctest/doctest.h>

#include "railyard/machine/nccl_topo.hpp"

using namespace railyard;
using namespace railyard::machine;

TEST_CASE("lanes of PCIe") {
    // 128 of 130 bits are payload from Gen3 on, 8 of 10 before.
    CHECK(pcie_lane_rate("2.5 GT/s PCIe")->raw() == doctest::Approx(0.25e9));
    CHECK(pcie_lane_rate("5 GT/s")->raw() == doctest::Approx(0.5e9));
    CHECK(pcie_lane_rate("8.0 GT/s PCIe")->raw() * 16 == doctest::Approx(15.754e9).epsilon(0.001));
    CHECK(pcie_lane_rate("16 GT/s")->raw() * 16 == doctest::Approx(31.508e9).epsilon(0.001));
    CHECK(pcie_lane_rate("32 GT/s PCIe/s")->raw() * 16 == doctest::Approx(63.015e9).epsilon(0.001));
    for (const char* text : {"", "Unknown", "32", "7 GT/s", "GT/s", "-8 GT/s"}) {
        CAPTURE(text);
        CHECK_FALSE(pcie_lane_rate(text).has_value());
    }
}

TEST_CASE("spellings that NCCL's table has") {
    CHECK(nccl_knows_link_speed("32 GT/s"));
    CHECK(nccl_knows_link_speed("32.0 GT/s PCIe"));
    CHECK_FALSE(nccl_knows_link_speed("32 GT/s PCIe/s"));
    CHECK_FALSE(nccl_knows_link_speed("32.0 GT/s"));
}
