#include "railyard/machine/nccl_topo.hpp"

#include <doctest/doctest.h>

#include "tests/machine/fixtures.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

Observed read(const std::string& inside) {
    return read_nccl_topo(input::Source("x.xml", "<system version=\"1\">\n" + inside + "\n</system>\n"));
}

std::string wrong(const std::string& inside) {
    return complaint_of([&] { (void)read(inside); });
}

std::string gpu(int bus, const std::string& inside) {
    return "<pci busid=\"0000:0" + std::to_string(bus) + ":00.0\" class=\"0x030200\"><gpu dev=\"" +
           std::to_string(bus) + "\" sm=\"90\">" + inside + "</gpu></pci>";
}

const std::string cpu = "<cpu numaid=\"0\" arch=\"x86_64\">";

}  // namespace

TEST_CASE("a dump of a healthy server") {
    const Observed observed = read_fixture("hgx-h200.xml");
    REQUIRE(observed.hosts.size() == 1);
    const ObservedHost& host = observed.hosts.front();
    CHECK(host.hash.value == "0xa1");
    REQUIRE(host.gpus.size() == 8);
    REQUIRE(host.nics.size() == 8);
    CHECK(host.switches.size() == 4);
    for (std::size_t i = 0; i < 8; ++i) {
        CAPTURE(i);
        CHECK(host.gpus[i].index.value == i);
        CHECK(host.gpus[i].lanes.value == 18);  // 5 + 4 + 5 + 4
        CHECK(host.gpus[i].numa.value == i / 4);
        CHECK(host.gpus[i].sm.value == 90);
        CHECK(host.gpus[i].pcie.width.value == 16);
        CHECK(host.nics[i].rate.value == gigabits_per_second(400));
        CHECK(host.path_to_nic(i, i).value == Path::pix);
        CHECK(host.path_to_nic(i, (i + 1) % 8).value == (i % 4 == 3 ? Path::sys : Path::node));
    }
    CHECK(host.pair(0, 7).lanes.value == 18);
    CHECK(host.pair(0, 7).path.value == Path::nvlink);
    CHECK(observed.remarks.empty());
}

TEST_CASE("a GPU without rows beside others with rows has none, where nobody has rows it is unknown") {
    const ObservedHost host = read_fixture("hgx-h200-gpu5-lost.xml").hosts.front();
    CHECK(host.gpus[5].lanes.value == 0);
    CHECK(host.gpus[4].lanes.value == 18);
    CHECK(host.pair(4, 5).lanes.value == 0);
    CHECK(host.pair(4, 5).path.value == Path::node);
    const ObservedHost written_by_hand = read(cpu + gpu(1, "") + gpu(2, "") + "</cpu>").hosts.front();
    CHECK_FALSE(written_by_hand.gpus[0].lanes.known());
    const ObservedHost dumped =
        read("<cpu host_hash=\"0x1\" numaid=\"0\" arch=\"x86_64\">" + gpu(1, "") + gpu(2, "") + "</cpu>")
            .hosts.front();
    CHECK(dumped.gpus[0].lanes.value == 0);
}

TEST_CASE("a fused domain is several servers that see the same bus ids") {
    const Observed observed = read_fixture("two-gb200-trays.xml");
    REQUIRE(observed.hosts.size() == 2);
    for (const ObservedHost& host : observed.hosts) {
        CHECK(host.gpus.size() == 4);
        CHECK(host.gpus[3].lanes.value == 18);
        CHECK(host.gpus[3].pci.value == PciAddress{11, 1, 0, 0});
        CHECK(host.pair(0, 3).lanes.value == 18);
        CHECK(host.switches.empty());
    }
    CHECK(observed.hosts[0].hash.value == "0x1");
    CHECK(observed.hosts[1].hash.value == "0x2");
}

TEST_CASE("AMD: xGMI links to each peer") {
    const ObservedHost host = read_fixture("four-mi300x.xml").hosts.front();
    REQUIRE(host.gpus.size() == 4);
    CHECK(host.gpus[0].maker.value == GpuMaker::amd);
    CHECK_FALSE(host.gpus[0].sm.known());
    CHECK(host.gpus[0].lanes.value == 3);
    CHECK(host.pair(0, 3).lanes.value == 1);
}

