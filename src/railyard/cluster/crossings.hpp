#pragma once
// Which hops leave the parts of a grouping: for each dimension of a job, the hops whose ends are in different
// parts. Hops are those of placement/hops.hpp; of pp the wrap is left out.

#include <cstdint>
#include <vector>

#include "railyard/base/ids.hpp"
#include "railyard/base/units.hpp"
#include "railyard/cluster/groupings.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/rank_grid.hpp"

namespace railyard::cluster {

// Which seat of a job (a server, numbered in rank order) each rank sits on.
using Seats = IdVector<RankId, std::uint32_t>;

struct Crossings {
    std::uint64_t hops = 0;    // that leave their part
    std::uint64_t groups = 0;  // with at least one of them
    Bytes bytes;               // of those hops in one step, the wrap of pp with them
};

struct DimensionCrossings {
    Dimension dimension = Dimension::tp;
    std::uint64_t hops = 0;              // all of the dimension
    std::uint64_t groups = 0;            // all of the dimension
    std::vector<Crossings> by_grouping;  // in the order of the groupings
};

// Counts what crosses when seat s is in part part_of[s] of each grouping; a hop from or to a host of an
// unknown part does not count as one. Time grows with ranks times groupings, not with pairs.
std::vector<DimensionCrossings> count_crossings(const Layout& layout, const RankGrid& grid,
                                                const Seats& seats, const std::vector<Grouping>& groupings);

// A group of ranks that is whole in `whole` and lies in several parts of `cut`.
struct BrokenGroup {
    Dimension dimension = Dimension::tp;
    std::uint32_t number = 0;  // among those of its dimension, counted by their lowest ranks
    std::vector<RankId> ranks;
    std::vector<std::uint32_t> parts;  // of `cut`, each once, unknown ones left out
};

// All of them, by dimension, then by number.
std::vector<BrokenGroup> broken_groups(const Layout& layout, const RankGrid& grid, const Seats& seats,
                                       const Grouping& whole, const Grouping& cut);

// The groups of one dimension that lie in several parts of a grouping; members on hosts of which nothing is
// known do not count.
struct StraddlingGroups {
    Dimension dimension = Dimension::tp;
    std::uint64_t count = 0;
    std::uint64_t all = 0;  // groups of the dimension
    struct Named {
        std::uint32_t number = 0;          // among those of its dimension, counted by their lowest ranks
        std::vector<std::uint32_t> parts;  // of the grouping, each once
    };
    std::vector<Named> first;  // by number, as many as are asked for
};

// For every dimension of the layout. Time grows with the ranks.
std::vector<StraddlingGroups> straddling_groups(const Layout& layout, const RankGrid& grid,
                                                const Seats& seats, const Grouping& grouping,
                                                std::size_t most_named);

}  // namespace railyard::cluster
