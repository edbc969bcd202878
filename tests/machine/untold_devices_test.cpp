#include "railyard/machine/untold_devices.hpp"

#include <doctest/doctest.h>

#include "tests/machine/comparisons.hpp"
#include "tests/machine/imports.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

// As files for NCCL_TOPO_FILE have them: places, and not what sits there.
std::string leaves(int count) {
    std::string text = "<system version=\"1\"><cpu numaid=\"0\" arch=\"x86_64\">";
    for (int i = 0; i < count; ++i) text += "<pci busid=\"0000:0" + std::to_string(i) + ":00.0\"/>";
    return text + "</cpu></system>";
}

Observed joined(const std::string& one, const std::string& other) {
    Observed all = read_text(one, "one.xml");
    CHECK_FALSE(merge(all, read_text(other, "other.txt")));
    return all;
}

}  // namespace

TEST_CASE("a file that does not tell what devices are leaves GPUs unknown, not missing") {
    const Findings found = Checked("hgx-h200").findings(read_text(leaves(9)));
    CHECK(mismatches(found).empty());
    const Finding of_server = at_place(found, "box0/server0");
    CHECK(of_server.severity == Severity::warning);
    CHECK(of_server.expected == "8 GPUs");
    CHECK(of_server.seen == "9 devices of which it is not told what they are (a)");
    CHECK(of_server.meaning.find("NCCL_TOPO_DUMP_FILE") != std::string::npos);
    const ObservedHost host = read_text(leaves(9)).hosts.front();
    CHECK(seen_in(host) == "9 devices of which it is not told what they are");
    CHECK(not_told(host) == "GPUs, NICs, what 9 devices are");
}

TEST_CASE("another source that shows GPUs answers it") {
    const std::string matrix =
        "\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tSYS\t0-7\nGPU1\tSYS\t X \t0-7\n\nLegend:\n";
    const Findings found = Checked("hgx-h200").findings(joined(leaves(9), matrix));
    const Finding of_server = at_place(found, "box0/server0");
    // Six are missing, and any of nine devices may be one.
    CHECK(of_server.severity == Severity::warning);
    CHECK(of_server.seen ==
          "2 GPUs; nothing stands for 6 of gpu0 to gpu7; 9 devices of which it is not told "
          "what they are");
    CHECK_FALSE(mismatches(Checked("hgx-h200").findings(joined(leaves(5), matrix))).empty());
}

TEST_CASE("a device that another source tells is told") {
    ObservedHost host;
    host.gpus.emplace_back().pci = {PciAddress{0, 1, 0, 0}, SourceId(0)};
    host.nics.emplace_back().pci = {PciAddress{0, 2, 0, 0}, SourceId(0)};
    host.switches.push_back({PciAddress{0, 3, 0, 0}, SourceId(0)});
    host.untold.push_back({PciAddress{0, 1, 0, 0}, SourceId(1)});
    join_untold(host, {{PciAddress{0, 2, 0, 0}, SourceId(1)},
                       {PciAddress{0, 3, 0, 0}, SourceId(1)},
                       {PciAddress{0, 4, 0, 0}, SourceId(1)},
                       {PciAddress{0, 4, 0, 0}, SourceId(2)}});
    REQUIRE(host.untold.size() == 1);
    CHECK(host.untold.front().pci == PciAddress{0, 4, 0, 0});
    CHECK(untold_text(1) == "1 device of which it is not told what it is");
    CHECK(untold_text(0).empty());
}

TEST_CASE("an import says why it has no GPU and what tells") {
    const auto imported = import_topology(read_text(leaves(9), "g5.xml"), {});
    REQUIRE(std::holds_alternative<std::string>(imported));
    const std::string& why = std::get<std::string>(imported);
    CHECK(why.starts_with("no GPU is told of: g5.xml has 9 devices of which it is not told what they are"));
    CHECK(why.find("nvidia-smi topo -m") != std::string::npos);
}

TEST_CASE("NICs that may be among untold devices are not missing") {
    std::string text = "<system version=\"1\"><cpu numaid=\"0\" arch=\"x86_64\">";
    for (int i = 0; i < 8; ++i) {
        const std::string bus = "busid=\"0000:0" + std::to_string(i) + ":00.";
        text += "<pci " + bus + "7\" class=\"0x060400\"><pci " + bus +
                "0\" class=\"0x030200\" vendor=\"0x10de\" device=\"0x2335\"/><pci " + bus + "1\"" +
                (i == 0 ? " class=\"0x020700\"" : "") + "/></pci>";
    }
    CHECK(mismatches(Checked("hgx-h200", 16).findings(read_text(text + "</cpu></system>"))).empty());
}
