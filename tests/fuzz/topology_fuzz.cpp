// Any text as a topology (or a domain): the loader gives a topology whose parts can be asked for, named,
// shown and, where it is small, searched; or throws InputError.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "railyard/base/error.hpp"
#include "railyard/output/show_report.hpp"
#include "railyard/topology/graph.hpp"
#include "railyard/topology/load.hpp"
#include "railyard/topology/names.hpp"
#include "railyard/topology/overview.hpp"
#include "railyard/topology/reach.hpp"

namespace {

using namespace railyard;

void must(bool holds) {
    if (!holds) __builtin_trap();
}

void ask_for(const Topology& topology, GpuId gpu) {
    const GpuPlace place = topology.place(gpu);
    const Domain domain = topology.domain(place.domain);
    must(domain.first_gpu <= gpu && gpu.value() - domain.first_gpu.value() < domain.gpus);
    const auto found = parse_name(topology, gpu_name(topology, gpu));
    must(std::holds_alternative<GpuRange>(found) && std::get<GpuRange>(found).first == gpu);
    const auto whole = parse_name(topology, domain_name(topology, domain));
    must(std::holds_alternative<GpuRange>(whole) && std::get<GpuRange>(whole).first == domain.first_gpu);
}

void ask_for_pair(const Topology& topology, GpuId a, GpuId b) {
    const Route there = route_between(topology, a, b);
    const Route back = route_between(topology, b, a);
    must(there.reach == back.reach && there.reach == reach_between(topology, a, b));
    must(there.alone == back.alone && there.share <= there.alone);
    must(there.alone.raw() >= 0 && there.latency.raw() >= 0);
}

bool is_small(const Topology& topology) {
    return std::all_of(topology.kinds().begin(), topology.kinds().end(), [](const DomainKind& kind) {
        return kind.gpus() <= 128 && kind.scale_up.switches <= 128 && kind.nics_per_server() <= 128 &&
               kind.servers.cpus <= 16;
    });
}

void show(const Topology& topology) {
    const Shown shown = shown_part(topology, std::nullopt);
    const Overview overview = overview_of(shown.topology);
    must(overview.parts.gpus == shown.topology.gpu_count());
    must(!output::show_table({shown, overview, {}}, output::Colour::none).empty());
    must(!output::show_json({shown, overview, {}}).empty());
    std::uint64_t switches = 0;
    for (const TierOverview& tier : overview.tiers)
        switches += tier.parts.switches + tier.parts.links_from_below;
    if (shown.topology.gpu_count() > 2000 || switches > 20000) return;
    const Graph graph = build_graph(shown.topology);
    must(graph.gpu_nodes.size() == shown.topology.gpu_count());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const input::Library library({RAILYARD_SOURCE_DIR});
    try {
        const auto loaded = load_topology(
            library, input::parse_yaml(input::make_source(
                         "input.yaml", std::string(reinterpret_cast<const char*>(data), size))));
        const Topology& topology = loaded.topology;
        const GpuId last(topology.gpu_count() - 1);
        const GpuId middle(topology.gpu_count() / 2);
        for (const GpuId gpu : {GpuId(0), middle, last}) ask_for(topology, gpu);
        ask_for_pair(topology, GpuId(0), last);
        ask_for_pair(topology, middle, last);
        if (is_small(topology)) show(topology);
    } catch (const InputError& error) {
        must(!error.problems().empty() && error.what()[0] != '\0');
    }
    return 0;
}
