// Real files that lie beside the project on machines that have them: each is recognised for what it is.

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "tests/machine/fixtures.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

namespace fs = std::filesystem;
const fs::path samples = fs::path(RAILYARD_SOURCE_DIR) / ".." / "shared" / "samples";

bool skipped(const fs::path& folder) {
    if (fs::is_directory(folder)) return false;
    MESSAGE("skipped: no ", folder.string());
    return true;
}

Observed read(const fs::path& path) {
    return read_machine(*input::read_source(path.string(), largest_machine_file));
}

struct Expected {
    const char* file;
    std::size_t gpus, nics;
    int lanes;  // of every GPU; -1: not told
};

void check_files(const fs::path& folder, const std::vector<Expected>& expected) {
    for (const Expected& each : expected) {
        CAPTURE(each.file);
        const Observed observed = read(folder / each.file);
        REQUIRE(observed.hosts.size() == 1);
        const ObservedHost& host = observed.hosts.front();
        CHECK(host.gpus.size() == each.gpus);
        CHECK(host.nics.size() == each.nics);
        for (const ObservedGpu& gpu : host.gpus) {
            CHECK(gpu.lanes.known() == (each.lanes >= 0));
            if (gpu.lanes.known()) CHECK(static_cast<int>(*gpu.lanes.value) == each.lanes);
        }
    }
}

}  // namespace

TEST_CASE("samples of hwloc XML are recognised by their version") {
    const fs::path folder = samples / "hwloc_xml";
    if (skipped(folder)) return;
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".xml") continue;
        CAPTURE(entry.path().string());
        const auto source = input::read_source(entry.path().string(), largest_machine_file);
        const bool third = source->text().find("<topology version=\"3.0\">") != std::string_view::npos;
        const Observed observed = read_machine(*source);
        CHECK(observed.sources.front().format == (third ? "hwloc-xml-3" : "hwloc-xml-2"));
        CHECK(observed.hosts.size() == 1);
        ++files;
    }
    CHECK(files >= 20);
}

TEST_CASE("the DGX-2 of both hwloc versions has 150 GB/s between every two GPUs") {
    const fs::path folder = samples / "hwloc_xml";
    if (skipped(folder)) return;
    for (const char* file : {"hwloc214-nvidiaDGX2.xml", "hwloc-nvidiaDGX2.xml"}) {
        CAPTURE(file);
        const ObservedHost host = read(folder / file).hosts.front();
        REQUIRE(host.gpus.size() == 16);
        CHECK(host.switches.size() == 12);
        for (std::size_t a = 0; a < 16; ++a) {
            for (std::size_t b = 0; b < 16; ++b) {
                if (a == b) continue;
                CHECK(host.pair(a, b).nvlink_peak.value == gigabytes_per_second(150));
                CHECK(host.pair(a, b).lanes.value == 6);
            }
        }
    }
}

TEST_CASE("the POWER8 of hwloc 3 has 40 GB/s between GPUs that are linked, and nothing between others") {
    const fs::path folder = samples / "hwloc_xml";
    if (skipped(folder)) return;
    for (const char* file : {"hwloc-power8gpudistances.xml", "hwloc29-power8gpudistances.xml"}) {
        if (!fs::exists(folder / file)) continue;
        const ObservedHost host = read(folder / file).hosts.front();
        REQUIRE(host.gpus.size() == 4);
        for (std::size_t a = 0; a < 4; ++a) {
            for (std::size_t b = 0; b < 4; ++b) {
                if (a == b) continue;
                CHECK(host.pair(a, b).nvlink_peak.value == gigabytes_per_second(a / 2 == b / 2 ? 40 : 0));
            }
        }
    }
}

