#include "railyard/machine/import_domain.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/machine/imports.hpp"

using namespace railyard;
using namespace railyard::machine;

TEST_CASE("a server with everything told") {
    const ImportedPart part = import_domain(read_fixture("hgx-h200.xml"), {0}, {});
    // No source tells of the link between CPUs.
    REQUIRE(part.notes.size() == 1);
    CHECK(part.notes[0].text == "the link between the CPUs is not told: the rate of PCIe is written");
    CHECK(part.domain.assumed == AssumedParts{Assumed::cpu_link});
    CHECK(part.domain.kind.servers.cpu_link.bandwidth == part.domain.kind.servers.pcie.bandwidth);
    CHECK(part.domain.gpu.file == "h200");
    CHECK(part.domain.gpu.stand_in.empty());
    const DomainKind& kind = part.domain.kind;
    CHECK(kind.servers.cpus == 2);
    CHECK(kind.servers.pcie.bandwidth.raw() == doctest::Approx(63.015e9).epsilon(0.001));
    CHECK(kind.nics.sharing == NicSharing::per_gpu);
    CHECK(kind.nics.count == 1);
    CHECK(kind.nics.bandwidth == gigabits_per_second(400));
}

// 8 lanes of 43,125 MB/s each; the second GPU has one fewer.
TEST_CASE("a GPU's link to its CPU is read where every GPU has one that is not PCIe") {
    const auto with = [](const std::string& second) {
        return read_text(
            "<system version=\"1\"><cpu numaid=\"0\" arch=\"arm64\">"
            "<pci busid=\"0000:01:00.0\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">"
            "<gpu dev=\"0\" sm=\"100\"><c2c bw=\"43125\" count=\"8\"/></gpu></pci>"
            "<pci busid=\"0000:02:00.0\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">"
            "<gpu dev=\"1\" sm=\"100\">" +
            second + "</gpu></pci></cpu></system>");
    };
    const auto both = import_domain(with("<c2c bw=\"43125\" count=\"7\"/>"), {0}, {}).domain.kind.servers.c2c;
    REQUIRE(both.has_value());
    CHECK(both->bandwidth == gigabytes_per_second(301.875));
    CHECK(!import_domain(with(""), {0}, {}).domain.kind.servers.c2c.has_value());
}

TEST_CASE("what is not told has a stand-in with a name of its own, and a note") {
    const ImportedPart part = import_domain(read_fixture("hgx-h200-topo.txt"), {0}, {});
    CHECK(part.domain.gpu.stand_in == "stand-in-for-an-untold-gpu");
    CHECK(part.domain.gpu.origin.starts_with("NOT TOLD"));
    // GPU, PCIe, link of CPUs, rate of NICs, number of switches, rate of NVLinks
    CHECK(part.notes.size() == 6);
    CHECK(part.domain.assumed == AssumedParts{Assumed::gpu, Assumed::pcie, Assumed::cpu_link,
                                              Assumed::switches, Assumed::nvlink_rate, Assumed::nic_rate});
    CHECK(std::count(part.notes.begin(), part.notes.end(),
                     ImportNote("how many NVSwitches there are is not told: one that stands for all is "
                                "written")) == 1);
}

// A GPU on each of two nodes.
TEST_CASE("NICs that are not near the GPUs they stand beside are told of") {
    const auto gpu = [](int n) {
        return "<pci busid=\"0000:0" + std::to_string(n) +
               ":00.0\" class=\"0x030200\" vendor=\"0x10de\" device=\"0x2330\"/>";
    };
    const auto nic = [](int n) {
        return "<pci busid=\"0000:1" + std::to_string(n) +
               ":00.0\" class=\"0x020700\"><nic><net name=\"mlx5_" + std::to_string(n) + "\" dev=\"" +
               std::to_string(n) + "\" speed=\"400000\"/></nic></pci>";
    };
    const auto notes_of = [&](const std::string& first, const std::string& second) {
        const Observed host = read_text("<system version=\"1\"><cpu numaid=\"0\">" + gpu(1) + first +
                                        "</cpu><cpu numaid=\"1\">" + gpu(2) + second + "</cpu></system>");
        const ImportedPart part = import_domain(host, {0}, {});
        std::string text;
        for (const ImportNote& note : part.notes) text += note.text + "\n";
        CHECK((part.domain.assumed.count(Assumed::nic_places) > 0) ==
              (text.find("dealt out evenly") != std::string::npos));
        return text;
    };
    // One for each, by whatever names.
    CHECK(notes_of(nic(0), nic(1)).find("dealt out") == std::string::npos);
    CHECK(notes_of(nic(1), nic(0)).find("dealt out") == std::string::npos);
    CHECK(
        notes_of(nic(0) + nic(1), "").find("0 NICs are near NUMA node 1, and 1 is written beside its GPUs") !=
        std::string::npos);
    CHECK(notes_of(nic(0), "").find("a NIC is written beside GPUs of several NUMA nodes") !=
          std::string::npos);
}

