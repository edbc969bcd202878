#include "railyard/cluster/inventory.hpp"

#include <doctest/doctest.h>

#include "tests/support/clusters.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::cluster {
namespace {

std::string compared(const std::string& file, const std::string& domains,
                     const std::string& unavailable = "[]") {
    const Topology topology =
        test::load_text("topology: t\ndomains: [{use: " + domains +
                        "}]\nnetwork: {tiers: [{name: n, latency: 1 us}]}\nunavailable: " + unavailable +
                        "\n")
            .topology;
    std::string text;
    for (const auto& f : compare_inventory(test::cluster_of(file), topology)) {
        text += f.severity == Severity::mismatch ? "MISMATCH " : "note ";
        text += f.place + " | " + f.expected + " | " + f.seen + " | " + f.meaning + "\n";
    }
    return text;
}

TEST_CASE("as many hosts as servers, fewer, and more") {
    CHECK(compared("SwitchName=s Nodes=n[0-3]\n", "hgx-a100, count: 4").empty());
    CHECK(compared("SwitchName=s Nodes=n[0-2]\n", "hgx-a100, count: 4") ==
          "MISMATCH hosts | 4 servers | 3 hosts | 1 server of the topology are in none of the files\n");
    CHECK(compared("SwitchName=s Nodes=n[0-4]\n", "hgx-a100, count: 4") ==
          "note hosts | 4 servers | 5 hosts | the files also name 1 host that the topology does not have\n");
    CHECK(compared("SwitchName=s Nodes=n[0-2]\n", "hgx-a100, count: 4", "box2").empty());
    CHECK(compared("SwitchName=s Nodes=n[0-2]\n", "hgx-a100, count: as needed").empty());
}

TEST_CASE("a block with fewer hosts than the rack has trays is no smaller rack") {
    CHECK(
        compared("BlockName=a Nodes=a[0-17]\nBlockName=b Nodes=b[0-15]\n", "gb200-nvl72, count: as needed") ==
        "note blocks | 18 trays in a rack | fewer hosts in b 16 | the others are missing from the files, or "
        "out of "
        "service\n");
}

// Clique labels of Kubernetes: one cluster UUID, two cliques of nine trays.
TEST_CASE("a rack that is cut into cliques is not the rack of the topology, but that of a partitioned one") {
    std::string list;
    for (int i = 0; i < 18; ++i) {
        list += "n" + std::to_string(i) + ": 00000000-0000-0000-0000-000000000001." + std::to_string(i / 9) +
                "\n";
    }
    CHECK(compared(list, "gb200-nvl72, count: 1")
              .find("MISMATCH NVLink domains | one domain in a rack | "
                    "00000000-0000-0000-0000-000000000001 has 2 cliques") == 0);
    CHECK(compared(list, "gb200-nvl72-2x36, count: 1").empty());  // nine trays are a whole partition
}

TEST_CASE("hosts of no domain, or of no block, are named") {
    std::string list = "NAME CLIQUE\n";
    for (int i = 0; i < 18; ++i)
        list += "n" + std::to_string(10 + i) + "  " +
                (i < 16 ? "00000000-0000-0000-0000-000000000001.1" : "<none>") + "\n";
    const std::string found = compared(list, "gb200-nvl72, count: 1");
    CHECK(found.find("hosts | the NVLink domain of each host | none told of n[26-27] | no clique label") !=
          std::string::npos);
}

TEST_CASE("servers of another kind beside racks are no small racks") {
    const std::string both = "gb200-nvl72, count: 1}, {use: hgx-h100, count: 2";
    CHECK(compared("BlockName=r Nodes=a[0-17]\nBlockName=x Nodes=b0\nBlockName=y Nodes=b1\n", both).empty());
    CHECK(compared("BlockName=r Nodes=a[0-16]\nBlockName=x Nodes=b0\nBlockName=y Nodes=b[1-2]\n", both)
              .find("18 trays in a rack | fewer hosts in r 17, y 2") != std::string::npos);
}

TEST_CASE("fewer NVLink domains than the topology has") {
    std::string list;
    for (int i = 0; i < 36; ++i)
        list += "n" + std::to_string(i) + ": 00000000-0000-0000-0000-000000000001.1\n";
    CHECK(compared(list, "gb200-nvl72, count: 2") == "MISMATCH NVLink domains | 2 domains | 1 domain | \n");
}

}  // namespace
}  // namespace railyard::cluster
