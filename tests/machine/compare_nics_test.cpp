#include <doctest/doctest.h>

#include "railyard/machine/comparison.hpp"
#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

// A server of 8 H200; `nics` says what hangs beside each GPU.
Observed server(const std::vector<std::string>& nics, const std::string& elsewhere = "") {
    std::string text = "<system version=\"1\"><cpu numaid=\"-1\" arch=\"x\">";
    for (std::size_t i = 0; i < 8; ++i) {
        text += "<pci busid=\"0000:" + std::to_string(i) +
                "0:00.0\" class=\"0x060400\"><pci busid=\"0000:" + std::to_string(i) +
                "1:00.0\" class=\"0x030200\"/>" + (i < nics.size() ? nics[i] : "") + "</pci>";
    }
    return read_text(text + elsewhere + "</cpu></system>");
}

std::string nic(int bus, int gigabits) {
    return "<pci busid=\"0000:" + std::to_string(bus) + ":00.0\" class=\"0x020700\"><nic><net name=\"mlx5_" +
           std::to_string(bus) + "\" speed=\"" + std::to_string(gigabits * 1000) + "\"/></nic></pci>";
}

std::vector<std::string> eight(int gigabits) {
    std::vector<std::string> nics;
    for (int i = 0; i < 8; ++i) nics.push_back(nic(80 + i, gigabits));
    return nics;
}

}  // namespace

TEST_CASE("NICs far from every GPU carry no traffic of the job") {
    const Observed observed = server(eight(400), nic(98, 25) + nic(99, 200));
    CHECK(observed.hosts[0].nics.size() == 10);
    CHECK(compute_nics(observed.hosts[0]).size() == 8);
    const Findings found = Checked("hgx-h200").findings(observed);
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::note);
    CHECK(found[0].seen == "NICs that are next to no GPU: mlx5_98, mlx5_99");
}

TEST_CASE("fewer NICs, and the GPU that has none beside it") {
    auto nics = eight(400);
    nics[4] = "";
    const Findings found = mismatches(Checked("hgx-h200", 16).findings(server(nics)));
    REQUIRE(found.size() == 2);
    CHECK(found[0].expected == "8 NICs for the job's traffic");
    CHECK(found[0].seen == "7");
    CHECK(found[1].place.starts_with("box0/server0/gpu4"));
    CHECK(found[1].meaning.starts_with("dp group 4 leaves the domain across a host bridge"));
}

TEST_CASE("slower NICs are a mismatch, a rate that no port has is a file written by hand") {
    auto nics = eight(400);
    nics[2] = nic(82, 200);
    const Findings slow = mismatches(Checked("hgx-h200", 16).findings(server(nics)));
    REQUIRE(slow.size() == 1);
    CHECK(slow[0].expected == "NICs of 400 Gb/s, one way");
    CHECK(slow[0].seen.starts_with("mlx5_82 200 Gb/s"));
    CHECK(slow[0].meaning == "dp group 2 leaves the domain at another rate than counted");
    // Beside faster ones it is told on its own.
    auto mixed = eight(800);
    mixed[7] = nic(87, 200);
    const Findings both = Checked("hgx-h200", 16).findings(server(mixed));
    REQUIRE(both.size() == 2);
    CHECK(both[0].severity == Severity::mismatch);
    CHECK(both[0].seen == "mlx5_87 200 Gb/s (a)");
    CHECK(both[1].severity == Severity::warning);
    const Findings odd = Checked("hgx-h200", 16).findings(server(eight(360)));
    REQUIRE(odd.size() == 1);
    CHECK(odd[0].severity == Severity::note);
    CHECK(Checked("hgx-h200", 16).findings(server(eight(800))).front().severity == Severity::warning);
}

TEST_CASE("a matrix that is cut off does not say which NICs are near the GPUs it lacks") {
    std::string text = "\tGPU0\tGPU1\tGPU2\tGPU3\tGPU4\tGPU5\tGPU6\tGPU7";
    for (int i = 0; i < 8; ++i) text += "\tNIC" + std::to_string(i);
    for (int gpu = 0; gpu < 7; ++gpu) {
        text += "\nGPU" + std::to_string(gpu);
        for (int i = 0; i < 8; ++i) text += i == gpu ? "\tX" : "\tNV18";
        for (int i = 0; i < 8; ++i) text += i == gpu ? "\tPIX" : "\tSYS";
    }
    const Findings found = Checked("hgx-h200").findings(read_text(text + "\n"));
    REQUIRE(found.size() == 1);
    CHECK(found[0].seen == "the matrix is cut off: 7 of 16 rows; what is not whole there is unknown");
}

TEST_CASE("no NIC at all is unknown") {
    CHECK(Checked("hgx-h200").findings(server({})).empty());
}

TEST_CASE("where no GPU has a NIC beside it, all with a place count") {
    const Observed observed = server({}, nic(98, 400) + nic(99, 400));
    CHECK(compute_nics(observed.hosts[0]).size() == 2);
    const Findings found = mismatches(Checked("hgx-h200", 16).findings(observed));
    REQUIRE(found.size() == 1);
    CHECK(found[0].seen == "2");
    // A job of one box has no hop that leaves it: NICs that are missing do not matter to it.
    CHECK(mismatches(Checked("hgx-h200").findings(observed)).empty());
}
