// Real files of each format, where the folder with them is there: what each holds was counted with other
// tools (grep, sort, scontrol).
#include <doctest/doctest.h>

#include <filesystem>

#include "railyard/cluster/formats.hpp"
#include "railyard/cluster/hostlist.hpp"
#include "railyard/cluster/rails.hpp"
#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

const std::filesystem::path samples =
    std::filesystem::path(RAILYARD_SOURCE_DIR) / ".." / "shared" / "samples";

// "FORMAT: what it told of", or the first line of why not; "skipped" where there is no such file.
std::string told(const std::string& file) {
    const auto path = samples / file;
    if (!std::filesystem::exists(path)) {
        MESSAGE("skipped: there is no ", file);
        return "skipped";
    }
    const auto source = input::read_source(path.string(), largest_cluster_file);
    const ClusterFormat* format = recognise_cluster(source->text());
    if (format == nullptr) return "unknown";
    try {
        return std::string(format->name) + ": " + told_by(format->read(source));
    } catch (const InputError& error) {
        return std::string(format->name) + ": refused: " + error.problems().front().message;
    }
}

void check(const std::string& file, const std::string& expected) {
    CAPTURE(file);
    const std::string is = told(file);
    if (is != "skipped") CHECK(is == expected);
}

TEST_CASE("Slurm's own trees and blocks") {
    check("slurm_topology_conf/slurm-test133-case1-topology.conf",
          "slurm-topology-conf: 10000 hosts, 529 switches");
    check("slurm_topology_conf/slurm-test133-case3-topology.conf",
          "slurm-topology-conf: 400 hosts, 23 switches");
    check("slurm_topology_conf/slurm-check-topology.conf", "slurm-topology-conf: 32 hosts, 8 blocks");
    check("slurm_topology_yaml/slurm-man-topology.yaml",
          "slurm-topology-yaml: 16 hosts, 3 switches, 4 blocks");
}

TEST_CASE("what generators write for Slurm") {
    check("slurm_topology_conf/cyclecloud-block_topology.txt",
          "slurm-topology-conf: 72 hosts, 4 blocks, 4 NVLink domains");
    check("slurm_topology_conf/cyclecloud-slurm_illegal_block_topology.txt",
          "slurm-topology-conf: refused: no line names a host");
    check("slurm_topology_conf/topograph-expected.slinky-oci-sim-tree.conf",
          "slurm-topology-conf: 96 hosts, 19 switches");
    check("slurm_topology_conf/topograph-topology_test-1.conf", "slurm-topology-conf: 6 hosts, 3 switches");
    check("slurm_topology_yaml/topograph-yaml_test-1.yaml", "slurm-topology-yaml: 2 hosts, 2 switches");
    // Two switches each below the other.
    check("slurm_topology_conf/cyclecloud-topology.txt",
          "slurm-topology-conf: refused: switch 'ibsw14' stands below itself");
}

TEST_CASE("fabrics") {
    check("ibnetdiscover/superbench-ibnetdiscover.txt", "ibnetdiscover: 10 hosts, 8 switches");
    check("iblinkinfo/edr-switch-3hosts-grep-up.txt", "iblinkinfo: 3 hosts, 1 switch");
    check("iblinkinfo/line-mode-l.txt", "iblinkinfo: 3 hosts, 1 switch");
    check("iblinkinfo/could-be-hdr-downgraded-FRAGMENT.txt", "iblinkinfo: 4 hosts, 1 switch");
    // 121 names of hosts, and 72 adapters without one.
    check("ibnetdiscover/topograph-example.out", "ibnetdiscover: 193 hosts, 40 switches");
}

// grep "dgx-08-c01 HCA-[56]": that host has HCA-5 where the others of its switches have HCA-6, and the other
// way round.
TEST_CASE("the one host of a real fabric whose cables are swapped") {
    const auto path = samples / "ibnetdiscover/topograph-example.out";
    if (!std::filesystem::exists(path)) {
        MESSAGE("skipped: there is no ", path.filename().string());
        return;
    }
    const auto findings = rail_findings(read_cluster(input::read_source(path.string())), Railed::yes);
    REQUIRE(findings.size() == 1);
    CHECK(findings.front().place == "b08-p1-dgx-08-c01");
    CHECK(findings.front().severity == Severity::mismatch);
}

TEST_CASE("cliques and models") {
    check("k8s_topology/gpu-clique-nodes-issue377.txt", "clique-list: 4 hosts, 2 NVLink domains");
    check("k8s_topology/topograph-graph-1.json",
          "kubernetes-nodes: 1 host, 2 switches, 1 block, 1 NVLink domain");
    check("cloud_topology/cyclecloud-nodes_clusterUUIDs.txt", "clique-list: 72 hosts, 4 NVLink domains");
    check("cloud_topology/topograph-model-nvl72.yaml",
          "topograph-model: 72 hosts, 7 switches, 4 blocks, 4 NVLink domains");
    check("cloud_topology/topograph-model-small-tree.yaml",
          "topograph-model: 6 hosts, 3 switches, 2 blocks, 2 NVLink domains");
    // The numbers of its 29 blocks, added up.
    check("cloud_topology/topograph-model-dual-xclr-irregular.yaml",
          "topograph-model: 255 hosts, 34 switches, 29 blocks, 2 NVLink domains");
}

TEST_CASE("files of other kinds are none of these") {
    for (const char* file :
         {"ibnetdiscover/superbench-ibstat.txt", "k8s_topology/topograph-node-labels-1.yaml",
          "k8s_topology/topograph-k8s-4.yaml", "cloud_topology/cyclecloud-hostnames.txt",
          "cloud_topology/cyclecloud-nodes_guids.txt", "slurm_topology_conf/azslurm-show_topology-table.txt",
          "rankfile_hostfile/ompi-man-rankfile.txt"}) {
        check(file, "unknown");
    }
}

// The oracle is a table of lists and what `scontrol show hostnames` of Slurm 22.05.8 printed for them.
TEST_CASE("lists from pull requests expand to as many hosts as they say") {
    const auto count = [](const std::string& file) -> std::size_t {
        const auto path = samples / file;
        if (!std::filesystem::exists(path)) {
            MESSAGE("skipped: there is no ", file);
            return 36;
        }
        return test::expanded(std::string(input::read_source(path.string())->text())).size();
    };
    CHECK(count("slurm_hostlist/segment-12-12-12.txt") == 36);
    CHECK(count("slurm_hostlist/segment-17-17-2.txt") == 36);
}

}  // namespace
}  // namespace railyard::cluster
