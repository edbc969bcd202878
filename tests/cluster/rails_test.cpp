#include "railyard/cluster/rails.hpp"

#include <doctest/doctest.h>

#include <array>

#include "railyard/topology/load.hpp"
#include "tests/support/clusters.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::cluster {
namespace {

// Four hosts with two NICs on two leaves; a test may take a port away or move it.
struct Fabric {
    Cluster cluster;
    Fabric() {
        const std::array<SwitchId, 2> leaves = {cluster.switches.obtain("leaf0"),
                                                cluster.switches.obtain("leaf1")};
        for (int h = 0; h < 4; ++h) {
            const HostId id = cluster.hosts.obtain("n" + std::to_string(h));
            for (std::size_t nic = 0; nic < 2; ++nic) {
                cluster.hosts[id].ports.push_back(
                    {"mlx5_" + std::to_string(nic), leaves.at(nic), gigabits_per_second(400), {}});
            }
        }
    }
    std::vector<Port>& ports(const std::string& host) {
        return cluster.hosts[cluster.hosts.find(host)].ports;
    }
};

std::string text_of(const Findings& findings) {
    std::string text;
    for (const auto& f : findings) {
        text += f.severity == Severity::mismatch ? "MISMATCH " : "warning ";
        text += f.place + " | " + f.expected + " | " + f.seen + "\n";
    }
    return text;
}

TEST_CASE("hosts that are cabled alike are no finding") {
    CHECK(rail_findings(Fabric().cluster, Railed::yes).empty());
}

TEST_CASE("two cables swapped: the odd host out is named, with both") {
    Fabric fabric;
    std::swap(fabric.ports("n2")[0].leaf, fabric.ports("n2")[1].leaf);
    CHECK(text_of(rail_findings(fabric.cluster, Railed::yes)) ==
          "MISMATCH n2 | mlx5_1 on leaf1, mlx5_0 on leaf0, as the other hosts of these switches have it | "
          "mlx5_0 on "
          "leaf1, mlx5_1 on leaf0\n");
    CHECK(rail_findings(fabric.cluster, Railed::no).front().severity == Severity::warning);
}

TEST_CASE("a machine of another kind on the same leaves is not odd") {
    Fabric fabric;
    const HostId id = fabric.cluster.hosts.obtain("manager");
    fabric.cluster.hosts[id].ports = {{"ib0", SwitchId(1), {}, {}}, {"ib1", SwitchId(0), {}, {}}};
    CHECK(rail_findings(fabric.cluster, Railed::yes).empty());
}

TEST_CASE("a link that is down, and one that is slower") {
    Fabric fabric;
    fabric.ports("n1").pop_back();
    fabric.ports("n3")[0].rate = gigabits_per_second(200);
    CHECK(text_of(rail_findings(fabric.cluster, Railed::yes)) ==
          "MISMATCH n1 | a link on mlx5_1, as most hosts of its leaf switches have | none\n"
          "warning n3 | 400 Gb/s, as most ports of leaf0 have | 200 Gb/s on mlx5_0\n");
}

TEST_CASE("ports below the rate of the topology's NICs are a mismatch, even where all are alike") {
    const NicsOfServer two{2, gigabits_per_second(400), {}};
    Fabric fabric;
    CHECK(rail_findings(fabric.cluster, Railed::yes, two).empty());
    fabric.ports("n3")[0].rate = gigabits_per_second(2.5);
    CHECK(text_of(rail_findings(fabric.cluster, Railed::yes, two)) ==
          "MISMATCH n3 | 400 Gb/s, as NICs of the topology have | 2.5 Gb/s on mlx5_0\n");
    for (const char* host : {"n0", "n1", "n2", "n3"}) {
        for (Port& port : fabric.ports(host)) port.rate = gigabits_per_second(200);
    }
    const Findings found = rail_findings(fabric.cluster, Railed::yes, two);
    CHECK(found.size() == 4);
    CHECK(text_of({found[0]}) ==
          "MISMATCH n0 | 400 Gb/s, as NICs of the topology have | 200 Gb/s on mlx5_0, 200 Gb/s on mlx5_1\n");
    CHECK(rail_findings(fabric.cluster, Railed::yes, NicsOfServer{2, gigabits_per_second(200), {}}).empty());
    // A host with fewer ports than NICs may be none of the job's.
    const NicsOfServer four{4, gigabits_per_second(400), {}};
    CHECK(rail_findings(fabric.cluster, Railed::yes, four).front().severity == Severity::warning);
    CHECK(rail_findings(fabric.cluster, Railed::yes, four, JobHosts::known).front().severity ==
          Severity::mismatch);
    // With fewer than half the job's NICs may be others that the file does not show, unless a port is
    // degraded.
    const NicsOfServer eight{8, gigabits_per_second(400), {}};
    CHECK(rail_findings(fabric.cluster, Railed::yes, eight, JobHosts::known).front().severity ==
          Severity::warning);
    for (Port& port : fabric.ports("n0")) port.could_be = gigabits_per_second(400);
    CHECK(
        text_of({rail_findings(fabric.cluster, Railed::yes, eight, JobHosts::known).front()}) ==
        "MISMATCH n0 | 400 Gb/s, as NICs of the topology have | 200 Gb/s on mlx5_0, which could be 400 Gb/s, "
        "200 Gb/s on mlx5_1, which could be 400 Gb/s\n");
}

TEST_CASE("a slow port that is none of the job's NICs is no mismatch") {
    // The third port of each host is for storage.
    Fabric fabric;
    for (const char* host : {"n0", "n1", "n2", "n3"})
        fabric.ports(host).push_back({"mlx5_2", SwitchId(0), gigabits_per_second(100), {}});
    const NicsOfServer two{2, gigabits_per_second(400), {}};
    CHECK(rail_findings(fabric.cluster, Railed::no, two, JobHosts::known).empty());
    // With a NIC down, what is left for the job is one port, and the storage port is not the second.
    fabric.ports("n1").erase(fabric.ports("n1").begin());
    CHECK(text_of(rail_findings(fabric.cluster, Railed::no, two, JobHosts::known)) ==
          "warning n1 | a link on mlx5_0, as most hosts of its leaf switches have | none\n");
    // Degraded, it is worth a warning.
    fabric.ports("n2")[2].could_be = gigabits_per_second(200);
    CHECK(text_of(rail_findings(fabric.cluster, Railed::no, two, JobHosts::known))
              .find("warning n2 | 200 Gb/s, which both ends can | 100 Gb/s on mlx5_2, which could be 200 "
                    "Gb/s\n") != std::string::npos);
}

TEST_CASE("servers tell which NICs are the job's") {
    Fabric fabric;  // of a storage network alone
    for (const char* host : {"n0", "n1", "n2", "n3"}) {
        fabric.ports(host)[1].rate = gigabits_per_second(100);
        fabric.ports(host).erase(fabric.ports(host).begin());
    }
    const auto found = [&](const std::set<std::string>& names) {
        return rail_findings(fabric.cluster, Railed::no, NicsOfServer{8, gigabits_per_second(400), names},
                             JobHosts::known);
    };
    CHECK(found({}).front().severity == Severity::warning);
    CHECK(found({"mlx5_0", "mlx5_2"}).empty());
    CHECK(found({"mlx5_0", "mlx5_1"}).front().severity == Severity::mismatch);
    CHECK(found({"ibp0"}).front().severity == Severity::warning);  // other names tell nothing
}

TEST_CASE("a port that could be faster and is as the topology says is no finding") {
    Fabric fabric;
    fabric.ports("n0")[0].could_be = gigabits_per_second(800);
    CHECK(rail_findings(fabric.cluster, Railed::yes, NicsOfServer{2, gigabits_per_second(400), {}}).empty());
}

TEST_CASE("ports beside the job's and NICs of two ports are not slow") {
    // One NIC in the topology: the other port is for storage.
    Fabric fabric;
    for (const char* host : {"n0", "n1", "n2", "n3"}) fabric.ports(host)[1].rate = gigabits_per_second(100);
    CHECK(rail_findings(fabric.cluster, Railed::yes, NicsOfServer{1, gigabits_per_second(400), {}}).empty());
    // Two ports of 200 are one NIC of 400.
    for (const char* host : {"n0", "n1", "n2", "n3"}) {
        for (Port& port : fabric.ports(host)) port.rate = gigabits_per_second(200);
    }
    CHECK(rail_findings(fabric.cluster, Railed::yes, NicsOfServer{1, gigabits_per_second(400), {}}).empty());
}

TEST_CASE("what every server of a topology has at least") {
    const auto nics = least_nics(load_topology(test::shipped_library(), "dgx-h100-superpod").topology);
    REQUIRE(nics.has_value());
    CHECK(nics->count == 8);
    CHECK(nics->rate == gigabits_per_second(400));
}

TEST_CASE("where all NICs of a host are on one leaf there are no rails") {
    Fabric fabric;
    for (int h = 0; h < 4; ++h) {
        for (Port& port : fabric.ports("n" + std::to_string(h))) port.leaf = SwitchId(0);
    }
    fabric.ports("n0")[0].leaf = SwitchId(1);
    CHECK(rail_findings(fabric.cluster, Railed::yes).empty());
    CHECK(rail_findings(test::cluster_of("SwitchName=s Nodes=n[0-9]\n"), Railed::yes).empty());
}

}  // namespace
}  // namespace railyard::cluster
