#include "railyard/topology/reach.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "railyard/topology/graph.hpp"
#include "railyard/topology/load.hpp"
#include "tests/support/odd_topologies.hpp"
#include "tests/support/plain_search.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using test::PlainSearch;

// How far the quick answers and the plain search may differ: rounding of sums of many links.
constexpr double rounding = 1e-9;

enum class Uplinks {
    wide,     // every switch has at least a NIC's rate up: a lone pair is bound by its NICs
    may_bind  // a few NICs below a thin uplink: the quick answer leaves that out (reach.hpp)
};

void compare(const Topology& topology, const PlainSearch& search, GpuId a, GpuId b, Uplinks uplinks) {
    CAPTURE(topology.name());
    CAPTURE(a);
    CAPTURE(b);
    const PlainSearch::Way way = search.way(a, b);
    const Route route = route_between(topology, a, b);
    REQUIRE(reach_between(topology, a, b) == way.reach);
    CHECK(route.reach == way.reach);
    CHECK(route.share <= route.alone);
    CHECK(route.latency.raw() == doctest::Approx(way.latency.raw()).epsilon(rounding));
    if (way.reach.is_network() && uplinks == Uplinks::may_bind) {
        CHECK(way.alone.raw() <= route.alone.raw() * (1 + rounding));
    } else {
        CHECK(route.alone.raw() == doctest::Approx(way.alone.raw()).epsilon(rounding));
    }
}

void compare_all_pairs(const Topology& topology, Uplinks uplinks) {
    const Graph graph = build_graph(topology);
    const PlainSearch search(graph, topology.network());
    for (std::uint32_t a = 0; a < topology.gpu_count(); ++a) {
        for (std::uint32_t b = a; b < topology.gpu_count(); ++b) {
            compare(topology, search, GpuId(a), GpuId(b), uplinks);
            CHECK(reach_between(topology, GpuId(b), GpuId(a)) == reach_between(topology, GpuId(a), GpuId(b)));
        }
    }
}

// Pairs anywhere, and pairs that are near each other: most random pairs lie far apart.
void compare_sample(const Topology& topology, std::size_t pairs) {
    const Graph graph = build_graph(topology);
    const PlainSearch search(graph, topology.network());
    std::mt19937 engine(2024);
    const std::uint32_t gpus = topology.gpu_count();
    const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(engine() % limit); };
    for (std::size_t i = 0; i < pairs; ++i) {
        const std::uint32_t a = below(gpus);
        const std::uint32_t near = below(2) == 0 ? gpus : below(2) == 0 ? 600 : 40;
        const std::uint32_t b = (a + below(near)) % gpus;
        compare(topology, search, GpuId(a), GpuId(b), Uplinks::wide);
    }
}

// Enough domains that the largest finite span is full, and a bit of another one is there.
Topology cut_to_size(const Topology& topology) {
    if (!topology.as_needed() && topology.gpu_count() <= 2000) return topology;
    std::uint32_t domains = 2;
    for (const Tier& tier : topology.network().tiers) {
        if (tier.span != 0) domains = tier.span + tier.span / 8 + 1;
    }
    return topology.with_last_run(domains);
}

TEST_CASE("quick answers equal a plain search of the graph on every shipped topology") {
    const auto library = test::shipped_library();
    const auto names = library.names(input::Shelf::topologies);
    REQUIRE(names.size() >= 10);
    for (const auto& name : names) {
        SUBCASE(name.c_str()) {
            compare_sample(cut_to_size(load_topology(library, name).topology), 400);
        }
    }
}

TEST_CASE("quick answers equal a plain search of the graph on every shipped domain") {
    const auto library = test::shipped_library();
    const auto names = library.names(input::Shelf::domains);
    REQUIRE(names.size() >= 12);
    for (const auto& name : names) {
        SUBCASE(name.c_str()) {
            const Topology two = load_topology(library, name).topology.with_last_run(2);
            if (two.gpu_count() <= 32) return compare_all_pairs(two, Uplinks::wide);
            compare_sample(two, 300);
        }
    }
}

TEST_CASE("quick answers equal a plain search of the graph on topologies of all sorts") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const Topology topology = test::odd_topology(seed);
        bool is_oversubscribed = false;
        for (const Tier& tier : topology.network().tiers) is_oversubscribed |= tier.oversubscription > 1;
        compare_all_pairs(topology, is_oversubscribed ? Uplinks::may_bind : Uplinks::wide);
    }
}

Topology shipped(const char* name, std::uint32_t domains) {
    return load_topology(test::shipped_library(), name).topology.with_last_run(domains);
}

TEST_CASE("reach is an ordered scale") {
    CHECK(Reach::same_gpu() < Reach::nvlink());
    CHECK(Reach::nvlink() < Reach::pcie());
    CHECK(Reach::pcie() < Reach::tier(0));
    CHECK(Reach::tier(0) < Reach::tier(1));
    CHECK(Reach::tier(15) < Reach::unreachable());
    CHECK(Reach::tier(2).tier() == 2);
    CHECK(Reach::tier(0).is_network());
    CHECK_FALSE(Reach::pcie().is_network());
    CHECK_FALSE(Reach::unreachable().is_network());
}

