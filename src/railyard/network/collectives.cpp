#include "railyard/network/collectives.hpp"

#include <algorithm>

namespace railyard {

Bytes bus_bytes(Collective kind, Bytes size, std::uint32_t members) {
    const double n = members;
    return size * ((kind == Collective::all_reduce ? 2.0 : 1.0) * (n - 1) / n);
}

BytesPerSecond out_of_domain(const GroupClass& group, const NetworkCurve& curve) {
    // Every member has its own NICs, and all of them carry traffic of the group.
    return std::min(group.network * (group.fewest_in_domain * curve.share), curve.most_per_group);
}

Seconds send_time(Bytes size, BytesPerSecond rate, Seconds latency) {
    return size / rate + latency;
}

CollectiveCost collective_cost(Collective kind, Bytes size, const GroupClass& group,
                               const CollectiveCurves& curves) {
    if (group.members < 2) return {};
    if (kind == Collective::all_to_all) return all_to_all_cost(size, group, curves);
    CollectiveCost best{*ring_time(kind, size, group, curves), Algorithm::ring};
    // Where the switch can reduce, NCCL does so from 2 MiB on, and its rings are slower at any size; below,
    // the low-latency ring wins by itself.
    if (const auto time = nvls_time(kind, size, group, curves); time && *time < best.time) {
        best = {*time, Algorithm::nvls};
    }
    if (const auto time = tree_time(kind, size, group, curves); time && *time < best.time) {
        best = {*time, Algorithm::tree};
    }
    return best;
}

}  // namespace railyard
