#pragma once
// What the groups of a dimension get of oversubscribed links when all of them send at once: not every hop of
// a ring goes as far as its farthest, and what few cross is shared by few.

#include <vector>

#include "railyard/placement/group_links.hpp"

namespace railyard {

// Bytes per second out of a domain for one member, of the group that gets least; as GroupClass::network is,
// which takes it that every GPU sends as far as the farthest hop. Max-min fair over the ways from every
// domain and every span of a tier up to the next tier, each as wide as the NICs below it over the
// oversubscription passed; a member never gets more than its share of the NICs. Groups of ep send to all
// other members alike, of pp along the chain, all others around a ring in rank order. `farthest` is that of
// DimensionLinks::slowest(), a tier of the network.
BytesPerSecond shared_rate(const Topology& topology, const RankGrid& grid, const Placement& placement,
                           Dimension dimension, Reach farthest);

}  // namespace railyard
