#include <doctest/doctest.h>

#include <algorithm>

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

namespace {

// Eight GPUs with PCIe 5 x16, each beside a NIC of 400 Gb/s; `odd` NICs have another link.
std::string server(const std::string& link_of_odd, int odd = 1, const std::string& link = "") {
    const std::string full = "link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"";
    std::string text = "<system version=\"1\"><cpu arch=\"x\">";
    for (int i = 0; i < 8; ++i) {
        const std::string bus = "<pci busid=\"0000:" + std::to_string(10 + i) + ":00.";
        text += bus + "7\" class=\"0x060400\">" + bus + "0\" class=\"0x030200\" " + full + "/>" + bus +
                "1\" class=\"0x020700\" " +
                (i >= 8 - odd   ? link_of_odd
                 : link.empty() ? full
                                : link) +
                "><nic><net name=\"mlx5_" + std::to_string(i) + "\" speed=\"400000\"/></nic></pci></pci>";
    }
    return text + "</cpu></system>";
}

}  // namespace

// 400 Gb/s are 50 GB/s; PCIe 5 gives 32 / 8 * 128 / 130 = 3.94 GB/s a lane: 63.0 over 16, 31.5 over 8, 15.8
// over 4.
TEST_CASE("a NIC whose link cannot feed its port is a mismatch where the job leaves the domain") {
    const std::string narrow = server("link_speed=\"32.0 GT/s PCIe\" link_width=\"4\"");
    const Findings found = Checked("dgx-h100-superpod", 16).findings(read_text(narrow));
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::mismatch);
    CHECK(found[0].expected == "PCIe links that feed NICs of 400 Gb/s: 50 GB/s, one way, nominal");
    CHECK(found[0].seen == "mlx5_7: PCIe x4 of 15.8 GB/s (a)");
    CHECK(found[0].meaning == "dp group 7 leaves the domain over a NIC that its PCIe link cannot feed");
    // Within the domain nothing goes over a NIC.
    const Findings inside = Checked("dgx-h100-superpod", 8).findings(read_text(narrow));
    REQUIRE(inside.size() == 1);
    CHECK(inside[0].severity == Severity::warning);
    CHECK(Checked("dgx-h100-superpod", 16).findings(read_text(server("", 0))).empty());
}

TEST_CASE("a slow link of a NIC is one as well, of many the finding is one") {
    const Findings found =
        Checked("dgx-h100-superpod", 16)
            .findings(read_text(server("link_speed=\"16.0 GT/s PCIe\" link_width=\"16\"", 2)));
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::mismatch);
    CHECK(found[0].seen == "mlx5_6, mlx5_7: PCIe x16 of 31.5 GB/s (a)");
    CHECK(found[0].meaning.starts_with("dp groups 6 and 7 leave the domain"));
}

TEST_CASE("a narrower link that feeds its port is a warning, one of unknown speed a mismatch") {
    // NICs of 200 Gb/s are fed by eight lanes: 31.5 of 25 GB/s. The files say 400 Gb/s, which is more.
    const Findings fed = Checked("dgx-a100-superpod", 16)
                             .findings(read_text(server("link_speed=\"32.0 GT/s PCIe\" link_width=\"8\"")));
    CHECK(std::count_if(fed.begin(), fed.end(), [](const Finding& it) {
              return it.severity == Severity::warning && it.seen == "mlx5_7: PCIe x8 (a)" &&
                     it.expected == "PCIe x16, as the other NICs of the server";
          }) == 1);
    const Findings untold = Checked("dgx-h100-superpod", 16).findings(read_text(server("link_width=\"8\"")));
    REQUIRE(untold.size() == 1);
    CHECK(untold[0].severity == Severity::mismatch);
    CHECK(untold[0].meaning == "dp group 7 leaves the domain over a NIC on a narrower link");
}
