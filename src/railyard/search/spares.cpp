#include "railyard/search/spares.hpp"

#include <algorithm>
#include <map>

namespace railyard::search {

SparePlan spares_of(const Topology& topology, const Placement& placement) {
    std::map<std::uint32_t, std::uint32_t> ranks_in;
    for (const Segment& segment : placement.segments) ranks_in[segment.domain.value()] += segment.count;
    SparePlan plan;
    plan.gpus = static_cast<std::uint32_t>(placement.gpu_of.size());
    plan.domains = static_cast<std::uint32_t>(ranks_in.size());
    bool first = true;
    for (const auto& [number, ranks] : ranks_in) {
        const Domain domain = topology.domain(DomainId(number));
        const std::uint32_t per_server = topology.kind_of(domain).servers.gpus;
        const std::uint32_t spare = (topology.available_in(domain) - ranks) / per_server;
        if (!first && spare >= plan.spare_servers) continue;
        first = false;
        plan.spare_servers = spare;
        plan.gpus_of_server = per_server;
        plan.servers = std::max<std::uint32_t>(1, domain.gpus / per_server);
    }
    return plan;
}

}  // namespace railyard::search
