#include "railyard/search/spares.hpp"

#include <map>
#include <utility>

namespace railyard::search {

SparePlan spares_of(const Topology& topology, const Placement& placement) {
    std::map<std::uint32_t, std::uint32_t> ranks_in;
    for (const Segment& segment : placement.segments) ranks_in[segment.domain.value()] += segment.count;
    SparePlan plan;
    plan.gpus = static_cast<std::uint32_t>(placement.gpu_of.size());
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> domains;  // by GPUs and spares
    for (const auto& [number, ranks] : ranks_in) {
        const Domain domain = topology.domain(DomainId(number));
        const std::uint32_t gpus = topology.available_in(domain);
        ++domains[{gpus, (gpus - ranks) / topology.kind_of(domain).servers.gpus}];
    }
    for (const auto& [alike, count] : domains) plan.domains.push_back({count, alike.first, alike.second});
    return plan;
}

}  // namespace railyard::search