TEST_CASE("injected files have PCI devices and nothing else") {
    const ObservedHost host = read(
                                  "<cpu numaid=\"0\" arch=\"x86_64\"><pci busid=\"ffff:ff:01.0\" "
                                  "class=\"0x060400\"><pci busid=\"0001:00:00.0\" "
                                  "class=\"0x030200\" link_speed=\"\" link_width=\"0\"/><pci "
                                  "busid=\"0101:00:00.0\" class=\"0x020700\"/></pci></cpu>")
                                  .hosts.front();
    REQUIRE(host.gpus.size() == 1);
    REQUIRE(host.nics.size() == 1);
    CHECK_FALSE(host.gpus[0].lanes.known());
    CHECK_FALSE(host.gpus[0].index.known());
    CHECK_FALSE(host.gpus[0].pcie.width.known());
    CHECK(host.path_to_nic(0, 0).value == Path::pix);
}

TEST_CASE("links to the GPU itself or to an end that makes no sense count, with a remark") {
    const Observed observed =
        read(cpu + gpu(1, "<nvlink target=\"0000:01:00.0\" count=\"12\" tclass=\"0x030200\"/>") +
             gpu(2, "<nvlink target=\"-1\" count=\"18\" tclass=\"0x060400\"/>") + "</cpu>");
    CHECK(observed.hosts[0].gpus[0].lanes.value == 12);
    CHECK(observed.hosts[0].gpus[1].lanes.value == 18);
    CHECK_FALSE(observed.hosts[0].pair(0, 1).lanes.known());
    CHECK(observed.remarks.size() == 2);
}

TEST_CASE("two <gpu> under one device are one GPU, chip to chip links are no NVLink") {
    const Observed observed =
        read(cpu +
             "<pci busid=\"0000:01:00.0\" class=\"0x030200\"><gpu dev=\"0\" sm=\"107\" mlopart=\"0\"><c2c "
             "bw=\"43125\" count=\"8\"/></gpu><gpu dev=\"0\" sm=\"107\" mlopart=\"1\"/></pci></cpu>");
    REQUIRE(observed.hosts[0].gpus.size() == 1);
    CHECK(observed.hosts[0].gpus[0].c2c.value == gigabytes_per_second(345));
    CHECK_FALSE(observed.hosts[0].gpus[0].lanes.known());
    CHECK(observed.remarks.size() == 1);
}

TEST_CASE("ports of one card add up, a NIC without a place is near nothing") {
    const ObservedHost host =
        read(cpu +
             "<pci busid=\"0000:07:00.0\" class=\"0x020000\"><nic><net name=\"mlx5_0\" "
             "speed=\"200000\"/><net name=\"mlx5_1\" "
             "speed=\"200000\"/></nic></pci><nic><net name=\"eth0\" speed=\"10000\"/></nic></cpu>")
            .hosts.front();
    REQUIRE(host.nics.size() == 1);
    CHECK(host.nics[0].rate.value == gigabits_per_second(400));
    CHECK(host.nics[0].name.value == "mlx5_0");
}

TEST_CASE("what NCCL itself would misread is remarked") {
    const Observed observed = read(
        "<cpu numaid=\"0\"><pci busid=\"0000:01:00.0\" class=\"0x030200\" link_speed=\"32 GT/s PCIe/s\" "
        "link_width=\"16\"/></cpu>");
    REQUIRE(observed.remarks.size() == 2);
    CHECK(observed.remarks[0].text.find("without arch") != std::string::npos);
    CHECK(observed.remarks[1].text.find("PCIe 3") != std::string::npos);
}

