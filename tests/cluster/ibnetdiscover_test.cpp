#include <doctest/doctest.h>

#include "railyard/cluster/readers.hpp"
#include "tests/support/clusters.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard::cluster {
namespace {

using test::cluster_of;
using test::cluster_refusal;

// Two hosts of two rails under two leaves, joined twice to one spine.
const std::string fabric =
    "#\n# Topology file: generated on Thu Jan  1 00:00:00 1970\n#\n"
    "vendid=0x2c9\ndevid=0xd2f2\nsysimgguid=0xa0\nswitchguid=0xa0(a0)\n"
    "Switch\t65 \"S-a0\"\t\t# \"MF0;leaf0:MQM9700/U1\" enhanced port 0 lid 1 lmc 0\n"
    "[1]\t\"H-11\"[1](11) \t\t# \"n1 mlx5_0\" lid 11 4xNDR\n"
    "[2]\t\"H-21\"[1](21) \t\t# \"n2 mlx5_0\" lid 21 4xNDR\n"
    "[33]\t\"S-b0\"[1]\t\t# \"MF0;spine:MQM9700/U1\" lid 3 4xNDR\n"
    "[34]\t\"S-b0\"[2]\t\t# \"MF0;spine:MQM9700/U1\" lid 3 4xNDR\n"
    "[65]\t\"H-99\"[1](99) \t\t# \"Mellanox Technologies Aggregation Node\" lid 99 4xNDR\n"
    "\n"
    "vendid=0x2c9\nswitchguid=0xa1(a1)\n"
    "Switch\t65 \"S-a1\"\t\t# \"MF0;leaf1:MQM9700/U1\" enhanced port 0 lid 2 lmc 0\n"
    "[1]\t\"H-12\"[1](12) \t\t# \"n1 mlx5_1\" lid 12 4xHDR\n"
    "[2]\t\"H-22\"[1](22) \t\t# \"n2 mlx5_1\" lid 22 2xHDR\n"
    "[33]\t\"S-b0\"[3]\t\t# \"MF0;spine:MQM9700/U1\" lid 3 4xNDR\n"
    "\n"
    "switchguid=0xb0(b0)\n"
    "Switch\t65 \"S-b0\"\t\t# \"MF0;spine:MQM9700/U1\" enhanced port 0 lid 3 lmc 0\n"
    "[1]\t\"S-a0\"[33]\t\t# \"MF0;leaf0:MQM9700/U1\" lid 1 4xNDR\n"
    "[2]\t\"S-a0\"[34]\t\t# \"MF0;leaf0:MQM9700/U1\" lid 1 4xNDR\n"
    "[3]\t\"S-a1\"[33]\t\t# \"MF0;leaf1:MQM9700/U1\" lid 2 4xNDR\n"
    "\n"
    "vendid=0x2c9\ncaguid=0x11\n"
    "Ca\t1 \"H-11\"\t\t# \"n1 mlx5_0\"\n"
    "[1](11) \t\"S-a0\"[1]\t\t# lid 11 lmc 0 \"MF0;leaf0:MQM9700/U1\" lid 1 4xNDR\n";

TEST_CASE("hosts with their rails, leaves and spines by level") {
    const Cluster cluster = cluster_of(fabric);
    CHECK(test::described(cluster) == "n1 S-a0 S-a1\nn2 S-a0 S-a1\n");
    CHECK(cluster.switches[cluster.switches.find("S-a0")].level == 0);
    CHECK(cluster.switches[cluster.switches.find("S-b0")].level == 1);
    CHECK(cluster.switches[cluster.switches.find("S-b0")].known_as == "MF0;spine:MQM9700/U1");
    REQUIRE(cluster.notes.size() == 1);  // the aggregation node is no host
    const auto& ports = cluster.hosts[cluster.hosts.find("n2")].ports;
    REQUIRE(ports.size() == 2);
    CHECK(ports[0].nic == "mlx5_0");
    CHECK(ports[0].rate == gigabits_per_second(400));  // NDR: 100 Gbit/s a lane, 4 lanes
    CHECK(ports[1].rate == gigabits_per_second(100));  // HDR: 50 Gbit/s a lane, split cable of 2
}

TEST_CASE("one lane is what is left of four") {
    const Cluster cluster = cluster_of(
        "switchguid=0xa0(a0)\nSwitch\t65 \"S-a0\"\t# \"leaf\" base port 0 lid 1 lmc 0\n"
        "[1]\t\"H-1\"[1](1)\t# \"n1 mlx5_0\" lid 2 1xHDR\n[2]\t\"H-2\"[1](2)\t# \"n2 mlx5_0\" lid 3 4xHDR\n");
    CHECK(cluster.hosts[HostId(0)].ports.at(0).rate == gigabits_per_second(50));
    CHECK(cluster.hosts[HostId(0)].ports.at(0).could_be == gigabits_per_second(200));
    CHECK_FALSE(cluster.hosts[HostId(1)].ports.at(0).could_be.has_value());
}

TEST_CASE("a file that begins or ends in the middle") {
    CHECK(cluster_refusal("[1]\t\"H-1\"[1](1)\t# \"n mlx5_0\" lid 1 4xNDR\nswitchguid=0x1(1)\n")
              .find("this says nothing of a cluster") != std::string::npos);
    CHECK(cluster_refusal("vendid=0x2c9\n[1]\t\"H-1\"[1](1)\t# \"n mlx5_0\"\n")
              .find("test.txt:2:1: a cable before any switch") == 0);
    CHECK(cluster_refusal("switchguid=0x1(1)\nSwitch\t65 \"S-1\"\t# \"sw\"\n[1]\t\"H-1")
              .find("test.txt:3:1: expected [PORT] \"GUID\"[PORT] here") == 0);
    CHECK(
        cluster_refusal("switchguid=0x1(1)\nSwitch\t65\n").find("test.txt:2:1: a switch without its GUID") ==
        0);
    CHECK(cluster_refusal("vendid=0x2c9\nwhat is this\n")
              .find("test.txt:2:1: expected a line of ibnetdiscover") == 0);
    CHECK(cluster_refusal("vendid=0x2c9\n").find("test.txt:1:1: no switch in this file") == 0);
    CHECK(cluster_refusal("vendid=0x1\nSwitch\t65 \"S-1\"\t# \"sw\"\n")
              .find("test.txt:1:1: no host in this file") == 0);
}

TEST_CASE("two outputs in one file are not taken for twice as many cables") {
    CHECK(cluster_refusal("switchguid=0x1(1)\nSwitch\t65 \"S-1\"\t# \"sw\"\n\nswitchguid=0x1(1)\n"
                          "Switch\t65 \"S-1\"\t# \"sw\"\n")
              .find("test.txt:5:1: switch 'S-1' is described twice, first in line 2") == 0);
}

TEST_CASE("a file that is cut off between switches says so") {
    for (const std::string& note : cluster_of(fabric).notes) CHECK(note.find("cut off") == std::string::npos);
    const Cluster cluster = cluster_of(fabric.substr(0, fabric.find("vendid=0x2c9\nswitchguid=0xa1")));
    REQUIRE_FALSE(cluster.notes.empty());
    CHECK(cluster.notes.back() ==
          "test.txt is cut off: 1 switch is cabled and not described (S-b0), and hosts below are missing");
}

}  // namespace
}  // namespace railyard::cluster
