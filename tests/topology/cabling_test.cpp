#include "railyard/topology/cabling.hpp"

#include <doctest/doctest.h>

#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

// The DGX H100 SuperPOD with keys set as a sweep does, of so many servers.
Topology superpod(const std::vector<std::pair<std::string, std::string>>& settings, std::uint32_t servers) {
    TopologySettings set;
    for (const auto& [path, value] : settings)
        set.topology.push_back(input::setting_from_text(path, value, ""));
    return load_topology(test::shipped_library(), "dgx-h100-superpod", ".", set)
        .topology.with_last_run(servers);
}

// 32 servers of 8 NICs hang on 8 leaves, 4 such units on 32 spines of 64 ports; 8 units of 128 servers.
TEST_CASE("a non-blocking fabric has as many cables into every tier as NICs") {
    const auto tiers = cabling_of(superpod({}, 1024));
    REQUIRE(tiers.size() == 3);
    for (const TierCabling& tier : tiers) CHECK(tier.cables == 8192);
    CHECK(tiers[0].switches == 256);
    CHECK(tiers[1].switches == 256);
    CHECK(tiers[1].from == SwitchesFrom::file);
    // 8,192 cables on 64 ports: the 16 for every 128 servers that the topology's file names.
    CHECK(tiers[2].switches == 128);
    CHECK(tiers[2].from == SwitchesFrom::other_ports);
    CHECK(tiers[2].ports_of == 1);
}

TEST_CASE("an oversubscription takes cables, and the switches that they joined") {
    // 1:2 into the spine: 512 cables of 1,024 in each unit of 128 servers, and as many up: half of the ports.
    const auto half = cabling_of(superpod({{"network.tiers.spine.oversubscription", "2"}}, 1024));
    CHECK(half[0].switches == 256);
    CHECK(half[0].cables == 8192);
    CHECK(half[1].cables == 4096);
    CHECK(half[1].switches == 128);
    CHECK(half[1].from == SwitchesFrom::thinned);
    CHECK(half[2].cables == 4096);
    CHECK(half[2].switches == 64);
    // 1:7: 37 of the 256 cables of each of 32 leaf units are left (36.6), and of 1,024 of a spine unit 147
    // (146.3) twice, of 2,048: 32 x 294 / 2,048 = 4.6 switches, 5 in each of 8 units.
    const auto seventh = cabling_of(superpod({{"network.tiers.spine.oversubscription", "7"}}, 1024));
    CHECK(seventh[1].cables == 32 * 37);
    CHECK(seventh[1].switches == 8 * 5);
    CHECK(seventh[2].cables == 8 * 147);
    // Above the spine alone: the spine keeps its ports down.
    const auto core = cabling_of(superpod({{"network.tiers.core.oversubscription", "4"}}, 1024));
    CHECK(core[1].cables == 8192);
    CHECK(core[1].switches == 8 * 20);  // 32 x (1,024 + 256) / 2,048
    CHECK(core[2].cables == 2048);
    CHECK(core[2].switches == 32);
}

TEST_CASE("a number of switches that is set is kept") {
    const auto tiers = cabling_of(superpod(
        {{"network.tiers.spine.oversubscription", "2"}, {"network.tiers.spine.switches", "24"}}, 256));
    CHECK(tiers[1].switches == 48);
    CHECK(tiers[1].from == SwitchesFrom::file);
}

TEST_CASE("switches without ports for their cables are billed by their ports") {
    // One rail: 256 NICs of 32 servers and as many cables up on switches of 64 ports.
    const auto tiers =
        cabling_of(superpod({{"network.rails", "1"}, {"network.tiers.leaf.switches", "1"}}, 64));
    CHECK(tiers[0].from == SwitchesFrom::overfull);
    CHECK(tiers[0].switches == 2 * 8);
    // Half of the ports for the spine's 1,024 cables down and up.
    const auto spine = cabling_of(superpod({{"network.tiers.spine.switches", "16"}}, 128));
    CHECK(spine[1].from == SwitchesFrom::overfull);
    CHECK(spine[1].switches == 32);
}

TEST_CASE("where no tier says ports there is no number of switches") {
    const auto library = test::shipped_library();
    const auto none = cabling_of(load_topology(library, "gb200-superpod").topology.with_last_run(16));
    REQUIRE(none.size() == 2);
    CHECK(none[0].from == SwitchesFrom::nothing);
    CHECK(none[0].switches == 0);
    CHECK(none[0].cables == 16 * 72);
    CHECK(none[1].cables == 16 * 72);
    // With ports: 8 racks of 72 NICs a span on 4 rails, 144 down and 144 up each, on 64 ports 5 switches a
    // rail. The spine takes 1,152 cables on those ports.
    TopologySettings set;
    set.topology.push_back(input::setting_from_text("network.tiers.leaf.ports", "64", ""));
    const auto some =
        cabling_of(load_topology(library, "gb200-superpod", ".", set).topology.with_last_run(16));
    CHECK(some[0].from == SwitchesFrom::ports);
    CHECK(some[0].switches == 2 * 4 * 5);
    CHECK(some[1].from == SwitchesFrom::other_ports);
    CHECK(some[1].switches == 18);
}

TEST_CASE("NVSwitches follow the GPUs of a domain, unless they are set") {
    const auto chips = [](const std::vector<std::pair<std::string, std::string>>& settings) {
        TopologySettings set;
        for (const auto& [path, value] : settings)
            set.domain.push_back(input::setting_from_text(path, value, ""));
        const Topology topology = load_topology(test::shipped_library(), "gb200-nvl72", ".", set).topology;
        return nvswitches_of(topology.kinds()[0]);
    };
    CHECK(chips({}) == 18);
    // 72 links of GPUs on each of 18 chips: 8 GPUs have 144 links, 2 chips full.
    CHECK(chips({{"servers.count", "2"}}) == 2);
    CHECK(chips({{"servers.count", "9"}}) == 9);
    CHECK(chips({{"servers.count", "36"}}) == 36);
    CHECK(chips({{"servers.count", "2"}, {"scale_up.switches", "6"}, {"scale_up.links_per_switch", "3"}}) ==
          6);
}

}  // namespace
}  // namespace railyard