TEST_CASE("reaches are called by their names") {
    const Topology topology = shipped("dgx-h100-superpod", 200);
    CHECK(reach_name(topology, reach_between(topology, GpuId(3), GpuId(3))) == "same gpu");
    CHECK(reach_name(topology, reach_between(topology, GpuId(3), GpuId(4))) == "nvlink");
    CHECK(reach_name(topology, reach_between(topology, GpuId(3), GpuId(8))) == "leaf");        // next server
    CHECK(reach_name(topology, reach_between(topology, GpuId(3), GpuId(32 * 8))) == "spine");  // next unit
    CHECK(reach_name(topology, reach_between(topology, GpuId(3), GpuId(128 * 8))) ==
          "core");  // next 128 servers
    CHECK(reach_name(topology, Reach::pcie()) == "pcie");
    CHECK(reach_name(topology, Reach::unreachable()) == "unreachable");
}

TEST_CASE("a ring through a DGX-1V in GPU order") {
    // 3 to 4 and 7 to 0 have no link (hardware facts 2.1); the other six neighbours have.
    const Topology box = shipped("dgx-1v", 1);
    std::uint32_t nvlink = 0;
    std::uint32_t pcie = 0;
    for (std::uint32_t g = 0; g < 8; ++g) {
        const Reach reach = reach_between(box, GpuId(g), GpuId((g + 1) % 8));
        nvlink += reach == Reach::nvlink() ? 1U : 0U;
        pcie += reach == Reach::pcie() ? 1U : 0U;
    }
    CHECK(nvlink == 6);
    CHECK(pcie == 2);
}

TEST_CASE("routes") {
    struct Row {
        const char* what;
        const char* topology;
        std::uint32_t domains, a, b;
        double alone, share;  // gigabytes per second
        double latency;       // microseconds
    };
    const Row rows[] = {
        // 18 links of 25; two links of 0.3 us.
        {"through the NVSwitches of a board", "hgx-h100", 1, 0, 7, 450, 450, 0.6},
        {"through those of a rack", "gb200-nvl72", 1, 0, 71, 900, 900, 0.6},
        // 6 links of 25 into 6 trunks of 8 x 25, shared by the 8 GPUs of a board; a third link on the way.
        {"across the boards of a DGX-2", "dgx-2", 1, 0, 15, 150, 150, 0.9},
        {"one link of a mesh", "mi300x-8", 1, 2, 5, 64, 64, 0.3},
        {"two links of a cube mesh", "dgx-1v", 1, 0, 3, 50, 50, 0.3},
        // PCIe 3 to one CPU, 15.75 GB/s.
        {"PCIe below one CPU", "pcie-4gpu", 1, 0, 1, 31.5, 31.5, 0.3},
        // 6 GB/s between the CPUs, for 4 GPUs on each side.
        {"PCIe across the CPUs", "dgx-1v", 1, 3, 4, 6, 1.5, 0.4},
        {"one NIC of its own", "dgx-h100-superpod", 40, 0, 8, 50, 50, 0.6},
        {"through the spines", "dgx-h100-superpod", 40, 0, 300, 50, 50, 1.2},
        // Two GPUs share a NIC of 100 Gb/s.
        {"a shared NIC", "aws-p4d", 2, 0, 8, 12.5, 6.25, 4.4},
        {"four NICs for each", "aws-p5", 2, 0, 8, 50, 50, 4.4},
        // 1:7 above the pods of 3,072 GPUs.
        {"within a pod", "llama3-24k", 3072, 0, 3071, 50, 50, 2.7},
        {"between pods", "llama3-24k", 3072, 0, 3072, 50, 50.0 / 7, 4.4},
        // 400 Gb/s on both sides; box8 begins at GPU 576.
        {"between a rack and a box", "mixed-nvl72-h100", 64, 0, 576, 50, 50, 1.2},
    };
    for (const Row& row : rows) {
        SUBCASE(row.what) {
            const Topology topology = shipped(row.topology, row.domains);
            const Route route = route_between(topology, GpuId(row.a), GpuId(row.b));
            CHECK(route.alone.raw() == doctest::Approx(row.alone * 1e9));
            CHECK(route.share.raw() == doctest::Approx(row.share * 1e9));
            CHECK(route.latency.raw() == doctest::Approx(row.latency * 1e-6));
        }
    }
}

TEST_CASE("one NVSwitch with 18 links or four with 5, 4, 4 and 5: the same way") {
    const Topology four = shipped("hgx-h100", 1);
    TopologyParts parts;
    parts.kinds = four.kinds();
    parts.runs = four.runs();
    parts.kinds[0].scale_up.switches = 1;
    parts.kinds[0].scale_up.links_per_switch = {18};
    const Topology one(parts);
    CHECK(route_between(one, GpuId(0), GpuId(7)).alone == gigabytes_per_second(450));
    CHECK(route_between(four, GpuId(0), GpuId(7)).alone == gigabytes_per_second(450));
    CHECK(route_between(one, GpuId(0), GpuId(7)).share == route_between(four, GpuId(0), GpuId(7)).share);
}

