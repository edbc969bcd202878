#pragma once
// What collectives between domains need of the network's software, fitted to measured ones.

#include <vector>

#include "railyard/estimate/collective_points.hpp"

namespace railyard {

// Fewer points of groups in several domains than this decide nothing.
inline constexpr std::size_t least_network_points = 8;

// Fits share, small_hop, small_share, large_base and large_step of the network (one set for all collectives;
// most_per_group and tree_share stay) to points of groups in several domains, the curves inside a domain
// held: least squares of log(predicted / measured). What no point decides stays where it was, as by a pull.
void fit_network(CollectiveCurves& curves, const std::vector<const CollectivePoint*>& points);

}  // namespace railyard
