#include "railyard/machine/nccl_device.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/input/source.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

NcclDevice device(const std::string& attributes, const std::string& inside = "") {
    const input::Source source("x.xml", "<pci " + attributes + ">" + inside + "</pci>");
    const XmlTree tree = read_xml(source);
    return nccl_device(tree, tree.root());
}

}  // namespace

TEST_CASE("children and classes tell what a device is") {
    CHECK(device("", "<gpu/>") == NcclDevice::gpu);
    CHECK(device("", "<nic/>") == NcclDevice::nic);
    CHECK(device("class=\"0x030200\"") == NcclDevice::gpu);
    CHECK(device("class=\"0x120000\"") == NcclDevice::gpu);
    CHECK(device("class=\"0x020700\"") == NcclDevice::nic);
    CHECK(device("class=\"0x060400\"") == NcclDevice::other);
    CHECK(device("", "<pci busid=\"0000:01:00.0\"/>") == NcclDevice::other);  // a switch
}

// Ids: the PCI ID repository (H100 SXM5 10de:2330, ConnectX-7 15b3:1021, BlueField-3 15b3:a2dc and a bridge
// in it, EFA 1d0f:efa2, NVSwitch of H100 10de:22a3).
TEST_CASE("where neither does, ids that are known do") {
    CHECK(device("vendor=\"0x10de\" device=\"0x2330\"") == NcclDevice::gpu);
    CHECK(device("vendor=\"0x15b3\" device=\"0x1021\"") == NcclDevice::nic);
    CHECK(device("vendor=\"0x15b3\" device=\"0xa2dc\"") == NcclDevice::nic);
    CHECK(device("vendor=\"0x15b3\" device=\"0x197b\"") == NcclDevice::untold);
    CHECK(device("vendor=\"0x1d0f\" device=\"0xefa2\"") == NcclDevice::nic);
    CHECK(device("vendor=\"0x10de\" device=\"0x22a3\"") == NcclDevice::untold);
    CHECK(device("vendor=\"0xffff\" device=\"0xffff\"") == NcclDevice::untold);
    CHECK(device("busid=\"0000:4f:00.0\"") == NcclDevice::untold);
    // A class that says something else is believed.
    CHECK(device("class=\"0x068000\" vendor=\"0x10de\" device=\"0x2330\"") == NcclDevice::other);
}

TEST_CASE("numbers") {
    CHECK(nccl_number("12") == 12U);
    CHECK(nccl_number("0x1d0f") == 0x1d0fU);
    CHECK_FALSE(nccl_number(""));
    CHECK_FALSE(nccl_number("0x"));
    CHECK_FALSE(nccl_number("-1"));
    CHECK_FALSE(nccl_number("1 "));
}
