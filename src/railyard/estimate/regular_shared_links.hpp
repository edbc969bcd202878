#pragma once
// Shares of oversubscribed links (shared_links.hpp) in regular placements, at a cost that does not grow with
// the ranks: what repeats from span to span is looked at once.

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "railyard/placement/regular.hpp"

namespace railyard {

// As shared_rate by ranks, which tests hold it to. Max-min fair rates are one solution alone, so a shift of
// all ranks that leaves groups and links as they are leaves them as well: of links that it takes to each
// other one is looked at, with what all groups send over it. Where no such shift is known (domains or spans
// that neither divide the ranks after which groups repeat nor hold them whole) the whole job is, next to each
// other groups of a domain at once. Nothing for experts across the digits of the order.
std::optional<BytesPerSecond> shared_rate(const Topology& topology, const RankGrid& grid,
                                          const RegularPlacement& placement, Dimension dimension,
                                          Reach farthest);

// Whether there is one.
bool is_shared_by_symmetry(const Topology& topology, const RankGrid& grid, const RegularPlacement& placement,
                           Dimension dimension, Reach farthest);

// The same for many placements on one topology, which must outlive it: those that have a dimension's digits
// alike have its rate alike, whatever the other dimensions do.
class KnownShares {
  public:
    explicit KnownShares(const Topology& topology) : topology_(topology) {}

    std::optional<BytesPerSecond> rate(const RankGrid& grid, const RegularPlacement& placement,
                                       Dimension dimension, Reach farthest);

  private:
    const Topology& topology_;
    std::map<std::vector<std::uint64_t>, BytesPerSecond> known_;
};

}  // namespace railyard
