#include "railyard/cluster/launch_plan.hpp"

#include <algorithm>

#include "railyard/cluster/seating.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::cluster {

std::string default_host(const Topology& topology, const GpuPlace& place) {
    std::string name = server_name(topology, place);
    std::replace(name.begin(), name.end(), '/', '-');
    return name;
}

std::variant<LaunchPlan, TooFewHosts> plan_launch(const Layout& layout, const Topology& topology,
                                                  const RankGrid& grid, const Placement& placement,
                                                  const std::vector<std::string>& hosts) {
    const Seating seating = seat_ranks(topology, placement);
    const std::size_t seats = seating.servers.size();
    if (!hosts.empty() && hosts.size() < seats) return TooFewHosts{seats, hosts.size()};
    LaunchPlan plan{layout, topology, grid, {}, IdVector<RankId, PlannedTask>(placement.gpu_of.size()), {}};
    for (std::size_t seat = 0; seat < seats; ++seat) {
        const GpuPlace& place = seating.servers[seat];
        plan.servers.push_back({place, hosts.empty() ? default_host(topology, place) : hosts[seat], {}});
    }
    for (std::uint32_t r = 0; r < placement.gpu_of.size(); ++r) {
        PlannedTask& task = plan.tasks[RankId(r)];
        task.server = seating.seat_of[RankId(r)];
        auto& ranks = plan.servers[task.server].ranks;
        task.local_rank = static_cast<std::uint32_t>(ranks.size());
        task.gpu = topology.place(placement.gpu_of[RankId(r)]).gpu_in_server;
        ranks.emplace_back(r);
    }
    if (hosts.size() > seats)
        plan.idle_hosts.assign(hosts.begin() + static_cast<std::ptrdiff_t>(seats), hosts.end());
    return plan;
}

}  // namespace railyard::cluster
