#include "railyard/topology/overview.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "railyard/topology/load.hpp"
#include "tests/support/odd_topologies.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

Topology shipped(const char* name) {
    return load_topology(test::shipped_library(), name).topology;
}

TEST_CASE("rates of a GPU at each reach") {
    struct Row {
        const char* topology;
        PairKind pairs;
        std::size_t tier;
        double pair_least, pair_most, per_gpu, planned;  // gigabytes per second; planned 0: not known
        double latency;                                  // microseconds
    };
    const Row rows[] = {
        // NCCL plans with 20.6 GB/s for each of 18 links.
        {"dgx-h100-superpod", PairKind::nvlink, 0, 450, 450, 450, 18 * 20.6, 0.6},
        {"dgx-h100-superpod", PairKind::network, 0, 50, 50, 50, 0, 0.6},
        {"dgx-h100-superpod", PairKind::network, 2, 50, 50, 50, 0, 2.0},
        {"gb200-nvl72", PairKind::nvlink, 0, 900, 900, 900, 18 * 40.1, 0.6},
        // Both boards: the trunks take all that the GPUs send.
        {"dgx-2", PairKind::nvlink, 0, 150, 150, 150, 6 * 20, 0.6},
        {"dgx-2", PairKind::nvlink_two_boards, 0, 150, 150, 150, 6 * 20, 0.9},
        // A mesh: one link to a peer, seven in all.
        {"mi300x-8", PairKind::nvlink, 0, 64, 64, 448, 7 * 48, 0.3},
        // A cube mesh: one or two links to a peer, six in all; 6 GB/s between CPUs for four GPUs on each.
        {"dgx-1v", PairKind::nvlink, 0, 25, 50, 150, 6 * 20, 0.3},
        {"dgx-1v", PairKind::pcie_two_cpus, 0, 6, 6, 1.5, 0, 0.4},
        {"pcie-only", PairKind::pcie, 0, 31.5, 31.5, 31.5, 0, 0.3},
        {"pcie-only", PairKind::network, 1, 25, 25, 6.25, 0, 1.2},  // one NIC for four GPUs
        {"llama3-24k", PairKind::network, 2, 50, 50, 50.0 / 7, 0, 4.4},
        {"aws-p4d", PairKind::network, 0, 12.5, 12.5, 6.25, 0, 4.4},
    };
    for (const Row& row : rows) {
        SUBCASE(
            (row.topology + std::to_string(static_cast<int>(row.pairs)) + std::to_string(row.tier)).c_str()) {
            const Overview overview = overview_of(shown_part(shipped(row.topology), std::nullopt).topology);
            std::size_t found = 0;
            for (const ReachRates& rates : overview.kinds.at(0).reaches) {
                if (rates.pairs != row.pairs || rates.tier != row.tier) continue;
                ++found;
                CHECK(rates.pair_least.raw() == doctest::Approx(row.pair_least * 1e9));
                CHECK(rates.pair_most.raw() == doctest::Approx(row.pair_most * 1e9));
                CHECK(rates.per_gpu.raw() == doctest::Approx(row.per_gpu * 1e9));
                CHECK(rates.per_gpu_planned.value_or(BytesPerSecond{}).raw() ==
                      doctest::Approx(row.planned * 1e9));
                CHECK(rates.latency.raw() == doctest::Approx(row.latency * 1e-6));
            }
            CHECK(found == 1);
        }
    }
}

TEST_CASE("no row for what does not occur") {
    // All GPUs of a DGX-1V on one CPU have links to each other.
    const Overview box = overview_of(shipped("dgx-1v").with_last_run(1));
    for (const ReachRates& rates : box.kinds[0].reaches) CHECK(rates.pairs != PairKind::pcie);
    CHECK(overview_of(shipped("hgx-h100").with_last_run(1)).kinds[0].reaches.size() == 2);  // NVLink, network
    DomainKind single;
    single.servers.gpus = 1;
    TopologyParts parts;
    parts.kinds = {single};
    parts.runs = {{0, 4}};
    CHECK(overview_of(Topology(parts)).kinds[0].reaches.empty());
}