// As in files that clouds inject: neither classes nor what is behind them.
TEST_CASE("devices without a class are told of once, and are no GPUs and no NICs") {
    const Observed observed = read(
        "<cpu numaid=\"0\" arch=\"x86_64\"><pci busid=\"0000:45:00.0\">\n"
        "<pci busid=\"0000:4f:00.0\" link_speed=\"32 GT/s PCIe/s\" link_width=\"16\"/>\n"
        "<pci busid=\"0000:50:00.0\" link_speed=\"32 GT/s PCIe/s\" link_width=\"16\"/>\n"
        "<pci busid=\"0000:51:00.0\" link_speed=\"32 GT/s PCIe/s\" link_width=\"16\"/></pci></cpu>");
    CHECK(observed.hosts[0].gpus.empty());
    CHECK(observed.hosts[0].nics.empty());
    REQUIRE(observed.remarks.size() == 2);
    CHECK(observed.remarks[0].text.starts_with(
        "link_speed is written \"32 GT/s PCIe/s\", which NCCL does not"));
    CHECK(observed.remarks[1].text.starts_with("a device without a class"));
    CHECK(observed.remarks[1].place.ends_with(" and 2 more"));
}

TEST_CASE("what cannot be read has its place") {
    CHECK(wrong("") == "1:1: this topology has no <cpu>");
    CHECK(wrong(cpu + "\n<pci busid=\"over there\" class=\"0x030200\"/></cpu>") ==
          "3:1: busid 'over there' is no PCI address");
    CHECK(
        wrong(cpu + gpu(1, "<nvlink target=\"0000:02:00.0\"/>") + "</cpu>").find("this link has no count") !=
        std::string::npos);
    CHECK(wrong(cpu + gpu(1, "<nvlink target=\"0000:02:00.0\" count=\"four\"/>") + "</cpu>")
              .find("count \"four\" is no number of links") != std::string::npos);
    CHECK(wrong(cpu + "\n<pci busid=\"0000:01:00.0\" class=\"0x030200\"><gpu dev=\"0\"/></pci>\n"
                      "<pci busid=\"0000:02:00.0\" class=\"0x030200\"><gpu dev=\"0\"/></pci></cpu>") ==
          "4:44: dev=\"0\" is a GPU above already");
    CHECK(wrong(cpu + "\n<pci busid=\"0000:01:00.0\" class=\"0x030200\"/>\n"
                      "<pci busid=\"0000:01:00.0\" class=\"0x030200\"/></cpu>") ==
          "4:1: busid '0000:01:00.0' is a GPU above already");
    std::string many = cpu;
    for (int i = 0; i < 65; ++i) many += "<pci class=\"0x030200\"/>";
    CHECK(wrong(many + "</cpu>").find("over 64 GPUs in one server") != std::string::npos);
}

TEST_CASE("files that are taken for a topology are called what they are") {
    const input::Source graph("g.xml", "<graphs version=\"1\"><graph id=\"0\"/></graphs>");
    CHECK_FALSE(is_nccl_topo(graph.text()));
    CHECK(is_other_nccl_xml(graph.text()));
    CHECK(complaint_of([&] { (void)read_machine(graph); }) ==
          "1:1: this is a graph of NCCL's (rings and trees it chose), not a topology");
    const input::Source piece("p.xml", "<pci class=\"0x030200\"/>");
    CHECK(complaint_of([&] { (void)read_machine(piece); }) == "1:1: this is a piece of an NCCL topology");
}

// PCIe 2 x1 carries 0.5 GB/s, which is 4 Gb/s; x16 8 GB/s.
TEST_CASE("the rate that NCCL writes where the system tells none is no rate of a link that cannot feed it") {
    const auto rate = [](const std::string& speed, const std::string& width) {
        return read(cpu +
                    "<pci busid=\"0000:01:00.0\" class=\"0x028000\" link_speed=\"5.0 GT/s PCIe\" "
                    "link_width=\"" +
                    width + "\"><nic><net name=\"wlan0\" speed=\"" + speed + "\"/></nic></pci></cpu>")
            .hosts[0]
            .nics[0]
            .rate;
    };
    CHECK_FALSE(rate("10000", "1").known());
    CHECK(rate("10000", "16").value == gigabits_per_second(10));
    CHECK(rate("1000", "1").value == gigabits_per_second(1));
    CHECK(rate("25000", "1").value == gigabits_per_second(25));
}
