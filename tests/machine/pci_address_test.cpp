#include "railyard/machine/pci_address.hpp"

#include <doctest/doctest.h>

using namespace railyard::machine;

TEST_CASE("bus ids of all tools are one thing") {
    const PciAddress expected{0, 0xc5, 0, 0};
    CHECK(parse_pci("0000:c5:00.0") == expected);
    CHECK(parse_pci("00000000:C5:00.0") == expected);
    CHECK(parse_pci("000f:01:00.0") == PciAddress{15, 1, 0, 0});
    CHECK(parse_pci("10001:02:1d.7") == PciAddress{0x10001, 2, 0x1d, 7});
    CHECK(text_of(expected) == "0000:c5:00.0");
    CHECK(text_of({0x10001, 2, 0x1d, 7}) == "10001:02:1d.7");
}

TEST_CASE("fake switches of virtual machines are devices, unseen ends are none") {
    CHECK(parse_pci("ffff:ff:01.0") == PciAddress{0xffff, 0xff, 1, 0});
    for (const char* text : {"fffffff:ff:ff.0", "fffffff:ffff:ff", "FFFFFFFF:FF:FF.0"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_pci(text).has_value());
    }
    CHECK(is_invisible_pci("fffffff:ff:ff.0"));
    CHECK(is_invisible_pci("FFFFFFFF:FF:FF.0"));
    CHECK(is_invisible_pci("fffffff:ffff:ff"));
    CHECK_FALSE(is_invisible_pci("ffff:ffff:ff"));
    CHECK_FALSE(is_invisible_pci("fffffff"));
    CHECK_FALSE(is_invisible_pci("ffff:ff:01.0"));
}

TEST_CASE("other texts are no bus ids") {
    for (const char* text : {"", ":", "0000", "0000:c5", "0000:c5:00", "0000:c5:00.", "0000:c5:00.0x",
                             "mlx5_0", "0000:1ff:00.0", "123456789:00:00.0", " 0000:c5:00.0"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_pci(text).has_value());
        CHECK_FALSE(is_invisible_pci(text));
    }
}
