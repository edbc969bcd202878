// All-reduce in the NVLink switch: members send once, the switch adds and multicasts. An ideal one moves
// S (1 + 1/n) per member and direction, a bus bandwidth of 2(n-1)/(n+1) of the link rate.

#include <algorithm>

#include "railyard/network/collectives.hpp"

namespace railyard {

std::optional<Seconds> nvls_time(Collective kind, Bytes size, const GroupClass& group,
                                 const CollectiveCurves& curves) {
    if (kind != Collective::all_reduce || !curves.nvls || group.domains > 1) return std::nullopt;
    if (group.members < curves.nvls->least_members) return std::nullopt;
    const double n = group.members;
    const double share = std::min(curves.nvls->share, 2 * (n - 1) / (n + 1));
    return curves.nvls->step * n + bus_bytes(kind, size, group.members) / (group.inside * share);
}

}  // namespace railyard
