#include "railyard/machine/merge.hpp"

#include <doctest/doctest.h>

#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

Observed merged(const std::vector<std::string>& fixtures, Findings& findings) {
    Observed all;
    for (const std::string& name : fixtures) {
        const auto why = merge(all, read_fixture(name), findings);
        CHECK_FALSE(why.has_value());
    }
    return all;
}

}  // namespace

TEST_CASE("three sources of one server are one server, each fact with its source") {
    Findings findings;
    const Observed all = merged({"hgx-h200.xml", "hgx-h200-topo.txt", "hgx-h200-nvlink.txt"}, findings);
    CHECK(findings.empty());
    REQUIRE(all.hosts.size() == 1);
    REQUIRE(all.sources.size() == 3);
    const ObservedHost& host = all.hosts.front();
    REQUIRE(host.gpus.size() == 8);
    REQUIRE(host.nics.size() == 8);  // by name: mlx5_0 of the dump is NIC0 of the matrix
    CHECK(host.gpus[3].model.value == "NVIDIA H200");
    CHECK(all.sources[host.gpus[3].model.from.value()].format == "nvidia-smi-nvlink");
    CHECK(all.sources[host.gpus[3].lanes.from.value()].format == "nccl-topo");
    CHECK(host.gpus[3].cpus.value == "0-31");
    CHECK(host.pair(0, 1).lanes.value == 18);
}

TEST_CASE("the order of the sources does not matter to what is known") {
    Findings findings;
    const Observed all = merged({"hgx-h200-nvlink.txt", "hgx-h200-topo.txt", "hgx-h200.xml"}, findings);
    CHECK(findings.empty());
    REQUIRE(all.hosts.size() == 1);
    CHECK(all.hosts[0].gpus[7].pci.value == PciAddress{0, 0x82, 0, 0});
    CHECK(all.hosts[0].hash.value == "0xa1");
    CHECK(all.hosts[0].path_to_nic(7, 7).value == Path::pix);
}

TEST_CASE("what two sources say differently is a finding, and the first stays") {
    Findings findings;
    const Observed all = merged({"hgx-h200.xml", "hgx-h200-nvlink-gpu2-two-down.txt"}, findings);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].severity == Severity::mismatch);
    CHECK(findings[0].place == "host 0xa1, GPU 2");
    CHECK(findings[0].expected.starts_with("18 NVLinks up ("));
    CHECK(findings[0].seen.starts_with("16 NVLinks up ("));
    CHECK(all.hosts[0].gpus[2].lanes.value == 18);
}

TEST_CASE("a pair that differs is told once, not for both directions") {
    Findings findings;
    merged({"hgx-h200.xml", "hgx-h200-topo-gpu1-lost.txt"}, findings);
    CHECK(findings.size() == 7);  // GPU 1 to each of the others
}

TEST_CASE("hosts with hashes of their own are servers of their own") {
    Findings findings;
    CHECK(merged({"hgx-h200.xml", "hgx-h200-third.xml"}, findings).hosts.size() == 2);
    CHECK(merged({"two-gb200-trays.xml"}, findings).hosts.size() == 2);
    CHECK(findings.empty());
}

TEST_CASE("a second file of a format that tells a whole server is another server") {
    Findings findings;
    CHECK(merged({"hgx-h200-topo.txt", "hgx-h200-topo.txt"}, findings).hosts.size() == 2);
    CHECK(findings.empty());
}

TEST_CASE("a source that may be of several servers is refused and changes nothing") {
    Findings findings;
    Observed all = merged({"hgx-h200.xml", "hgx-h200-third.xml"}, findings);
    const auto why = merge(all, read_fixture("hgx-h200-nvlink.txt"), findings);
    REQUIRE(why.has_value());
    CHECK(*why == "it does not say which server it is of, and there are several");
    CHECK(all.sources.size() == 2);
    Observed named = read_fixture("hgx-h200-nvlink.txt");
    all.hosts[1].name = {"node7", SourceId(1)};
    named.hosts[0].name = {"node7", SourceId(0)};
    CHECK_FALSE(merge(all, named, findings).has_value());
    CHECK(all.hosts.size() == 2);
    CHECK(all.hosts[1].gpus[0].model.value == "NVIDIA H200");
}

TEST_CASE("bus ids alone and numbers alone are joined in order") {
    Findings findings;
    Observed all = read_text(
        "<system version=\"1\"><cpu numaid=\"0\" arch=\"x\"><pci busid=\"0000:90:00.0\" "
        "class=\"0x030200\"/><pci "
        "busid=\"0000:20:00.0\" class=\"0x030200\"/></cpu></system>");
    REQUIRE_FALSE(
        merge(all, read_text("\tGPU0\tGPU1\tNIC0\nGPU0\t X \tNV4\tPIX\nGPU1\tNV4\t X \tSYS\n"), findings)
            .has_value());
    REQUIRE(all.hosts.size() == 1);
    REQUIRE(all.hosts[0].gpus.size() == 2);
    CHECK(all.hosts[0].gpus[0].index.value == 1);  // 90 is behind 20
    CHECK(all.hosts[0].path_to_nic(1, 0).value == Path::pix);
    CHECK(gpu_order(all.hosts[0]) == std::vector<std::size_t>{1, 0});
}

TEST_CASE("a link of an idle GPU gives way to the faster reading") {
    Findings findings;
    const std::string slow =
        "<system version=\"1\"><cpu host_hash=\"0x1\" arch=\"x\"><pci busid=\"0000:01:00.0\" "
        "class=\"0x030200\" "
        "link_speed=\"2.5 GT/s PCIe\" link_width=\"16\"/></cpu></system>";
    std::string fast = slow;
    fast.replace(fast.find("2.5"), 3, "32.0");
    Observed all = read_text(slow);
    REQUIRE_FALSE(merge(all, read_text(fast), findings).has_value());
    CHECK(findings.empty());
    CHECK(all.hosts[0].gpus[0].pcie.bandwidth.value->raw() == doctest::Approx(63.015e9).epsilon(0.001));
}

TEST_CASE("a second matrix is another server even where the first told nothing new") {
    Findings findings;
    const Observed all = merged({"hgx-h200.xml", "hgx-h200-topo.txt", "hgx-h200-topo.txt"}, findings);
    CHECK(findings.empty());
    REQUIRE(all.hosts.size() == 2);
    CHECK(all.hosts[0].sources == std::vector<SourceId>{SourceId(0), SourceId(1)});
    CHECK(all.hosts[1].sources == std::vector<SourceId>{SourceId(2)});
}