TEST_CASE("a GPU without a shipped file borrows from its generation under a name of its own") {
    const Observed l4 = read_text("GPU 0: NVIDIA L4 (UUID: GPU-1)\nDevice does not have or support Nvlink\n");
    const ImportedPart part = import_domain(l4, {0}, {});
    CHECK(part.domain.gpu.stand_in == "stand-in-for-nvidia-l4");
    ImportChoices choices;
    choices.gpu = "h100";
    CHECK(import_domain(l4, {0}, choices).domain.gpu.stand_in.empty());
    CHECK(import_domain(l4, {0}, choices).domain.gpu.file == "h100");
}

TEST_CASE("the caller's rate stands where none is told, and only there") {
    ImportChoices choices;
    choices.nic_rate = gigabits_per_second(200);
    CHECK(import_domain(read_fixture("hgx-h200-topo.txt"), {0}, choices).domain.kind.nics.bandwidth ==
          gigabits_per_second(200));
    CHECK(import_domain(read_fixture("hgx-h200.xml"), {0}, choices).domain.kind.nics.bandwidth ==
          gigabits_per_second(400));
}

TEST_CASE("one slow NIC leaves the rate of the others, and is named") {
    std::string text = "<system version=\"1\">";
    for (int i = 0; i < 3; ++i) {
        const std::string n = std::to_string(i);
        text += "<cpu numaid=\"" + n + "\"><pci busid=\"0000:0" + n +
                ":00.0\" class=\"0x030200\" vendor=\"0x10de\" device=\"0x2330\"/><pci busid=\"0000:1" + n +
                ":00.0\" class=\"0x020700\"><nic><net name=\"mlx5_" + n + "\" dev=\"" + n + "\" speed=\"" +
                (i == 1 ? "200000" : "400000") + "\"/></nic></pci></cpu>";
    }
    const ImportedPart part = import_domain(read_text(text + "</system>"), {0}, {});
    CHECK(part.domain.kind.nics.bandwidth == gigabits_per_second(400));
    CHECK(std::any_of(part.notes.begin(), part.notes.end(), [](const ImportNote& note) {
        return note.text.starts_with("mlx5_1 of ") &&
               note.text.find("runs at 200 Gb/s: 400 Gb/s is written") != std::string::npos;
    }));
}

TEST_CASE("a slower PCIe link is named, and so is a server none of whose GPUs answers") {
    std::string text = "<system version=\"1\"><cpu numaid=\"0\">";
    for (int i = 0; i < 3; ++i)
        text += "<pci busid=\"0000:0" + std::to_string(i) +
                ":00.0\" class=\"0x030200\" vendor=\"0x10de\" device=\"0x2330\" link_speed=\"" +
                (i == 1 ? "16.0" : "32.0") + " GT/s PCIe\" link_width=\"16\"/>";
    const auto has = [](const ImportedPart& part, const std::string& what) {
        return std::any_of(part.notes.begin(), part.notes.end(),
                           [&](const ImportNote& note) { return note.text.find(what) != std::string::npos; });
    };
    const ImportedPart slow = import_domain(read_text(text + "</cpu></system>"), {0}, {});
    // 16 lanes of 16 and 32 GT/s, 128 of 130 bits: 31.51 and 63.02 GB/s.
    CHECK(has(slow, "01:00.0 (31.51 GB/s); 63.02 GB/s is written for all"));
    const Observed errors = read_text("\tGPU0\tGPU1\nGPU0\tX\tERR!\nGPU1\tERR!\tX\n");
    CHECK(has(import_domain(errors, {0}, {}), "no GPU of host 0 answers the driver"));
}

TEST_CASE("NICs that cannot be dealt out evenly are cut to a number that can") {
    std::string text =
        "<system version=\"1\"><cpu arch=\"x\"><pci busid=\"0000:01:00.0\" class=\"0x060400\">";
    for (int i = 0; i < 4; ++i)
        text += "<pci busid=\"0000:0" + std::to_string(2 + i) + ":00.0\" class=\"0x030200\"/>";
    for (int i = 0; i < 3; ++i)
        text += "<pci busid=\"0000:1" + std::to_string(2 + i) + ":00.0\" class=\"0x020700\"/>";
    const ImportedPart part = import_domain(read_text(text + "</pci></cpu></system>"), {0}, {});
    CHECK(part.domain.kind.nics.sharing == NicSharing::per_server);
    CHECK(part.domain.kind.nics.count == 2);
    CHECK(part.domain.assumed.count(Assumed::nic_places) == 1);
}