TEST_CASE("the rows hold for every pair of topologies of all sorts") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Topology topology = test::odd_topology(seed);
        const Overview overview = overview_of(topology);
        for (std::uint32_t a = 0; a < topology.gpu_count(); ++a) {
            for (std::uint32_t b = 0; b < topology.gpu_count(); ++b) {
                const Route route = route_between(topology, GpuId(a), GpuId(b));
                const GpuPlace place = topology.place(GpuId(a));
                if (route.reach != Reach::nvlink() && route.reach != Reach::pcie()) continue;
                bool is_told = false;
                for (const ReachRates& rates : overview.kinds[place.kind].reaches) {
                    const bool is_nvlink =
                        rates.pairs == PairKind::nvlink || rates.pairs == PairKind::nvlink_two_boards;
                    is_told |= rates.pairs != PairKind::network &&
                               is_nvlink == (route.reach == Reach::nvlink()) &&
                               rates.pair_least <= route.alone && route.alone <= rates.pair_most &&
                               rates.latency == route.latency;
                }
                CAPTURE(seed);
                CHECK(is_told);
            }
        }
    }
}

TEST_CASE("counts of all domains") {
    const Overview mixed = overview_of(shipped("mixed-nvl72-h100"));
    CHECK(mixed.physical == 72);  // 8 racks, 64 boxes
    CHECK(mixed.domains == 72);
    CHECK(mixed.parts.gpus == 8 * 72 + 64 * 8);
    CHECK(mixed.parts.servers == 8 * 18 + 64);
    CHECK(mixed.parts.nvswitches == 8 * 18 + 64 * 4);
    CHECK(mixed.kinds.at(0).physical == 8);
    CHECK(mixed.kinds.at(1).physical == 64);
    const Overview cut = overview_of(shipped("gb200-nvl72-2x36").with_last_run(3));
    CHECK(cut.physical == 3);
    CHECK(cut.domains == 6);
    CHECK(cut.kinds.at(0).bisection == gigabytes_per_second(18 * 900));
}

TEST_CASE("what is unavailable, named as shortly as it can be") {
    const Topology topology = test::load_text(R"(topology: t
domains: [{use: gb200-nvl72, count: 3}]
unavailable: [rack1, rack2/tray3, rack0/tray17/gpu3, rack2/tray4/gpu0, rack0/tray17/gpu2]
)")
                                  .topology;
    CHECK(overview_of(topology).unavailable == std::vector<std::string>{"rack0/tray17/gpu2",
                                                                        "rack0/tray17/gpu3", "rack1",
                                                                        "rack2/tray3", "rack2/tray4/gpu0"});
}

TEST_CASE("the size in which an endless topology is shown") {
    const auto shown = [](const char* name) { return shown_part(shipped(name), std::nullopt); };
    CHECK(shown("llama3-24k").size == ShownSize::all);
    const Shown superpod = shown("dgx-h100-superpod");
    CHECK(superpod.size == ShownSize::full_span);
    CHECK(superpod.tier == 1);  // 128 domains
    CHECK(superpod.topology.physical_count() == 128);
    CHECK_FALSE(superpod.topology.as_needed());
    CHECK(shown("pcie-only").topology.physical_count() == 20);  // leaves of 20 servers, one in each domain
    CHECK(shown("aws-p5").size == ShownSize::one_domain);
    CHECK(shown("aws-p5").topology.physical_count() == 1);
    const Shown asked = shown_part(shipped("aws-p5"), 7);
    CHECK(asked.size == ShownSize::asked_for);
    CHECK(asked.topology.physical_count() == 7);
}

TEST_CASE("domains before the endless ones count for a span") {
    // A span of 192 GPUs: one rack of 72 and (192 - 72) / 8 = 15 boxes.
    const Topology topology = test::load_text(R"(topology: t
domains: [{use: gb200-nvl72, count: 1}, {use: hgx-h100}]
network:
  tiers:
    - {name: leaf, spans: 192 gpus, latency: 1 us}
    - {name: spine, latency: 1 us}
)")
                                  .topology;
    CHECK(shown_part(topology, std::nullopt).topology.physical_count() == 1 + 15);
}

TEST_CASE("one domain alone has no network") {
    const Shown rack = domain_alone(shipped("gb200-nvl72"));
    CHECK(rack.size == ShownSize::domain_alone);
    CHECK(rack.topology.name() == "gb200-nvl72");
    CHECK(rack.topology.physical_count() == 1);
    CHECK(rack.topology.network().tiers.empty());
}

TEST_CASE("most domains that there are numbers for") {
    CHECK(most_domains(shipped("gb200-nvl72")) == 29826161);  // 2147483647 / 72
}

}  // namespace
}  // namespace railyard