TEST_CASE("samples of NCCL and RCCL topologies hold what their list of sources says") {
    const fs::path folder = samples / "nccl_topo_xml";
    if (skipped(folder)) return;
    check_files(folder, {{"azure-ncv4-topo.xml", 4, 0, 12},
                         {"azure-ndv2-topo.xml", 8, 1, -1},
                         {"azure-ndv4-topo.xml", 8, 8, -1},
                         {"azure-ndv5-topo.xml", 8, 8, -1},
                         {"superbench-ndv4-topo.xml", 8, 8, -1},
                         {"azurehpc-nc48v4-topo.xml", 2, 0, 12},
                         {"aws-p4d-24xl-topo.xml", 8, 4, -1},
                         {"aws-p4de-24xl-topo.xml", 8, 4, -1},
                         {"aws-g5.48xl-topo.xml", 0, 0, -1},
                         {"aws-p5.48xl-topo-e6bd0d4a.xml", 0, 0, -1},
                         {"aws-p5.48xl-topo-unmerged-pr.xml", 8, 32, -1},
                         {"oci-H100-topology.xml", 8, 8, 18},
                         {"oci-H100-topology-kubernetes.xml", 8, 8, 18},
                         {"oci-topo-flattened.xml", 8, 8, -1},
                         {"hgx-h200-8x-vastai.xml", 8, 0, 18},
                         {"hgx-b200-8x-vastai.xml", 8, 0, 18},
                         {"gb10-dgx-spark-issue2202.xml", 1, 1, 0},
                         {"rccl-topo_8p_940.xml", 8, 8, 7},
                         {"rccl-topo_8p_940vm.xml", 8, 8, 7},
                         {"rccl-topo_8p_90a.xml", 8, 1, 3},
                         {"rccl-topo_16p1h.xml", 16, 8, 7},
                         {"rccl-topo_8p_rome_n4.xml", 8, 1, 2},
                         {"rccl-topo_3p_pcie.xml", 3, 1, -1},
                         {"rccl-topo_8p_pcie_2nic.xml", 8, 2, -1}});
    CHECK(complaint_of([&] {
              (void)read(folder / "h200-baremetal-TRUNCATED-issue256.xml.txt");
          }).starts_with("18:"));
    CHECK(complaint_of([&] {
              (void)read(folder / "rubin-mlopart-FRAGMENT.xml.txt");
          }).find("a piece of an NCCL topology") != std::string::npos);
    // Files for NCCL_TOPO_FILE without classes: what their leaves are is not told.
    CHECK(read(folder / "aws-g5.48xl-topo.xml").hosts[0].untold.size() == 9);
    CHECK(read(folder / "aws-p5.48xl-topo-e6bd0d4a.xml").hosts[0].untold.size() == 32);
    const Observed gb10 = read(folder / "gb10-dgx-spark-issue2202.xml");
    CHECK(gb10.hosts[0].gpus[0].c2c.value == gigabytes_per_second(345));
}

TEST_CASE("samples of nvidia-smi topo -m are all read") {
    const fs::path folder = samples / "nvidia_smi_topo";
    if (skipped(folder)) return;
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (entry.path().extension() != ".txt") continue;
        CAPTURE(name);
        ++files;
        if (name == "hgx-b200-p2p-n.txt") {
            CHECK(complaint_of([&] { (void)read(entry.path()); }).find("-p2p") != std::string::npos);
            continue;
        }
        const Observed observed = read(entry.path());
        CHECK(observed.sources.front().format == "nvidia-smi-topo");
        CHECK_FALSE(observed.hosts.front().gpus.empty());
        CHECK(observed.remarks.empty() == (name.find("TRUNCATED") == std::string::npos));
    }
    CHECK(files >= 28);
    const ObservedHost mesh = read(folder / "dgx1-v100-mlx5-names.txt").hosts.front();
    const std::map<std::size_t, std::uint32_t> links = {{1, 1}, {2, 1}, {3, 2}, {4, 2},
                                                        {5, 0}, {6, 0}, {7, 0}};
    for (const auto& [peer, lanes] : links) CHECK(mesh.pair(0, peer).lanes.value == lanes);
    CHECK(mesh.path_to_nic(2, 2).value == Path::pix);  // mlx5_1 is the third column
}

TEST_CASE("samples of nvidia-smi nvlink are all read") {
    const fs::path folder = samples / "nvidia_smi_nvlink";
    if (skipped(folder)) return;
    check_files(folder,
                {{"hgx-h200-8x.txt", 8, 0, 18},
                 {"hgx-b200-8x.txt", 8, 0, 18},
                 {"hgx-b200-8x-remote-R-invisible.txt", 7, 0, 18},
                 {"hgx-h200-remote-R-gpu0.txt", 1, 0, 18},
                 {"b200-50GBs.txt", 1, 0, 12},
                 {"b200-one-gpu-all-inactive.txt", 1, 0, 0},
                 {"capture-linux-x86_64-nvidia-h100-mig-590.48.01-capabilities-nvlink-s.txt", 1, 0, -1},
                 {"capture-linux-x86_64-nvidia-l40s-595.80-capabilities-nvlink-s.txt", 1, 0, 0}});
    const ObservedHost pair = read(folder / "a6000-pair-plus-inactive.txt").hosts.front();
    CHECK(pair.gpus[0].lanes.value == 4);
    CHECK(pair.gpus[2].lanes.value == 0);
}
