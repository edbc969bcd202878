#include "railyard/machine/compare.hpp"

#include <doctest/doctest.h>

#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

TEST_CASE("a healthy server of the kind described has nothing found") {
    const Checked job("hgx-h200");
    CHECK(job.of_fixture("hgx-h200.xml").empty());
    CHECK(job.of_fixture("hgx-h200-topo.txt").empty());
    CHECK(job.of_fixture("hgx-h200-nvlink.txt").empty());
}

TEST_CASE("hosts are the servers of the topology in their order") {
    const Checked job("gb200-nvl72", 72, 4);
    const Observed trays = read_fixture("two-gb200-trays.xml");
    const auto matches = match_servers(job.topology, trays);
    REQUIRE(matches.size() == 2);
    CHECK(matches[1].first_gpu.gpu == GpuId(4));
    CHECK(matches[1].first_gpu.server == 1);
    CHECK(job.findings(trays).empty());
    CHECK(match_servers(job.topology, trays, GpuId(42)).front().first_gpu.gpu == GpuId(40));
}

TEST_CASE("beside another kind a host goes to the next server with as many GPUs") {
    const Topology topology =
        test::load_text(
            "topology: t\ndomains:\n  - {use: gb200-nvl72, count: 2}\n  - {use: hgx-h200, count: 3}\n")
            .topology;
    const auto matches = match_servers(topology, read_fixture("hgx-h200.xml"));
    REQUIRE(matches.size() == 1);
    CHECK(matches[0].first_gpu.gpu == GpuId(144));
    CHECK(match_servers(topology, read_fixture("two-gb200-trays.xml")).front().first_gpu.gpu == GpuId(0));
}

TEST_CASE("more hosts than servers are told of") {
    const Topology topology = test::load_text("topology: t\ndomains: [{use: hgx-h200, count: 1}]\n").topology;
    Observed all = read_fixture("hgx-h200.xml");
    REQUIRE_FALSE(merge(all, read_fixture("hgx-h200-third.xml")).has_value());
    const auto matches = match_servers(topology, all);
    CHECK(matches.size() == 1);
    const Findings findings = compare(topology, all, matches, std::nullopt);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].severity == Severity::warning);
    CHECK(findings[0].seen == "2 hosts");
}

TEST_CASE("what no source told is said") {
    CHECK(not_told(read_fixture("hgx-h200.xml").hosts.front()).empty());
    CHECK(not_told(read_fixture("hgx-h200-topo.txt").hosts.front()) ==
          "models of GPUs, PCIe links, rates of NICs");
    CHECK(not_told(read_fixture("hgx-h200-nvlink.txt").hosts.front()) == "PCIe links, NUMA nodes, NICs");
    CHECK(seen_in(read_fixture("hgx-h200.xml").hosts.front()) ==
          "8 GPUs (H200 (PCI 10de:2335)), 8 NICs, 4 NVSwitches");
}

TEST_CASE("what readers remark: the same of several places is told once") {
    Observed observed = read_fixture("hgx-h200.xml");
    for (int line = 1; line <= 6; ++line)
        observed.remarks.push_back({SourceId(0), "line " + std::to_string(line), "an odd spelling"});
    observed.remarks.push_back({SourceId(0), "line 9", "contradicts itself", Severity::mismatch});
    const Findings found = Checked("hgx-h200").findings(observed);
    REQUIRE(found.size() == 2);
    CHECK(found[0].place.ends_with("hgx-h200.xml, line 1, line 2, line 3, line 4 and 2 more"));
    CHECK(found[0].severity == Severity::note);
    CHECK(found[0].seen == "an odd spelling");
    CHECK(found[1].place.ends_with("hgx-h200.xml, line 9"));
    CHECK(found[1].severity == Severity::mismatch);
}

TEST_CASE("servers that hold ranks and that nothing tells of") {
    const Checked job("hgx-h200", 32);  // four boxes
    const Observed one = read_fixture("hgx-h200.xml");
    const ServersOfJob unseen =
        servers_without(job.topology, job.placement, match_servers(job.topology, one));
    CHECK(unseen.all == 4);
    CHECK(unseen.missing == 3);
    const auto elsewhere = match_servers(job.topology, one, GpuId(64));  // a ninth box, of no rank
    CHECK(servers_without(job.topology, job.placement, elsewhere).missing == 4);
}

TEST_CASE("hosts of an allocation are found by their names with and without the site") {
    const Checked job("hgx-h200", 16);
    Observed observed = read_fixture("hgx-h200.xml");
    observed.hosts[0].name = {"n2.site.org", SourceId(0)};
    const auto found = [&](const std::vector<std::string>& hosts) {
        return match_hosts(job.topology, observed, job.placement, hosts);
    };
    REQUIRE(found({"n1", "n2"}).size() == 1);
    CHECK(found({"n1", "n2"})[0].first_gpu.gpu == GpuId(8));
    CHECK(found({"n2", "n2.site.org"})[0].first_gpu.gpu == GpuId(8));  // the whole name before the short one
    CHECK(found({"n1", "n20"}).empty());
}