// Two GPUs on PCIe, no word of NVLink or NICs. Nothing is taken for granted of what a source denies.
TEST_CASE("links and NICs that no source tells of are not taken for absent") {
    std::string text = "<system version=\"1\"><cpu numaid=\"0\" arch=\"x86_64\">";
    for (int i = 0; i < 2; ++i)
        text += "<pci busid=\"0000:0" + std::to_string(1 + i) + ":00.0\" class=\"0x030200\"/>";
    const AssumedParts untold = import_domain(read_text(text + "</cpu></system>"), {0}, {}).domain.assumed;
    CHECK(untold.count(Assumed::scale_up) == 1);
    CHECK(untold.count(Assumed::nics) == 1);
    const AssumedParts denied =
        import_domain(read_text("\tGPU0\tGPU1\tNIC0\nGPU0\t X \tSYS\tPIX\nGPU1\tSYS\t X \tSYS\n"
                                "NIC0\tPIX\tSYS\t X \n"),
                      {0}, {})
            .domain.assumed;
    CHECK(denied.count(Assumed::scale_up) == 0);
    CHECK(denied.count(Assumed::nics) == 0);
}

// Device 2941 is a GB200 or a B200.
TEST_CASE("a GPU that is one of several is assumed to be the one that is written") {
    const ImportedPart part = import_domain(read_fixture("two-gb200-trays.xml"), {0, 1}, {});
    CHECK(part.domain.gpu.file == "gb200");
    CHECK(part.domain.assumed.count(Assumed::gpu) == 1);
    ImportChoices choices;
    choices.gpu = "gb200";
    CHECK(import_domain(read_fixture("two-gb200-trays.xml"), {0, 1}, choices)
              .domain.assumed.count(Assumed::gpu) == 0);
}

TEST_CASE("NUMA nodes whose GPUs cannot be dealt out evenly are fewer CPUs, with a note") {
    // GPU 0 is near node 0, GPUs 1 to 3 near node 1: two CPUs would part node 1.
    std::string text = "<system version=\"1\">";
    for (int node = 0; node < 2; ++node) {
        text += "<cpu numaid=\"" + std::to_string(node) + "\" arch=\"x86_64\">";
        for (int gpu = node; gpu < (node == 0 ? 1 : 4); ++gpu) {
            text += "<pci busid=\"0000:0" + std::to_string(gpu) +
                    ":00.0\" class=\"0x030200\" vendor=\"0x10de\" " + "device=\"0x2330\"/>";
        }
        text += "</cpu>";
    }
    const Observed uneven = read_text(text + "</system>");
    const ImportedPart part = import_domain(uneven, {0}, {});
    CHECK(part.domain.kind.servers.cpus == 1);
    CHECK(part.domain.assumed.count(Assumed::cpus) == 1);
    CHECK(std::any_of(part.notes.begin(), part.notes.end(), [](const ImportNote& note) {
        return note.text.find("cannot be dealt out evenly") != std::string::npos;
    }));
    CHECK(round_trip(uneven).empty());
    CHECK(import_domain(read_fixture("hgx-h200.xml"), {0}, {}).domain.kind.servers.cpus == 2);
}

TEST_CASE("a GPU that the driver gives errors for is unavailable, with a note, and then checks clean") {
    std::string text = "\tGPU0\tGPU1\tGPU2\tGPU3\tGPU4\tGPU5\tGPU6\tGPU7\n";
    for (int row = 0; row < 8; ++row) {
        text += "GPU" + std::to_string(row);
        for (int column = 0; column < 8; ++column)
            text += row == column ? "\t X " : row == 5 ? "\tERR!" : "\tNV18";
        text += "\n";
    }
    const Observed silent = read_text(text);
    const ImportedPart part = import_domain(silent, {0}, {});
    CHECK(part.unavailable == std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 5}});
    CHECK(std::any_of(part.notes.begin(), part.notes.end(), [](const ImportNote& note) {
        return note.text.starts_with("GPU 5 of ") &&
               note.text.ends_with(
                   "ERR! for 7 of 7 other GPUs; written as unavailable, so that no job counts on it");
    }));
    CHECK(round_trip(silent).empty());
    // Beside a healthy server in one topology it is the one that is out.
    CHECK(imported(silent).unavailable == std::vector<std::string>{"box0/server0/gpu5"});
}
