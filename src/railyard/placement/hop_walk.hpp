#pragma once
// Every hop of a dimension, one after the other: for what needs to know which ranks a hop joins. Counting does
// without (hops.hpp).

#include <cstdint>
#include <vector>

#include "railyard/job/groups.hpp"
#include "railyard/placement/hops.hpp"

namespace railyard {

enum class HopPart { pattern, wrap };

struct WalkedHop {
    RankId from;
    RankId to;
    std::uint32_t stage = 0;  // of its group; for pp the stage that it leaves in the forward pass
    HopPart part = HopPart::pattern;
};

// Calls visit(WalkedHop) for the hops among `members` (ranks, in group order), whose groups lie in `stage`.
template <class Visit>
void for_each_hop_of(const std::vector<RankId>& members, Dimension dimension, std::uint32_t stage, Visit visit) {
    const std::size_t n = members.size();
    if (n < 2) return;
    switch (pattern_of(dimension)) {
        case HopPattern::ring:
            for (std::size_t j = 0; j < n; ++j) visit(WalkedHop{members[j], members[(j + 1) % n], stage});
            return;
        case HopPattern::chain:
            for (std::uint32_t j = 0; j + 1 < n; ++j) visit(WalkedHop{members[j], members[j + 1], j});
            visit(WalkedHop{members[n - 1], members[0], static_cast<std::uint32_t>(n - 1), HopPart::wrap});
            return;
        case HopPattern::all_to_all:
            for (std::size_t a = 0; a < n; ++a) {
                for (std::size_t b = 0; b < n; ++b) {
                    if (a != b) visit(WalkedHop{members[a], members[b], stage});
                }
            }
    }
}

// The same for all groups of a dimension. Time grows with the hops: with pairs, for ep.
template <class Visit>
void for_each_hop(const RankGrid& grid, Dimension dimension, Visit visit) {
    const Groups groups(grid, dimension);
    std::vector<RankId> members(groups.members());
    groups.for_each_run([&](const GroupRun& run) {
        for (std::uint32_t i = 0; i < run.count; ++i) {
            for (std::size_t j = 0; j < members.size(); ++j) members[j] = RankId(run.first + i + run.offsets[j]);
            for_each_hop_of(members, dimension, run.stage, visit);
        }
    });
}

// The members of one group, in group order. Groups are numbered by their lowest rank; `number` is below
// Groups::count().
struct GroupMembers {
    std::vector<RankId> ranks;
    std::uint32_t stage = 0;
};
GroupMembers group_members(const RankGrid& grid, Dimension dimension, std::uint32_t number);

}  // namespace railyard
