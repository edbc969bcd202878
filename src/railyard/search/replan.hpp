#pragma once
// A job around GPUs that went down, with as few ranks moved as can be.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "railyard/placement/placement.hpp"
#include "railyard/search/kept_runs.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::search {

struct MovedRank {
    RankId rank;
    GpuId from;
    GpuId to;
};

// A block that found no room whole, so that only groups of `piece` ranks of it stayed together.
struct SplitBlock {
    RankId first;
    std::uint32_t ranks = 0;
    std::uint32_t piece = 1;
    bool operator==(const SplitBlock&) const = default;
};

struct Replan {
    Placement placement;
    std::vector<MovedRank> moved;    // in rank order
    std::uint32_t lost = 0;          // ranks whose GPU is down
    std::uint32_t blocks_moved = 0;  // whole blocks that left their domain
    std::vector<SplitBlock> split;   // in rank order
};

struct ReplanRules {
    // Sizes that a block may be split into, the largest first, each a divisor of the one before
    // (pieces_of()). Empty: blocks are never split.
    std::vector<std::uint32_t> pieces;
    // What moves stays in the spans of its runs; where there is no room in one, the whole run goes to the
    // nearest span that has. As KeptRuns::of() has them.
    std::vector<KeptRun> runs;
};

// The topology with more GPUs missing.
Topology without(const Topology& topology, const std::vector<GpuId>& down);

// Ranks whose GPU is down go to free GPUs of their domain. Where those do not suffice, whole blocks go to
// other domains, which is the least: a domain that is short of s GPUs has to give up at least s / block of
// its blocks, and a block that stays moves only the ranks it lost. Blocks with most ranks lost go first; they
// go where the job already is, if there is room, else to domains that it does not use yet. A block that finds
// no room anywhere is split into the next smaller pieces, and so on, the others stay whole: its pieces that
// lost nothing stay where they are. Only what may not be split any more takes its run with it. Blocks that
// straddle domains as they are consist of the largest pieces that do not. `reduced` is the topology without
// what is down, `placement` sits on the whole one. Nothing but the answer no if there are not the GPUs, or no
// room without splitting what may not be split.
std::variant<Replan, DoesNotFit> replan(const Topology& reduced, const Placement& placement,
                                        const ReplanRules& rules = {});

}  // namespace railyard::search
