#pragma once
// Shares of oversubscribed links (shared_links.hpp) in regular placements, at a cost that does not grow with
// the ranks: what repeats from span to span is looked at once.

#include <optional>

#include "railyard/placement/regular.hpp"

namespace railyard {

// As shared_rate by ranks, which tests hold it to. Max-min fair rates are one solution alone, so a shift of
// all ranks that leaves groups and links as they are leaves them as well: of links that it takes to each
// other one is looked at, with what all groups send over it. Nothing where no such shift is known: domains or
// spans that neither divide the ranks after which groups repeat nor hold them whole, parted domains.
std::optional<BytesPerSecond> shared_rate(const Topology& topology, const RankGrid& grid,
                                          const RegularPlacement& placement, Dimension dimension,
                                          Reach farthest);

// Whether there is one.
bool is_shared_by_symmetry(const Topology& topology, const RankGrid& grid, const RegularPlacement& placement,
                           Dimension dimension, Reach farthest);

}  // namespace railyard
