// Double binary trees over domains, chains inside them (Sanders et al. 2009; NCCL 2.4). A domain that is an
// inner node of one tree is a leaf of the other, so that it sends its half of the data up and to two children
// down, and the other half up: 2 S out of a domain. Two domains send S each way, three at most 1.5 S: there
// a tree beats a ring, which sends 2 (n-1)/n S.

#include <algorithm>
#include <cmath>

#include "railyard/network/collectives.hpp"

namespace railyard {

std::optional<Seconds> tree_time(Collective kind, Bytes size, const GroupClass& group,
                                 const CollectiveCurves& curves) {
    if (kind != Collective::all_reduce || group.domains < 2) return std::nullopt;
    const DomainCurve& domain = curves.domain[static_cast<std::size_t>(kind)];
    const double sent = group.domains == 2 ? 1 : group.domains == 3 ? 1.5 : 2;
    const NetworkCurve& network = curves.network;
    const BytesPerSecond out = out_of_domain(group, network);
    // Pipelined: the slower of the chains inside (in the switch, where it reduces) and the tree between
    // domains.
    const auto at = [&](double share) {
        Seconds time = size * sent / (out * share);
        if (group.most_in_domain > 1) {
            const bool in_switch = curves.nvls && group.fewest_in_domain >= curves.nvls->least_members;
            const double links = in_switch ? curves.nvls->share : domain.large_share;
            time = std::max(time, bus_bytes(kind, size, group.members) / (group.inside * (links * share)));
        }
        return time;
    };
    const double depth = 2 * std::log2(static_cast<double>(group.domains));
    const Seconds small = domain.small_base + domain.small_step * (2.0 * (group.most_in_domain - 1)) +
                          (network.small_hop + group.network_latency) * depth + at(network.small_share);
    const Seconds large = network.large_base + group.network_latency * depth +
                          network.large_step * group.members + at(network.tree_share);
    return std::min(small, large);
}

}  // namespace railyard
