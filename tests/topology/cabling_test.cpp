#include "railyard/topology/cabling.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "tests/support/odd_topologies.hpp"
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
    // 1:7: 37 of the 256 cables of each of 32 leaf units are left (36.6), 4 x 37 = 148 into a spine unit, and
    // 147 (146.3) of its 1,024 up, where there were 2,048: 32 x 295 / 2,048 = 4.6 switches, 5 in each of 8.
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

TEST_CASE("switches have ports for all cables of the spans below, each of which is rounded up") {
    // Racks of 8 GPUs, 8 of them on a leaf: of its 64 cables 64 / 7 = 9.1, so 10, go to the spine, which has
    // 128 leaves below and nothing above: 1,280 cables on 64 ports are 20 switches.
    const auto spine = [](const std::string& nics, std::uint32_t racks) {
        TopologySettings set;
        for (const auto& [path, value] :
             {std::pair("network.rails", "1"), std::pair("network.tiers.spine.oversubscription", "7"),
              std::pair("network.tiers.spine.ports", "64")})
            set.topology.push_back(input::setting_from_text(path, value, ""));
        set.domain.push_back(input::setting_from_text("servers.count", "2", ""));
        set.domain.push_back(input::setting_from_text("nics.per_gpu", nics, ""));
        return cabling_of(load_topology(test::shipped_library(), "gb200-superpod", ".", set)
                              .topology.with_last_run(racks))[1];
    };
    CHECK(spine("1", 1024).cables == 1280);
    CHECK(spine("1", 1024).switches == 20);
    // Two NICs a GPU: 128 / 7 = 18.3, so 19 of each leaf, 2,432 on 38 switches.
    CHECK(spine("2", 1024).cables == 2432);
    CHECK(spine("2", 1024).switches == 38);
    // 125 whole leaves, and one with a single rack: 8 / 7, so 2. 1,252 / 64 = 19.6.
    CHECK(spine("1", 1001).cables == 1252);
    CHECK(spine("1", 1001).switches == 20);
    // Exactly what 19 switches have: 121 whole leaves with 10 and one with 5 racks, 40 / 7, so 6, are 1,216.
    CHECK(spine("1", 121 * 8 + 5).switches == 19);
    CHECK(spine("1", 121 * 8 + 6).switches == 20);
}

TEST_CASE("a span that is filled in part has the cables of the spans in it") {
    // 176 servers, 1:7 into the spine: 4 leaf units with 37 each in one spine unit; in the other one with 37
    // and one of 16 servers, 128 / 7 = 18.3, so 19.
    const auto tiers = cabling_of(superpod({{"network.tiers.spine.oversubscription", "7"}}, 176));
    CHECK(tiers[1].cables == 4 * 37 + 37 + 19);
    // Up go 1,024 / 7, so 147, and 384 / 7, so 55. Switches: 5 as ever, and 32 x (56 + 55) / 768 = 4.6, so 5.
    CHECK(tiers[2].cables == 147 + 55);
    CHECK(tiers[1].switches == 5 + 5);
}

using BySpan = std::map<std::uint32_t, std::uint64_t>;

// What lies in the spans of each tier, server by server instead of by spans that are alike.
struct WalkedSpans {
    explicit WalkedSpans(const Topology& topology) {
        const std::vector<Tier>& tiers = topology.network().tiers;
        nics.resize(tiers.size());
        above.resize(tiers.size());
        for (std::uint32_t gpu = 0; gpu < topology.gpu_count(); ++gpu) {
            const GpuPlace place = topology.place(GpuId(gpu));
            if (place.gpu_in_server != 0) continue;
            for (std::size_t t = 0; t < tiers.size(); ++t) {
                const std::uint32_t span = topology.span_of(place, tiers[t]);
                nics[t][span] += std::uint64_t{topology.kind_of(place).nics_per_server()} * tiers[0].planes;
                if (t + 1 < tiers.size()) above[t][span] = topology.span_of(place, tiers[t + 1]);
            }
        }
    }
    // Cables out of the spans of a tier, by the span that they arrive in.
    [[nodiscard]] BySpan arriving_from(std::size_t tier, double thinned) const {
        BySpan cables;
        for (const auto& [span, number] : nics[tier])
            cables[static_cast<std::uint32_t>(above[tier].at(span))] +=
                static_cast<std::uint64_t>(std::ceil(static_cast<double>(number) / thinned - 1e-9));
        return cables;
    }

    std::vector<BySpan> nics;
    std::vector<BySpan> above;  // the span of the next tier
};

TEST_CASE("in odd networks every cable out of a span has its port above") {
    std::size_t looked_at = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const Topology odd = test::odd_topology(seed);
        Network network = odd.network();
        if (network.tiers.size() < 2 || odd.as_needed()) continue;
        const std::uint32_t ports = 3 + static_cast<std::uint32_t>(seed % 7);
        for (Tier& tier : network.tiers) {
            tier.switches = 0;
            tier.ports = ports;
        }
        const Topology topology({odd.name(), "", odd.kinds(), odd.runs(), false, network, {}});
        const WalkedSpans walked(topology);
        const auto tiers = cabling_of(topology);
        double thinned = network.tiers[0].oversubscription;
        for (std::size_t t = 1; t < tiers.size(); ++t) {
            thinned *= network.tiers[t].oversubscription;
            const bool is_last = t + 1 == tiers.size();
            std::uint64_t cables = 0;
            std::uint64_t switches = 0;
            for (const auto& [span, down] : walked.arriving_from(t - 1, thinned)) {
                const double next = is_last ? 1 : thinned * network.tiers[t + 1].oversubscription;
                const double up =
                    is_last ? 0 : std::ceil(static_cast<double>(walked.nics[t].at(span)) / next - 1e-9);
                cables += down;
                switches += (down + static_cast<std::uint64_t>(up) + ports - 1) / ports;
            }
            CAPTURE(seed);
            CAPTURE(t);
            CHECK(tiers[t].cables == cables);
            CHECK(tiers[t].switches == switches);
        }
        ++looked_at;
    }
    CHECK(looked_at > 100);
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
