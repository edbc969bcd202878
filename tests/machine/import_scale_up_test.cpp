#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include "railyard/machine/disagreements.hpp"

#include "railyard/machine/import_domain.hpp"
#include "railyard/topology/link_word.hpp"
#include "tests/machine/fixtures.hpp"
#include "tests/machine/imports.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

ScaleUp up_of(const Observed& observed) {
    return import_domain(observed, {0}, {}).domain.kind.scale_up;
}

// GPUs that all show the same code to each other.
Observed uniform(std::size_t gpus, const std::string& code) {
    std::string text;
    for (std::size_t i = 0; i < gpus; ++i) text += "\tGPU" + std::to_string(i);
    for (std::size_t i = 0; i < gpus; ++i) {
        text += "\nGPU" + std::to_string(i);
        for (std::size_t k = 0; k < gpus; ++k) text += i == k ? "\tX" : "\t" + code;
    }
    return read_text(text + "\n");
}

}  // namespace

TEST_CASE("a matrix shows switches where peers together see more links than a GPU has") {
    CHECK(up_of(uniform(8, "NV18")).kind == ScaleUpKind::switched);
    CHECK(up_of(uniform(16, "NV6")).kind == ScaleUpKind::switched);
    CHECK(up_of(uniform(8, "NV12")).kind == ScaleUpKind::switched);
    const ScaleUp mesh = up_of(uniform(4, "NV6"));
    CHECK(mesh.kind == ScaleUpKind::mesh);
    CHECK(mesh.links_per_pair == 6);
    CHECK(up_of(uniform(2, "NV4")).kind == ScaleUpKind::mesh);
    CHECK(up_of(uniform(4, "SYS")).kind == ScaleUpKind::none);
}

TEST_CASE("links are spread over the switches as they are seen") {
    const ScaleUp up = up_of(read_fixture("hgx-h200.xml"));
    CHECK(up.switches == 4);
    CHECK(up.links_per_switch == std::vector<std::uint32_t>{4, 5, 5, 4});
    CHECK(up.link.bandwidth == gigabytes_per_second(25));
    CHECK(up.link.effective == gigabytes_per_second(20.6));
    CHECK(up_of(read_fixture("two-gb200-trays.xml")).links_per_switch == std::vector<std::uint32_t>{18});
}

TEST_CASE("GPUs that lost links are unavailable, all or some, and the others keep theirs") {
    const ImportedPart lost = import_domain(read_fixture("hgx-h200-gpu5-lost.xml"), {0}, {});
    CHECK(lost.unavailable == std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 5}});
    CHECK(std::any_of(lost.notes.begin(), lost.notes.end(), [](const ImportNote& note) {
        return note.text.starts_with("GPU 5 of ") &&
               note.text.find("has none of 18 NVLinks up: written as unavailable") != std::string::npos;
    }));
    const ImportedPart few = import_domain(read_fixture("hgx-h200-gpu2-14-links.xml"), {0}, {});
    CHECK(few.unavailable == std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 2}});
    CHECK(few.domain.kind.scale_up.links_per_switch == std::vector<std::uint32_t>{4, 5, 5, 4});
    CHECK(std::count(
              few.notes.begin(), few.notes.end(),
              ImportNote(
                  "GPU 2 of host 0xa1 has 14 of 18 NVLinks up: written as unavailable, so that no job counts "
                  "on it")) == 1);
    CHECK(round_trip(read_fixture("hgx-h200-gpu2-14-links.xml")).empty());
    // The topology is that of a healthy server, which then checks clean but for the GPU.
    const Topology topology = loaded(imported(read_fixture("hgx-h200-gpu2-14-links.xml"))).topology;
    const Observed healthy = read_fixture("hgx-h200.xml");
    CHECK(mismatches(compare(topology, healthy, match_servers(topology, healthy), std::nullopt)).empty());
}

// Which of the two is at fault cannot be told.
TEST_CASE("two GPUs with fewer links through the switches for each other are both unavailable") {
    std::string text;
    for (int i = 0; i < 8; ++i) text += "\tGPU" + std::to_string(i);
    for (int i = 0; i < 8; ++i) {
        text += "\nGPU" + std::to_string(i);
        for (int k = 0; k < 8; ++k) text += i == k ? "\tX" : i + k == 8 && i * k == 12 ? "\tNV17" : "\tNV18";
    }
    const Observed observed = read_text(text + "\n");
    const ImportedPart part = import_domain(observed, {0}, {});
    CHECK(part.unavailable == std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 2}, {0, 6}});
    std::string notes;
    for (const ImportNote& note : part.notes) notes += note.text + "\n";
    CHECK(notes.find("shows 17 of 18 NVLinks to GPU 6: written as unavailable") != std::string::npos);
    CHECK(notes.find("shows 17 of 18 NVLinks to GPU 2: written as unavailable") != std::string::npos);
    CHECK(mismatches(round_trip(observed)).empty());
}

