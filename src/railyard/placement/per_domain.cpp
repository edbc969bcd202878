#include "railyard/placement/per_domain.hpp"

#include <algorithm>
#include <string>

#include "railyard/base/error.hpp"

namespace railyard {

std::uint32_t gpus_of_largest_domain(const Topology& topology) {
    std::uint32_t largest = 0;
    for (const DomainRun& run : topology.runs()) {
        const DomainKind& kind = topology.kinds()[run.kind];
        if (kind.partitions.empty()) {
            largest = std::max(largest, kind.gpus());
        } else {
            largest = std::max(largest, *std::max_element(kind.partitions.begin(), kind.partitions.end()));
        }
    }
    return largest;
}

void check_per_domain(const Topology& topology, const PlacementRules& rules) {
    if (rules.per_domain == 0) return;
    const std::uint32_t largest = gpus_of_largest_domain(topology);
    if (rules.per_domain <= largest) return;
    throw InputError(
        Diagnostic{{},
                   "per_domain is " + std::to_string(rules.per_domain) + ", and " +
                       (topology.runs().size() > 1 ? "the largest domain" : "a domain") + " of " +
                       topology.name() + " has " + std::to_string(largest) + " GPUs",
                   "per_domain: " + std::to_string(largest) + " or less; left out, all of a domain are used",
                   "",
                   0});
}

}  // namespace railyard
