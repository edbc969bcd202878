#pragma once
// Placements whose domains are all alike and full, so that where a rank sits follows from its number: the
// rank at position p (spacing.hpp) in domain p / ranks_in_domain. Then groups repeat from domain to domain
// and from span to span, and can be counted by remainders (residues.hpp) at a cost that does not grow with
// the ranks. What is not regular is counted rank by rank (hops.hpp, group_links.hpp); tests hold the two
// against each other.

#include <cstdint>
#include <optional>
#include <vector>

#include "railyard/placement/group_links.hpp"
#include "railyard/placement/hops.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/placement/spacing.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

struct RegularPlacement {
    // An outline: what a placement tallies, and its first segment. It lists neither the other segments nor
    // the GPU of every rank.
    Placement outline;
    Spacing spacing;
    std::uint64_t positions = 0;                              // up to that of the last rank
    [[nodiscard]] std::uint64_t positions_with_gaps() const;  // and what its block leaves empty
    // Positions of a domain, and of a span of each tier, bottom up; 0: all.
    std::uint64_t ranks_in_domain = 1;
    std::vector<std::uint64_t> ranks_in_span;
    bool spans_cut_domains =
        false;               // some span ends within a domain, whose GPUs need no network all the same
    std::uint32_t kind = 0;  // of the domains; a number in Topology::kinds()
    std::uint64_t on_first_board = 0;  // positions of a domain with two boards; 0: with one
    std::uint64_t rails = 1;  // above 1: ranks of different remainders by it do not meet at the bottom tier
};

// What of a topology decides whether placements on it are regular; looked at once.
class Regularity {
  public:
    explicit Regularity(const Topology& topology);

    // Nothing where the symmetry does not hold, or the job does not fit. It holds for domains of one kind
    // with NICs, of several kinds the first ones listed; partitions of one size, each on one board or on both
    // as the others; spans that nest; rails that all meet or that do not meet at all, in domains filled by
    // whole rows of rails; nothing missing from the domains used. Where spans end within domains those are
    // filled, or all to the same part that the order's digits fit. `first`: the domain that the job begins
    // on; the spans that it lies in have to be those of a job that begins on domain 0.
    [[nodiscard]] std::optional<RegularPlacement> place(const RankGrid& grid, const PlacementRules& rules,
                                                        std::uint32_t first = 0) const;

  private:
    [[nodiscard]] bool look_at_domain();
    [[nodiscard]] bool look_at_spans();
    [[nodiscard]] bool look_at_rails();
    [[nodiscard]] const DomainKind& kind() const { return topology_.kinds()[kind_]; }
    [[nodiscard]] bool is_like_the_first(std::uint64_t first, std::uint64_t domains) const;

    const Topology& topology_;
    bool holds_ = false;
    std::uint32_t kind_ = 0;
    std::uint64_t domains_ = 0;                // of that kind, one after the other
    std::uint32_t gpus_ = 0;                   // of a domain
    std::uint32_t gpus_elsewhere_ = 0;         // of the largest one of several kinds; 0: there is one kind
    std::uint32_t on_first_board_ = 0;         // of those; 0: one board
    std::vector<std::uint64_t> gpus_in_span_;  // of each tier; 0: all
    bool spans_cut_domains_ = false;
    std::uint32_t rails_ = 1;
};

enum class StageDetail { summed, by_stage };

// As count_hops and group_links do. Hops by stage only if asked for. Nothing where groups do not repeat after
// all: expert groups that lie across the digits of the order, rails that only some hops change.
std::optional<std::vector<DimensionHops>> count_hops(const Topology& topology, const RankGrid& grid,
                                                     const RegularPlacement& placement,
                                                     const std::vector<Dimension>& dimensions,
                                                     StageDetail detail);
std::optional<std::vector<DimensionLinks>> group_links(const Topology& topology, const RankGrid& grid,
                                                       const RegularPlacement& placement,
                                                       const std::vector<Dimension>& dimensions);

}  // namespace railyard
