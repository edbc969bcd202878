#include <fmt/format.h>

#include <map>

#include "railyard/machine/comparison.hpp"

namespace railyard::machine {

// GPUs of one NUMA node hang on one CPU. The topology says which GPUs share a CPU; finer nodes (several of
// one socket) are no difference, nor is another numbering.
void compare_numa(Comparison& comparison) {
    if (comparison.guesses_seats()) return;
    const DomainKind& kind = comparison.kind();
    std::map<std::uint32_t, std::map<std::uint32_t, std::vector<std::uint32_t>>>
        cpus_of_node;  // node -> CPU -> seats
    SourceId from;
    for (const std::uint32_t seat : comparison.observed_seats()) {
        const Fact<std::uint32_t>& numa = comparison.host().gpus[*comparison.gpu_at(seat)].numa;
        if (!numa.known()) continue;
        from = numa.from;
        cpus_of_node[*numa.value][kind.cpu_of(seat)].push_back(seat);
    }
    for (const auto& [node, cpus] : cpus_of_node) {
        if (cpus.size() < 2) continue;
        std::string seats;
        std::vector<GpuId> ids;
        for (const auto& [cpu, members] : cpus) {
            for (const std::uint32_t seat : members) {
                seats += (seats.empty() ? "gpu" : ", gpu") + std::to_string(seat);
                ids.push_back(comparison.id_of(seat));
            }
        }
        // Over NVLink nothing crosses a CPU.
        const Touches touches =
            kind.scale_up.kind == ScaleUpKind::none ? Touches::any : Touches::outside_domain;
        const std::string meaning =
            comparison.meaning().of(ids, touches, "may cross sockets elsewhere than counted",
                                    "may cross sockets elsewhere than counted");
        // A virtual machine shows one node where there are several.
        const Severity severity = cpus_of_node.size() == 1 ? Severity::note : Severity::warning;
        comparison.add(
            {severity, comparison.server_place(),
             fmt::format("{} CPUs for {} GPUs, consecutive GPUs together", kind.servers.cpus,
                         kind.servers.gpus),
             fmt::format("NUMA node {} is near {}{}", node, seats, comparison.said_by(from)),
             meaning + (meaning.empty() ? "" : "; ") + "processes are to be bound to the CPUs seen"});
    }
}

}  // namespace railyard::machine
