// Reading what a scheduler says of a cluster, and checking an allocation on it in the worst order.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "railyard/cluster/allocation.hpp"
#include "railyard/cluster/formats.hpp"
#include "railyard/input/library.hpp"
#include "railyard/job/load.hpp"
#include "railyard/topology/load.hpp"

namespace {

using namespace railyard;

// Racks of 18 hosts, twelve to a switch, one switch over all.
std::string tree_of(std::int64_t racks) {
    std::string text;
    for (std::int64_t r = 0; r < racks; ++r) {
        const std::string rack = std::to_string(r);
        text += "SwitchName=leaf" + rack + " Nodes=r" + rack + "n[01-18]\n";
        text += "BlockName=rack" + rack + " Nodes=r" + rack + "n[01-18]\n";
    }
    const std::int64_t groups = racks / 12;
    for (std::int64_t g = 0; g < groups; ++g) {
        text += "SwitchName=group" + std::to_string(g) + " Switches=leaf[" + std::to_string(12 * g) + "-" +
                std::to_string(12 * g + 11) + "]\n";
    }
    return text + "SwitchName=top Switches=group[0-" + std::to_string(groups - 1) + "]\n";
}

void read_topology_conf(benchmark::State& state) {
    const auto source = input::make_source("topology.conf", tree_of(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(cluster::read_cluster(source));
    state.counters["hosts"] = static_cast<double>(18 * state.range(0));
}
BENCHMARK(read_topology_conf)->Arg(48)->Arg(480)->Arg(4800)->Unit(benchmark::kMillisecond);

// Llama 3 405B's degrees with as many replicas as fill the racks, hosts in a random order.
void check_shuffled(benchmark::State& state) {
    const std::int64_t racks = state.range(0);
    const input::Library library({RAILYARD_SOURCE_DIR});
    const std::string replicas = std::to_string(racks * 72 / 128);
    const Layout layout =
        load_layout(library, "llama3-405b-8k",
                    {{"parallel.dp", replicas, "--dp"},
                     {"batch.sequences", std::to_string(racks * 72 / 128 * 32), "--sequences"}})
            .layout;
    const Topology topology = load_topology(library, "gb200-nvl72").topology;
    const RankGrid grid(layout.order, layout.degrees);
    const auto placed = place(topology, grid, layout.placement);
    const cluster::Cluster cluster =
        cluster::read_cluster(input::make_source("topology.conf", tree_of(racks)));
    std::vector<std::string> hosts;
    for (const auto& host : cluster.hosts) hosts.push_back(host.name);
    std::mt19937_64 dice(1);
    for (std::size_t i = hosts.size(); i > 1; --i) std::swap(hosts[i - 1], hosts[dice() % i]);
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            cluster::check_allocation({layout, topology, grid, std::get<Placement>(placed), cluster, hosts}));
    }
    state.counters["ranks"] = static_cast<double>(grid.ranks());
}
BENCHMARK(check_shuffled)->Arg(48)->Arg(480)->Arg(1920)->Unit(benchmark::kMillisecond);

}  // namespace
