// Rings. In one domain all links of every member carry a part of the ring. Over domains each member of a
// domain starts a ring at its own NICs, so that all of them carry traffic: a ring of the domains, on the
// slower of links and NICs.

#include <algorithm>

#include "railyard/network/collectives.hpp"

namespace railyard {
namespace {

Seconds inside(Collective kind, Bytes size, BytesPerSecond links, double n, const CollectiveCurves& curves) {
    const DomainCurve& curve = curves.domain[static_cast<std::size_t>(kind)];
    const Bytes wire = bus_bytes(kind, size, static_cast<std::uint32_t>(n));
    const Seconds small = curve.small_base + curve.small_step * (n - 1) +
                          wire / (links * (curve.small_share * n / (n + curve.small_few_members)));
    const double share = curve.large_share * n / (n + curve.few_members);
    const Seconds large = curve.large_base + curve.large_step * n + wire / (links * share);
    const Seconds simple = std::max(large, curve.large_floor * n);
    const bool few_channels = kind == Collective::all_to_all && size / n > curves.low_latency_send;
    return std::min(few_channels ? small + curve.simple_start : small, simple);
}

}  // namespace

std::optional<Seconds> ring_time(Collective kind, Bytes size, const GroupClass& group,
                                 const CollectiveCurves& curves) {
    const double n = group.members;
    const DomainCurve& domain = curves.domain[static_cast<std::size_t>(kind)];
    const Bytes wire = bus_bytes(kind, size, group.members);
    if (group.domains < 2) return inside(kind, size, group.inside, n, curves);
    // An all-reduce goes around twice.
    const double rounds = kind == Collective::all_reduce ? 2 : 1;
    BytesPerSecond rate = out_of_domain(group, curves.network);
    // As fast as the links of one domain let a ring of those members go, and no faster.
    if (group.most_in_domain > 1) {
        const double near = group.most_in_domain;
        rate = std::min(rate, group.inside * (domain.large_share * near / (near + domain.few_members)));
    }
    const double hops = rounds * (group.domains - 1.0);
    const Seconds small = domain.small_base + domain.small_step * (n - 1) +
                          (curves.network.small_hop + group.network_latency) * hops +
                          wire / (rate * curves.network.small_share);
    const Seconds large = curves.network.large_base + group.network_latency * hops +
                          curves.network.large_step * (n * rounds / 2) + wire / rate;
    return std::min(small, large);
}

}  // namespace railyard
