#pragma once
// Dispatch and combine of experts.

#include "railyard/network/collectives.hpp"

namespace railyard {

// An all-to-all in which of the bytes for other domains only the share `crossing` (above 0, at most 1)
// crosses the network when it is relayed: what is alike for several members of a domain goes there once, and
// is copied to them on NVLink.
CollectiveCost exchange_cost(Bytes size, double crossing, const GroupClass& group,
                             const CollectiveCurves& curves);

}  // namespace railyard
