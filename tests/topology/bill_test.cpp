#include "railyard/topology/bill.hpp"

#include <doctest/doctest.h>

#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

// Two servers of 2 GPUs a box, one switch with 3 links a GPU, one NIC a GPU; 4 boxes to a leaf.
const char* const priced_domain = R"(domain: box
gpu: priced
servers: {count: 2, gpus: 2, pcie: {bandwidth_per_direction: 63 GB/s}, cost: 100, power: 1 kW}
scale_up:
  kind: switched
  switches: 1
  links_per_switch: 3
  link: {bandwidth_per_direction: 50 GB/s}
  switch_cost: 10
  switch_power: 50 W
  cable_cost: 0.5
nics: {per_gpu: 1, bandwidth_per_direction: 400 Gb/s, cost: 7, power: 25 W}
)";
const char* const priced_gpu =
    "gpu: priced\npeak: {bf16: 1 PFLOP/s}\nmemory: 80 GB\nmemory_bandwidth: 3 TB/s\ncost: 1000\npower: 700 "
    "W\n";
const char* const priced_topology = R"(topology: priced
domains: [{use: box, count: 8}]
network:
  tiers:
    - {name: leaf, spans: 4 domains, latency: 1 us, switches: 1, switch_cost: 2000, cable_cost: 30}
    - {name: spine, latency: 2 us, switches: 2, switch_cost: 3000, switch_power: 1.5 kW, cable_cost: 40}
)";

TEST_CASE("a bill adds up every part there is") {
    const test::TemporaryLibrary files;
    files.write("topologies/domains/box.yaml", priced_domain);
    files.write("topologies/gpus/priced.yaml", priced_gpu);
    files.write("topologies/priced.yaml", priced_topology);
    const Topology topology = load_topology(files.library(), "priced").topology;
    const Bill bill = bill_of(topology, 0);
    // 8 boxes: 32 GPUs, 16 servers, 32 NICs, 8 NVSwitches, 8 x 4 x 3 NVLinks. Two leaf switches with 16 NICs
    // each, two spine switches, and as many cables between the two tiers as NICs: nothing is oversubscribed.
    REQUIRE(bill.cost);
    CHECK(bill.cost->raw() ==
          32 * 1000 + 16 * 100 + 32 * 7 + 8 * 10 + 96 * 0.5 + 2 * 2000 + 32 * 30 + 2 * 3000 + 32 * 40);
    REQUIRE(bill.power);
    CHECK(bill.power->raw() == 32 * 700 + 16 * 1000 + 32 * 25 + 8 * 50 + 2 * 1500);

    // Half of the boxes, as needed: one leaf, and the two spine switches above it.
    TopologyParts parts;
    parts.name = "as needed";
    parts.kinds = topology.kinds();
    parts.runs = {{0, 1}};
    parts.last_run_as_needed = true;
    parts.network = topology.network();
    const Bill half = bill_of(Topology(parts), 4);
    REQUIRE(half.cost);
    CHECK(half.cost->raw() ==
          16 * 1000 + 8 * 100 + 16 * 7 + 4 * 10 + 48 * 0.5 + 2000 + 16 * 30 + 2 * 3000 + 16 * 40);
}

TEST_CASE("without costs and powers there is no bill") {
    const Bill bill = bill_of(load_topology(test::shipped_library(), "dgx-h100-superpod").topology, 4);
    CHECK_FALSE(bill.cost);
    CHECK_FALSE(bill.power);
}

}  // namespace
}  // namespace railyard