TEST_CASE("NVLink ends where a partition ends") {
    const Topology racks = shipped("gb200-nvl72-2x36", 1);
    CHECK(reach_between(racks, GpuId(0), GpuId(35)) == Reach::nvlink());
    CHECK(reach_between(racks, GpuId(36), GpuId(71)) == Reach::nvlink());
    CHECK(reach_between(racks, GpuId(35), GpuId(36)) == Reach::tier(0));  // the next tray
}

TEST_CASE("servers without NVLink use PCIe inside and the network outside") {
    const Topology servers = shipped("pcie-only", 21);
    CHECK(reach_between(servers, GpuId(0), GpuId(3)) == Reach::pcie());
    CHECK(reach_between(servers, GpuId(0), GpuId(4)) == Reach::tier(0));
    CHECK(reach_between(servers, GpuId(0), GpuId(80)) == Reach::tier(1));  // leaves of 20 servers of 4
}

TEST_CASE("without tiers, and without NICs, nothing leaves a domain") {
    TopologyParts parts;
    parts.kinds = shipped("hgx-h100", 1).kinds();
    parts.runs = {{0, 2}};
    CHECK(reach_between(Topology(parts), GpuId(0), GpuId(8)) == Reach::unreachable());
    parts.network.tiers.resize(1);
    CHECK(reach_between(Topology(parts), GpuId(0), GpuId(8)) == Reach::tier(0));
    parts.kinds[0].nics = {NicSharing::per_server, 0, {}, ""};
    CHECK(reach_between(Topology(parts), GpuId(0), GpuId(8)) == Reach::unreachable());
}

Topology on_rails(const char* domain, CrossRail cross_rail) {
    TopologyParts parts;
    parts.kinds = shipped(domain, 1).kinds();
    parts.runs = {{0, 4}};
    parts.network.rails = 4;
    parts.network.cross_rail = cross_rail;
    parts.network.tiers.resize(2);
    parts.network.tiers[0].span = 2;
    return Topology(parts);
}

TEST_CASE("the way between rails") {
    struct Row {
        const char* what;
        const char* domain;
        CrossRail cross_rail;
        std::uint32_t a, b;
        std::size_t tier;
    };
    const Row rows[] = {
        {"same rail", "hgx-h100", CrossRail::spine, 1, 8 + 1, 0},
        {"same rail, the NICs being 4 apart", "hgx-h100", CrossRail::spine, 1, 8 + 5, 0},
        {"other rail by the spine", "hgx-h100", CrossRail::spine, 1, 8 + 2, 1},
        {"other rail over NVLink", "hgx-h100", CrossRail::pxn, 1, 8 + 2, 0},
        {"other rail, other leaf", "hgx-h100", CrossRail::pxn, 1, 16 + 2, 1},
        // A DGX-1V has 4 NICs, two GPUs each. GPU 0 has links to 1, 2, 3 and 4 (rails 0, 1, 1, 2), GPU 7 to
        // 3, 4, 5 and 6 (rails 1, 2, 2, 3): neither gets to the other's rail.
        {"a relay that has no link", "dgx-1v", CrossRail::pxn, 0, 8 + 7, 1},
        {"a relay that has one", "dgx-1v", CrossRail::pxn, 0, 8 + 4, 0},
    };
    for (const Row& row : rows) {
        SUBCASE(row.what) {
            const Topology topology = on_rails(row.domain, row.cross_rail);
            CHECK(reach_between(topology, GpuId(row.a), GpuId(row.b)) == Reach::tier(row.tier));
            CHECK(reach_between(topology, GpuId(row.b), GpuId(row.a)) == Reach::tier(row.tier));
        }
    }
}

TEST_CASE("rails without a spine: everything meets through NVLink") {
    TopologyParts parts;
    parts.kinds = shipped("hgx-h100", 1).kinds();
    parts.runs = {{0, 3}};
    parts.network.rails = 8;
    parts.network.tiers.resize(1);
    compare_all_pairs(Topology(parts), Uplinks::wide);
}

TEST_CASE("ratios multiply on the way up, and the tightest place counts") {
    Network network;
    network.tiers.resize(3);
    network.tiers[0].oversubscription = 0.5;  // twice as much up as down
    network.tiers[1].oversubscription = 6;
    network.tiers[2].oversubscription = 0.5;
    CHECK(oversubscription_up_to(network, 0) == 1);
    CHECK(oversubscription_up_to(network, 1) == 3);  // 0.5 x 6
    CHECK(oversubscription_up_to(network, 2) == 3);  // wider again above, but the middle has been passed
}

}  // namespace
}  // namespace railyard
