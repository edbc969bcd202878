#include "railyard/cluster/switch_links.hpp"

#include <doctest/doctest.h>

#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

// A leaf with a host and three cables to a spine, which has them too; the rate of the last is given.
std::string fabric(const std::string& last) {
    const auto cables = [&](const std::string& peer) {
        std::string text;
        for (int i = 1; i <= 3; ++i) {
            const std::string port = "[" + std::to_string(i) + "]";
            text +=
                port + "\t\"" + peer + "\"" + port + "\t# \"sw\" lid 9 " + (i == 3 ? last : "4xNDR") + "\n";
        }
        return text;
    };
    return "switchguid=0xa0(a0)\nSwitch\t65 \"S-a0\"\t# \"leaf\" base port 0 lid 1 lmc 0\n" + cables("S-b0") +
           "[9]\t\"H-1\"[1](1)\t# \"n1 mlx5_0\" lid 2 4xNDR\n"
           "vendid=0x2c9\nswitchguid=0xb0(b0)\nSwitch\t65 \"S-b0\"\t# \"spine\" base port 0 lid 3 lmc 0\n" +
           cables("S-a0");
}

}  // namespace

TEST_CASE("cables between switches are kept once, though both ends tell of them") {
    const Cluster cluster = test::cluster_of(fabric("4xNDR"));
    CHECK(cluster.switch_links.size() == 3);
    CHECK(switch_link_findings(cluster).empty());
}

// NDR carries 100 Gb/s a lane, HDR 50.
TEST_CASE("one lane of four is degraded, whatever the others are") {
    const Findings found = switch_link_findings(test::cluster_of(fabric("1xNDR")));
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::warning);
    CHECK(found[0].seen == "100 Gb/s of 400 Gb/s from leaf to spine");
}

TEST_CASE("a cable below most of its switch is told, of two rates in equal parts neither") {
    Cluster cluster;
    const SwitchId leaf = cluster.switches.obtain("leaf");
    const auto to = [&](const std::string& spine, double rate) {
        cluster.switch_links.push_back({leaf, cluster.switches.obtain(spine), gigabits_per_second(rate), {}});
    };
    for (int i = 0; i < 3; ++i) to("s" + std::to_string(i), 400);
    to("slow", 200);
    CHECK(switch_link_findings(cluster).front().seen == "200 Gb/s of 400 Gb/s from leaf to slow");
    // A spine of slower cables only is of another kind.
    const SwitchId slow = cluster.switches.find("slow");
    for (int i = 0; i < 2; ++i) {
        cluster.switch_links.push_back(
            {cluster.switches.obtain("x" + std::to_string(i)), slow, gigabits_per_second(200), {}});
    }
    CHECK(switch_link_findings(cluster).empty());
    cluster.switch_links.resize(4);
    for (int i = 0; i < 2; ++i) to("slow" + std::to_string(i), 200);
    CHECK(switch_link_findings(cluster).empty());
}

TEST_CASE("what a cable could be is told by iblinkinfo as well") {
    const Cluster cluster = test::cluster_of(
        "Switch: 0xa0 MF0;leaf:MQM9700/U1:\n"
        "  2 1[  ] ==( 4X 106.25 Gbps Active/  LinkUp)==>  4  1[  ] \"n1 mlx5_0\" ( )\n"
        "  2 2[  ] ==( 4X 53.125 Gbps Active/  LinkUp)==>  3  7[  ] \"MF0;spine:MQM9700/U1\" ( Could be "
        "106.25 "
        "Gbps)\n"
        "Switch: 0xb0 MF0;spine:MQM9700/U1:\n"
        "  3 7[  ] ==( 4X 53.125 Gbps Active/  LinkUp)==>  2  2[  ] \"MF0;leaf:MQM9700/U1\" ( Could be "
        "106.25 "
        "Gbps)\n");
    REQUIRE(cluster.switch_links.size() == 1);
    CHECK(switch_link_findings(cluster).front().seen ==
          "200 Gb/s of 400 Gb/s from MF0;leaf:MQM9700/U1 to MF0;spine:MQM9700/U1");
}

TEST_CASE("a cable has one key from both ends") {
    CHECK(cable_key("S-a", "1", "S-b", "2") == cable_key("S-b", "2", "S-a", "1"));
    CHECK(cable_key("S-a", "1", "S-b", "2") != cable_key("S-a", "2", "S-b", "1"));
}

}  // namespace railyard::cluster
