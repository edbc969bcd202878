#include "railyard/machine/hwloc_xml.hpp"

#include <doctest/doctest.h>

#include "tests/machine/fixtures.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

void check_box7(const Observed& observed) {
    REQUIRE(observed.hosts.size() == 1);
    const ObservedHost& host = observed.hosts.front();
    CHECK(host.name.value == "box7");
    REQUIRE(host.gpus.size() == 2);
    CHECK(host.gpus[0].index.value == 0);
    CHECK(host.gpus[0].pci.value == PciAddress{0, 0x13, 0, 0});
    CHECK(host.gpus[1].numa.value == 1);
    CHECK(host.gpus[1].uuid.value == "GPU-0000001");
    CHECK(host.gpus[1].lanes.value == 3);  // 75 GB/s in links of 25
    CHECK(host.gpus[0].pcie.bandwidth.value->raw() == doctest::Approx(15.753846e9));
    CHECK(host.pair(0, 1).nvlink_peak.value == gigabytes_per_second(75));
    CHECK(host.pair(0, 1).lanes.value == 3);
    CHECK(host.pair(0, 1).path.value == Path::nvlink);
    REQUIRE(host.nics.size() == 4);
    CHECK(host.nics[0].name.value == "mlx5_0");
    CHECK(host.nics[0].guid.value == "1070:fd03:0000:0000");
    CHECK(host.nics[1].name.value == "eno0");
    CHECK(host.path_to_nic(0, 0).value == Path::pix);
    CHECK(host.path_to_nic(0, 1).value == Path::node);
    CHECK(host.path_to_nic(0, 2).value == Path::sys);
    CHECK(host.switches.size() == 2);
    REQUIRE(host.cpus.size() == 2);
    CHECK(host.cpus[1].cpus.value == "2-3");
    CHECK(host.cpus[0].model.value == "Some CPU");
    CHECK(host.cpus[0].arch.value == "x86_64");
}

std::string wrong(const std::string& text) {
    return complaint_of([&] { (void)read_machine(input::Source("x.xml", text)); });
}

}  // namespace

TEST_CASE("version 2 through libhwloc and version 3 by ourselves say the same of one machine") {
    const Observed second = read_fixture("hwloc-2.xml");
    const Observed third = read_fixture("hwloc-3.xml");
    CHECK(second.sources.front().format == "hwloc-xml-2");
    CHECK(third.sources.front().format == "hwloc-xml-3");
    SUBCASE("2") {
        check_box7(second);
    }
    SUBCASE("3") {
        check_box7(third);
    }
}

TEST_CASE("a matrix whose ends are all of one type, as machines without NVSwitches have it") {
    for (const std::string name : {"hwloc-2.xml", "hwloc-3.xml"}) {
        CAPTURE(name);
        std::string text(input::read_source(fixture_path(name))->text());
        const std::size_t begin = text.find("<distances2hetero");
        const std::string closing = "</distances2hetero>";
        text.replace(begin, text.find(closing) + closing.size() - begin,
                     "<distances2 type=\"OSDev\" nbobjs=\"2\" kind=\"9\" name=\"NVLinkBandwidth\" "
                     "indexing=\"gp\"><indexes length=\"6\">13 33 </indexes>"
                     "<u64values length=\"16\">0 50000 50000 0 </u64values></distances2>");
        const Observed observed = read_machine(input::Source(name, text));
        const ObservedHost& host = observed.hosts.front();
        CHECK(host.pair(0, 1).nvlink_peak.value == gigabytes_per_second(50));
        CHECK(host.pair(0, 1).path.value == Path::nvlink);
        CHECK(host.gpus[0].nvlink_peak.value == gigabytes_per_second(50));
        CHECK(host.gpus[1].lanes.value == 2);  // of 25 each
    }
}

TEST_CASE("versions are told by the attribute, not by the DTD") {
    CHECK(is_hwloc_xml_2("<!DOCTYPE topology SYSTEM \"hwloc2.dtd\"><topology version=\"2.0\">"));
    CHECK(is_hwloc_xml_3("<!DOCTYPE topology SYSTEM \"hwloc2.dtd\"><topology version=\"3.0\">"));
    CHECK(is_hwloc_xml_other("<topology>"));
    CHECK(is_hwloc_xml_other("<topology version=\"30.0\">"));
    CHECK_FALSE(is_hwloc_xml_other("<system version=\"1\">"));
}

TEST_CASE("what cannot be read has its place") {
    CHECK(wrong("<topology>\n</topology>") == "1:1: hwloc XML of version 1 is not read here");
    CHECK(wrong("<?xml version=\"1.0\"?>\n<topology version=\"4.0\"></topology>") ==
          "2:11: hwloc XML of version 4.0 is not read here");
    CHECK(wrong("<topology version=\"2.0\">\n</topology>").starts_with("1:1: this hwloc XML is not whole"));
    CHECK(wrong("<topology version=\"2.0\">\n<object").starts_with("2:"));
}
