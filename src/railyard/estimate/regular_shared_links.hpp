#pragma once
// Shares of oversubscribed links (shared_links.hpp) in regular placements, at a cost that does not grow with
// the ranks: what repeats from span to span is looked at once.

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "railyard/placement/regular.hpp"

namespace railyard {

// As shared_rate by ranks, which tests hold it to. Max-min fair rates are one solution alone, so the fullest
// way of each tier tells the least of them; ways whose units cut the blocks of groups at the same places
// carry the same. Nothing for experts across the digits of the order, nor where spans end within domains.
std::optional<BytesPerSecond> shared_rate(const Topology& topology, const RankGrid& grid,
                                          const RegularPlacement& placement, Dimension dimension,
                                          Reach farthest);

// Whether there is one.
bool is_shared_by_symmetry(const RankGrid& grid, const RegularPlacement& placement, Dimension dimension);

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
