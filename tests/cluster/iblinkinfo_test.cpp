#include <doctest/doctest.h>

#include "railyard/cluster/readers.hpp"
#include "tests/support/clusters.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard::cluster {
namespace {

using test::cluster_of;
using test::cluster_refusal;

TEST_CASE("a switch with its hosts, ports that are down left out") {
    const Cluster cluster = cluster_of(
        "CA: n1 HCA-1:\n"
        "      0x11      4    1[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>       2   17[  ] "
        "\"MF0;sw:MSB7700/U1\" ( )\n"
        "Switch: 0xa0 MF0;sw:MSB7700/U1:\n"
        "           2   16[  ] ==(                Down/ Polling)==>             [  ] \"\" ( )\n"
        "           2   17[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>       4    1[  ] \"n1 HCA-1\" ( "
        ")\n"
        "           2   18[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>       5    1[  ] \"n2 HCA-1\" ( "
        "Could be 106.25 Gbps)\n");
    CHECK(test::described(cluster) == "n1 lid 2\nn2 lid 2\n");
    CHECK(cluster.switches[SwitchId(0)].known_as == "MF0;sw:MSB7700/U1");
    CHECK(cluster.hosts[HostId(0)].ports[0].rate == gigabits_per_second(100));  // EDR
    CHECK(cluster.hosts[HostId(1)].ports[0].rate == gigabits_per_second(200));  // HDR
}

TEST_CASE("line mode, where both ends have their GUIDs") {
    const Cluster cluster = cluster_of(
        "0x11 \"            n1 HCA-1\"    612    1[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>  0xa0   "
        " 496   20[  ] \"SwitchIB Mellanox Technologies\" ( )\n"
        "0x12 \"            n2 HCA-1\"    532    1[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>  0xa0   "
        " 496   19[  ] \"SwitchIB Mellanox Technologies\" ( )\n");
    CHECK(test::described(cluster) == "n1 lid 496\nn2 lid 496\n");
}

TEST_CASE("two outputs in one file are not taken for twice as many cables") {
    const std::string row = " 2 17[ ] ==( 4X 25.78125 Gbps Active/ LinkUp)==> 4 1[ ] \"n1 HCA-1\" ( )\n";
    CHECK(cluster_refusal("Switch: 0x1 s:\n" + row + row)
              .find("test.txt:3:1: port 17 of LID 2 is there twice, first in line 2") == 0);
}

TEST_CASE("hosts without a switch, and lines cut short") {
    CHECK(cluster_refusal(
              "CA: a HCA-1:\n 0x1 2 1[  ] ==( 4X 25.78125 Gbps Active/  LinkUp)==> 1 1[  ] \"b HCA-1\" ( )\n")
              .find("test.txt:1:1: no link between a switch and a host is up") == 0);
    CHECK(cluster_refusal("Switch: 0x1 s:\n 2 1[ ] ==( 4X 25.78125 Gbps Active/ Lin")
              .find("test.txt:2:9: the arrow of this link is cut short") == 0);
    CHECK(cluster_refusal("Switch: 0x1 s:\n 2 1[ ] ==( 4X 25.78125 Gbps Active/ LinkUp)==> 4")
              .find("test.txt:2:1: a link that is up without its two ends") == 0);
    CHECK(cluster_refusal("CA: x:\n ==( ... )==>\nwhat\n")
              .find("test.txt:3:1: expected a link of iblinkinfo") == 0);
}

// IB rates a lane, in Gb/s of payload: SDR 2 (2.5 signalled), EDR 25, HDR 50; adapters have four lanes.
TEST_CASE("what a degraded port could be: faster lanes, more of them, or both") {
    const auto port = [](const std::string& state, const std::string& could) {
        const Cluster cluster = cluster_of(
            "Switch: 0xa0 MF0;sw:MSB7700/U1:\n"
            "  2 17[  ] ==( 4X 25.78125 Gbps Active/  LinkUp)==>  4  1[  ] \"n1 HCA-1\" ( )\n"
            "  2 18[  ] ==( " +
            state + " Active/  LinkUp)==>  5  1[  ] \"n2 HCA-1\" ( " + could + ")\n");
        return cluster.hosts[HostId(1)].ports.at(0);
    };
    CHECK(port("4X 25.78125 Gbps", "Could be 53.125 Gbps").could_be == gigabits_per_second(200));
    CHECK(port("2X 53.125 Gbps", "Could be 4X").could_be == gigabits_per_second(200));
    CHECK(port("1X 2.5 Gbps", "Could be 4X Could be 25.78125 Gbps").could_be == gigabits_per_second(100));
    CHECK(port("1X 25.78125 Gbps", "").could_be == gigabits_per_second(100));
    CHECK(port("1X 25.78125 Gbps", "").rate == gigabits_per_second(25));
    CHECK_FALSE(port("2X 53.125 Gbps", "").could_be.has_value());  // HDR100, as it is sold
    CHECK_FALSE(port("4X 25.78125 Gbps", "").could_be.has_value());
    CHECK_FALSE(port("4X 25.78125 Gbps", "Could be what").could_be.has_value());
}

TEST_CASE("links that run below what they could are told of") {
    const Cluster cluster = cluster_of(
        "Switch: 0xa0 MF0;sw:MSB7700/U1:\n"
        "           2   17[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>       4    1[  ] \"n1 HCA-1\" ( "
        ")\n"
        "           2   18[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>       5    1[  ] \"n2 HCA-1\" ( "
        "Could be 106.25 Gbps)\n");
    REQUIRE(cluster.notes.size() == 1);
    CHECK(cluster.notes[0] ==
          "test.txt: 1 link runs below what it could (\"Could be\"), the first in line 3: a cable or port is "
          "degraded");
}

}  // namespace
}  // namespace railyard::cluster
