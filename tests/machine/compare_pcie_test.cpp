#include <doctest/doctest.h>

#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

TEST_CASE("a narrower link than that of the other GPUs is a mismatch") {
    const Findings found = Checked("hgx-h200", 32).of_fixture("hgx-h200-gpu3-narrow.xml");
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::mismatch);
    CHECK(found[0].place.starts_with("box0/server0/gpu3"));
    CHECK(found[0].expected == "PCIe x16, as the other GPUs of the server");
    CHECK(found[0].seen.starts_with("x8"));
    CHECK(found[0].meaning.starts_with("dp group 3 reaches NIC and host memory over a narrower link"));
}

TEST_CASE("a slower link alone may be an idle GPU") {
    std::string text = "<system version=\"1\"><cpu arch=\"x\">";
    for (int i = 0; i < 8; ++i) {
        text += "<pci busid=\"0000:0" + std::to_string(i) + ":00.0\" class=\"0x030200\" link_speed=\"" +
                (i == 4 ? "16.0" : "32.0") + " GT/s PCIe\" link_width=\"16\"/>";
    }
    const Findings found = Checked("hgx-h200").findings(read_text(text + "</cpu></system>"));
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::warning);
    CHECK(found[0].place.starts_with("box0/server0/gpu4"));
    CHECK(found[0].expected == "PCIe of 63 GB/s, one way, nominal");
    CHECK(found[0].seen.starts_with("31.5 GB/s"));
}
