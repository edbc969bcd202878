#include <doctest/doctest.h>

#include "railyard/machine/hwloc_xml.hpp"
#include "tests/machine/fixtures.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

std::string wrong(const std::string& inside) {
    const input::Source source("x.xml", "<topology version=\"3.0\">\n" + inside + "\n</topology>\n");
    return complaint_of([&] { (void)read_hwloc_xml_3(source); });
}

HwlocMachine read(const std::string& inside) {
    const input::Source source("x.xml", "<topology version=\"3.0\">\n" + inside + "\n</topology>\n");
    return hwloc_machine_of(read_xml(source), source);
}

}  // namespace

TEST_CASE("sets of CPUs in groups of 32, the most significant first, some left out") {
    const HwlocMachine machine = read(
        "<object type=\"Machine\"><object type=\"NUMANode\" os_index=\"3\" "
        "cpuset=\"0x00000001,,0x80000003\"/></object>");
    REQUIRE(machine.numa_nodes.size() == 1);
    CHECK(machine.numa_nodes[0].os_index == 3);
    CHECK(machine.numa_nodes[0].cpus == "0-1,31,64");
}

TEST_CASE("NUMA nodes without CPUs are memory of GPUs") {
    CHECK(read("<object type=\"NUMANode\" os_index=\"1\" cpuset=\"0x0\"/>").numa_nodes.empty());
}

TEST_CASE("a matrix must have objects times objects values") {
    const std::string matrix =
        "<distances2hetero nbobjs=\"2\" kind=\"25\" name=\"NVLinkBandwidth\">"
        "<indexes length=\"4\">OSDev:1 OSDev:2</indexes><u64values length=\"3\">";
    CHECK(wrong(matrix + "0 1 1 </u64values></distances2hetero>") ==
          "2:1: the matrix has 2 objects and 3 values");
    CHECK(wrong(matrix + "0 1 1 x</u64values></distances2hetero>") == "2:1: 'x' is no bandwidth in MB/s");
    const HwlocMachine machine =
        read(matrix + "0 1 </u64values><u64values length=\"3\">1 0</u64values></distances2hetero>");
    REQUIRE(machine.nvlink.has_value());
    CHECK(machine.nvlink->direct == std::vector<std::uint64_t>{0, 1, 1, 0});
}

TEST_CASE("devices without an address or a type are refused with their place") {
    CHECK(wrong("<object type=\"PCIDev\" pci_type=\"0302 [10de:1db8] [10de:131d] a1 00\"/>") ==
          "2:1: this PCI device has no bus id");
    CHECK(wrong("<object type=\"PCIDev\" pci_busid=\"0000:01:00.0\" pci_type=\"0302\"/>") ==
          "2:1: the type of this PCI device cannot be read");
    CHECK(wrong("<object/>") == "2:1: this object has no type");
    CHECK(wrong("<object type=\"NUMANode\"/>") == "2:1: a NUMA node without an os_index");
}