// Two halves that a fabric manager keeps apart: every GPU is healthy.
TEST_CASE("switches that are parted leave no GPU out, and that is said") {
    std::string text;
    for (int i = 0; i < 8; ++i) text += "\tGPU" + std::to_string(i);
    for (int i = 0; i < 8; ++i) {
        text += "\nGPU" + std::to_string(i);
        for (int k = 0; k < 8; ++k) text += i == k ? "\tX" : i / 4 == k / 4 ? "\tNV18" : "\tSYS";
    }
    const ImportedPart part = import_domain(read_text(text + "\n"), {0}, {});
    CHECK(part.unavailable.empty());
    CHECK(std::any_of(part.notes.begin(), part.notes.end(), [](const ImportNote& note) {
        return note.text.starts_with("most GPUs of host 0 have fewer NVLinks through the switches");
    }));
}

TEST_CASE("pairs that differ are listed") {
    const ScaleUp up =
        up_of(read_text("\tGPU0\tGPU1\tGPU2\nGPU0\tX\tNV2\tSYS\nGPU1\tNV2\tX\tNV1\nGPU2\tSYS\tNV1\tX\n"));
    REQUIRE(up.kind == ScaleUpKind::links);
    REQUIRE(up.pairs.size() == 2);
    CHECK(up.pairs[0].count == 2);
    CHECK(up.pairs[1].a == 1);
}

TEST_CASE("AMD's meshes") {
    const ScaleUp up = up_of(read_fixture("four-mi300x.xml"));
    CHECK(up.kind == ScaleUpKind::mesh);
    CHECK(up.links_per_pair == 1);
    CHECK(up.link.bandwidth == gigabytes_per_second(64));
}

TEST_CASE("AMD's meshes whose numbers of links are not told have one link a pair, and that is said") {
    const ImportedTopology imported_topology = imported(read_fixture("mi300x-showtopo.txt"));
    const Topology topology = loaded(imported_topology).topology;
    CHECK(topology.kinds()[0].scale_up.kind == ScaleUpKind::mesh);
    CHECK(topology.kinds()[0].scale_up.links_per_pair == 1);
    CHECK(link_word(topology) == "xGMI");  // though nothing told the name of the GPU
    CHECK(std::any_of(
        imported_topology.notes.begin(), imported_topology.notes.end(), [](const ImportNote& note) {
            return note.text ==
                   "how many links join two GPUs is not told: 1 is written where they are joined";
        }));
    CHECK(round_trip(read_fixture("mi300x-showtopo.txt")).empty());
}

TEST_CASE("cards that bridges join: a pair where only two have links, else nothing") {
    const auto list = [](const std::vector<int>& links) {
        std::string text;
        for (std::size_t gpu = 0; gpu < links.size(); ++gpu) {
            text += "GPU " + std::to_string(gpu) + ": NVIDIA RTX A6000 (UUID: GPU-0)\n";
            for (int link = 0; link < links[gpu]; ++link)
                text += "\t Link " + std::to_string(link) + ": 14.062 GB/s\n";
            if (links[gpu] == 0)
                text += "NVML: Unable to retrieve NVLink information as all links are inActive\n";
        }
        return read_text(text);
    };
    const Observed pair = list({4, 0, 4});
    const ScaleUp up = up_of(pair);
    REQUIRE(up.kind == ScaleUpKind::links);
    REQUIRE(up.pairs.size() == 1);
    CHECK(up.pairs[0].b == 2);
    CHECK(up.pairs[0].count == 4);
    CHECK(import_domain(pair, {0}, {}).unavailable.empty());  // GPU 1 has no bridge, and works
    CHECK(round_trip(pair).empty());
    const Observed four = list({4, 4, 4, 4});
    CHECK(up_of(four).kind == ScaleUpKind::none);
    for (const Finding& finding : round_trip(four)) CHECK(finding.severity == Severity::note);
    const ImportedPart part = import_domain(four, {0}, {});
    CHECK(std::any_of(part.notes.begin(), part.notes.end(), [](const ImportNote& note) {
        return note.text.find("which GPUs they join") != std::string::npos;
    }));
    CHECK(part.domain.assumed.count(Assumed::scale_up) == 1);
}

