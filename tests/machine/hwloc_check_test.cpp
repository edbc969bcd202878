#include "railyard/machine/hwloc_check.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/machine/fixtures.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

const std::string sets =
    "cpuset=\"0x1\" complete_cpuset=\"0x1\" nodeset=\"0x1\" complete_nodeset=\"0x1\" gp_index=\"1\"";

XmlTree tree_of(const std::string& inside) {
    return read_xml(input::Source("x", "<topology version=\"2.0\">" + inside + "</topology>"));
}

std::string flaw(const std::string& inside) {
    const auto found = find_hwloc_flaw(tree_of(inside));
    return found ? found->message : "none";
}

const std::string core_and_node = "<object type=\"PU\" os_index=\"0\" " + sets +
                                  "/><object type=\"NUMANode\" os_index=\"0\" " + sets + "/>";

std::string machine_with(const std::string& inside) {
    return "<object type=\"Machine\" " + sets + ">" + core_and_node + inside + "</object>";
}

}  // namespace

TEST_CASE("a machine with its sets, devices without") {
    CHECK(flaw(machine_with("<object type=\"PU\" os_index=\"0\" " + sets + "/>")) == "none");
    CHECK(flaw(machine_with("<object type=\"PCIDev\" gp_index=\"2\"/>")) == "none");
    CHECK(flaw(machine_with("<object type=\"Bridge\" bridge_type=\"1-1\"/>")) == "none");
    CHECK(flaw(machine_with("<object type=\"Bridge\" bridge_type=\"2-1\"/>")) ==
          "this Bridge has no bridge_type 0-1 or 1-1");
    CHECK(flaw(machine_with("<object type=\"PU\" os_index=\"0\" gp_index=\"2\"/>")) ==
          "this PU has no cpuset");
    CHECK(flaw("<object type=\"Machine\" cpuset=\"0x1\" gp_index=\"1\"/>") ==
          "this Machine has no complete_cpuset");
}

TEST_CASE("an NVLink matrix has a number for every two objects") {
    const auto with = [&](const std::string& values) {
        return flaw(machine_with("") +
                    "<distances2hetero nbobjs=\"2\" name=\"NVLinkBandwidth\"><indexes>OSDev:1 OSDev:2 "
                    "</indexes><u64values>" +
                    values + "</u64values></distances2hetero>");
    };
    CHECK(with("0 50000 50000 0 ") == "none");
    CHECK(with("0 50000 </u64values><u64values>50000 0 ") == "none");
    CHECK(with("0 50000 50000 ") == "the matrix has 2 objects and 3 values");
    CHECK(with("0 fast 50000 0 ") == "'fast' is no bandwidth in MB/s");
    CHECK(with("") == "the matrix has 2 objects and 0 values");
}

TEST_CASE("one machine, and it is the outermost") {
    CHECK(flaw("") == "the topology has no object");
    CHECK(flaw("<object type=\"Machine\" " + sets + "/>") == "the topology has no PU");
    CHECK(flaw("<object type=\"Machine\" " + sets + "><object type=\"PU\" os_index=\"0\" " + sets +
               "/></object>") == "the topology has no NUMANode");
    CHECK(flaw("<object type=\"Package\" " + sets + "/>") == "the topology does not begin with a Machine");
    CHECK(flaw(machine_with(machine_with(""))) == "a Machine inside another object");
    CHECK(flaw(machine_with("") + machine_with("")) == "a second object beside the Machine");
}

TEST_CASE("sets are bitmaps of libhwloc's spelling") {
    const auto with = [&](const std::string& set) {
        return flaw(machine_with("<object type=\"Misc\" allowed_cpuset=\"" + set + "\"/>"));
    };
    for (const char* good :
         {"0x00000003", "0xffffffff,0x00000001", "0xf...f", "0xf...f,0x0", "0x1,,0x00000002"})
        CHECK(with(good) == "none");
    for (const char* bad : {"", ",0x1", "x1", "0x", "0x123456789", "0x1,", "0x1,f", "0xf...f,0xf...f", "3"})
        CHECK(with(bad) == "this allowed_cpuset is no bitmap");
}

TEST_CASE("numbers of cores and NUMA nodes make bitmaps as long, so they are bounded") {
    const auto of = [&](const std::string& index) {
        return flaw(machine_with("<object type=\"NUMANode\" os_index=\"" + index + "\" " + sets + "/>"));
    };
    CHECK(of("65535") == "none");
    CHECK(of("65536") == "this NUMANode has no os_index below 65536");
    CHECK(of("4294967295") == "this NUMANode has no os_index below 65536");
    CHECK(of("") == "this NUMANode has no os_index below 65536");
}

TEST_CASE("what nothing asks for does not reach libhwloc") {
    const XmlTree tree = tree_of(
        machine_with("<info name=\"a\" value=\"b\"/><page_type size=\"1\" count=\"1\"/>"
                     "<object type=\"Misc\" gp_index=\"3\"><info name=\"Misc\" value=\"\"/></object>") +
        "<distances2 type=\"NUMANode\"/><distances2hetero name=\"NVLinkBandwidth\"/>"
        "<distances2hetero name=\"Other\"/><memattr name=\"x\"/>");
    const std::string kept = write_xml(what_hwloc_needs(tree), "");
    for (const char* gone : {"Misc", "page_type", "distances2 ", "Other", "memattr"})
        CHECK(kept.find(gone) == std::string::npos);
    for (const char* left : {"Machine", "<info", "NVLinkBandwidth"})
        CHECK(kept.find(left) != std::string::npos);
}

TEST_CASE("the place of a flaw is that of its element") {
    const input::Source source("x.xml",
                               "<topology version=\"2.0\">\n  <object type=\"Machine\"/>\n</topology>\n");
    CHECK(complaint_of([&] { (void)read_machine(source); }) ==
          "2:3: this hwloc XML is not whole: this Machine has no cpuset");
}
