// All-to-all. Direct: every rank sends to every other by itself, on NVLink and network at once. Relayed
// (PXN, NCCL 2.12): messages for one domain are gathered on NVLink at the GPU whose NIC stands on the right
// rail and leave as one, so that n - 1 messages become one per domain.

#include <algorithm>

#include "railyard/network/exchange.hpp"

namespace railyard {
namespace {

// What a member sends to those of its domain that no NVLink joins it to.
Seconds by_pcie(Bytes size, const GroupClass& group) {
    if (group.mates_by_pcie == 0) return {};
    return size * (group.mates_by_pcie / static_cast<double>(group.members)) / group.pcie;
}

}  // namespace

CollectiveCost all_to_all_cost(Bytes size, const GroupClass& group, const CollectiveCurves& curves) {
    return exchange_cost(size, 1, group, curves);
}

CollectiveCost exchange_cost(Bytes size, double crossing, const GroupClass& group,
                             const CollectiveCurves& curves) {
    const double n = group.members;
    if (group.members < 2) return {};
    if (group.domains < 2) {
        return {std::max(*ring_time(Collective::all_to_all, size, group, curves), by_pcie(size, group)),
                Algorithm::direct};
    }
    const DomainCurve& domain = curves.domain[static_cast<std::size_t>(Collective::all_to_all)];
    const NetworkCurve& network = curves.network;
    const double near = group.most_in_domain;
    const Bytes out = size * ((n - group.fewest_in_domain) / n);
    const Bytes local = size * ((near - 1) / n);
    const Seconds wire = out / (group.network * network.share);
    const bool links = near > 1;
    const BytesPerSecond inside = group.inside * domain.large_share;
    const Seconds direct_start =
        domain.small_base + group.network_latency + network.small_hop + network.large_step * (n - near);
    const Seconds pcie = by_pcie(size, group);
    const Seconds direct = direct_start + std::max({wire, pcie, links ? local / inside : Seconds{}});
    if (!links) return {direct, Algorithm::direct};
    // What leaves crosses NVLink first, unless it starts on its own rail (1 in `near`).
    const Seconds relay_start = domain.small_base + domain.large_base + group.network_latency +
                                network.small_hop + network.large_step * (group.domains - 1.0);
    const Bytes relayed = local + out * ((near - 1) / near);
    const Seconds relay = relay_start + std::max({wire * crossing, pcie, relayed / inside});
    if (relay < direct) return {relay, Algorithm::relayed};
    return {direct, Algorithm::direct};
}

}  // namespace railyard