TEST_CASE("links that a virtual machine shows as going to their own GPU join nothing that is known") {
    std::string text = "<system version=\"1\"><cpu numaid=\"0\" arch=\"x86_64\">";
    for (int gpu = 0; gpu < 4; ++gpu) {
        const std::string bus = "000" + std::to_string(gpu) + ":00:00.0";
        text += "<pci busid=\"" + bus +
                "\" class=\"0x030200\" vendor=\"0x10de\" device=\"0x2330\"><gpu dev=\"" +
                std::to_string(gpu) + "\" sm=\"90\"><nvlink target=\"" + bus +
                "\" count=\"18\" tclass=\"0x030200\"/></gpu></pci>";
    }
    const Observed observed = read_text(text + "</cpu></system>");
    CHECK(up_of(observed).kind == ScaleUpKind::none);
    CHECK(mismatches(round_trip(observed)).empty());
}

TEST_CASE("two boards of switches, and what joins them is marked") {
    // Four GPUs; two switches of each half.
    std::string text = "<system version=\"1\"><cpu numaid=\"0\" arch=\"x86_64\">";
    for (int gpu = 0; gpu < 4; ++gpu) {
        text += "<pci busid=\"0000:0" + std::to_string(gpu) +
                ":00.0\" class=\"0x030200\" vendor=\"0x10de\" "
                "device=\"0x1db8\"><gpu dev=\"" +
                std::to_string(gpu) + "\" sm=\"70\">";
        for (int nvswitch = 0; nvswitch < 2; ++nvswitch) {
            text += "<nvlink target=\"0000:a" + std::to_string(gpu / 2 * 2 + nvswitch) +
                    ":00.0\" count=\"3\" tclass=\"0x068000\"/>";
        }
        text += "</gpu></pci>";
    }
    const Observed observed = read_text(text + "</cpu></system>");
    const ImportedTopology topology = imported(observed);
    const ScaleUp& up = topology.kinds[0].kind.scale_up;
    CHECK(up.switches == 4);
    CHECK(up.boards == 2);
    CHECK(up.links_per_switch == std::vector<std::uint32_t>{3, 3});
    CHECK(up.trunk_links == 6);  // two GPUs of three links each
    CHECK(topology_yaml(topology).find("NOT TOLD: what all GPUs of a board together can fill") !=
          std::string::npos);
    CHECK(topology.kinds[0].assumed.count(Assumed::trunk) == 1);
    CHECK(loaded(topology).topology.kinds()[0].scale_up.trunk.bandwidth == gigabytes_per_second(25));
    CHECK(round_trip(observed).empty());
}

TEST_CASE("links into switches that a file counts for each peer again are counted once") {
    // 18 links to each of 7 peers: no GPU has 126.
    std::string text = "<system version=\"1\"><cpu numaid=\"0\" host_hash=\"0xa\">";
    for (int a = 0; a < 8; ++a) {
        text += "<pci busid=\"0000:0" + std::to_string(a) +
                ":00.0\" class=\"0x030200\" vendor=\"0x10de\" "
                "device=\"0x2335\"><gpu dev=\"" +
                std::to_string(a) + "\" sm=\"90\" rank=\"" + std::to_string(a) + "\">";
        for (int b = 0; b < 8; ++b) {
            if (a != b)
                text += "<nvlink target=\"0000:0" + std::to_string(b) +
                        ":00.0\" count=\"18\" tclass=\"0x030200\"/>";
        }
        text += "</gpu></pci>";
    }
    Observed all = read_machine(input::Source("dump.xml", text + "</cpu></system>"));
    CHECK(all.hosts[0].gpus[0].lanes.value == 18);
    REQUIRE_FALSE(merge(all, read_fixture("hgx-h200-topo.txt")).has_value());
    CHECK(mismatches(disagreement_findings(all)).empty());
    const ImportedTopology topology = imported(all);
    const ScaleUp& up = topology.kinds[0].kind.scale_up;
    CHECK(up.kind == ScaleUpKind::switched);
    CHECK(up.links_per_switch == std::vector<std::uint32_t>{18});
    CHECK(mismatches(Checked("hgx-h200").findings(all)).empty());
}
