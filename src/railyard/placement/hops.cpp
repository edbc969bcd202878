#include "railyard/placement/hops.hpp"

#include <algorithm>
#include <numeric>

#include "railyard/placement/all_to_all_hops.hpp"
#include "railyard/placement/cells.hpp"
#include "railyard/placement/pair_reach.hpp"

namespace railyard {
namespace {

// Adds what was counted in reach slots to a HopCount.
void add_slots(const ReachSlots& slots, HopCount& count) {
    count.nvlink += slots[nvlink_slot];
    count.pcie += slots[pcie_slot];
    count.unreachable += slots[unreachable_slot];
    for (std::size_t t = 0; t < count.tiers.size(); ++t) count.tiers[t] += slots[first_tier_slot + t];
}

HopCount empty_count(const Cells& cells) {
    HopCount count;
    count.tiers.resize(cells.tiers(), 0);
    return count;
}

// Groups of a run are looked at so many at a time, so that the note of which have left NVLink stays in cache.
constexpr std::uint32_t groups_at_once = 1024;

// Counts rings and chains. Hops between the same two members of consecutive groups are walked together: both
// sides are then runs of consecutive ranks.
template <CellSize size>
class NeighbourCounter {
  public:
    explicit NeighbourCounter(const Cells& cells) : cells_(cells), cell_of_(cells.of_rank().data()) {}

    // The hop from member `from` to member `to` in groups first .. first + count - 1.
    void hop(std::uint32_t first, std::uint32_t count, std::uint32_t from, std::uint32_t to,
             ReachSlots& slots) {
        const std::uint32_t* a = cell_of_ + first + from;
        const std::uint32_t* b = cell_of_ + first + to;
        std::uint64_t nvlink = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::size_t slot = reach_slot<size>(cells_, a[i], b[i]);
            if (slot == nvlink_slot) {
                ++nvlink;
            } else {
                ++slots[slot];
                left_[i] = 1;
            }
        }
        slots[nvlink_slot] += nvlink;
    }

    void start(std::uint32_t count) { left_.assign(count, 0); }
    // Groups since start() none of whose hops left NVLink.
    [[nodiscard]] std::uint64_t stayed() const {
        return static_cast<std::uint64_t>(std::count(left_.begin(), left_.end(), 0));
    }

  private:
    const Cells& cells_;
    const std::uint32_t* cell_of_;
    std::vector<std::uint8_t> left_;
};

template <CellSize size>
void count_rings(const Cells& cells, const Groups& groups, DimensionHops& result) {
    NeighbourCounter<size> counter(cells);
    groups.for_each_run([&](const GroupRun& run) {
        const auto& offsets = run.offsets;
        ReachSlots slots{};
        for (std::uint32_t done = 0; done < run.count; done += groups_at_once) {
            const std::uint32_t count = std::min(groups_at_once, run.count - done);
            counter.start(count);
            for (std::size_t j = 0; j + 1 < offsets.size(); ++j) {
                counter.hop(run.first + done, count, offsets[j], offsets[j + 1], slots);
            }
            counter.hop(run.first + done, count, offsets.back(), offsets.front(), slots);
            result.groups_on_nvlink += counter.stayed();
        }
        add_slots(slots, result.by_stage[run.stage]);
    });
}

template <CellSize size>
void count_chains(const Cells& cells, const Groups& groups, DimensionHops& result) {
    NeighbourCounter<size> counter(cells);
    std::vector<ReachSlots> by_stage(groups.members(), ReachSlots{});
    groups.for_each_run([&](const GroupRun& run) {
        const auto& offsets = run.offsets;
        for (std::uint32_t done = 0; done < run.count; done += groups_at_once) {
            const std::uint32_t count = std::min(groups_at_once, run.count - done);
            counter.start(count);
            for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
                counter.hop(run.first + done, count, offsets[s], offsets[s + 1], by_stage[s]);
            }
            result.groups_on_nvlink += counter.stayed();
            counter.hop(run.first + done, count, offsets.back(), offsets.front(), by_stage.back());
        }
    });
    for (std::size_t s = 0; s + 1 < by_stage.size(); ++s) add_slots(by_stage[s], result.by_stage[s]);
    add_slots(by_stage.back(), result.wrap);
}

template <CellSize size>
void count_pattern(const Cells& cells, const Groups& groups, DimensionHops& result) {
    switch (result.pattern) {
        case HopPattern::ring:
            return count_rings<size>(cells, groups, result);
        case HopPattern::chain:
            return count_chains<size>(cells, groups, result);
        case HopPattern::all_to_all: {
            AllToAllCounter counter(cells);
            groups.for_each_run([&](const GroupRun& run) {
                ReachSlots slots{};
                result.groups_on_nvlink += counter.count(run, slots);
                add_slots(slots, result.by_stage[run.stage]);
            });
        }
    }
}

DimensionHops count_with(const Cells& cells, const RankGrid& grid, Dimension dimension) {
    const Groups groups(grid, dimension);
    DimensionHops result;
    result.dimension = dimension;
    result.pattern = pattern_of(dimension);
    result.degree = groups.members();
    result.groups = groups.count();
    result.hops = empty_count(cells);
    result.wrap = empty_count(cells);
    result.by_stage.assign(grid.degrees().pp, empty_count(cells));
    if (groups.members() < 2) {
        result.groups_on_nvlink = result.groups;
        return result;
    }
    if (cells.size() == CellSize::domain) {
        count_pattern<CellSize::domain>(cells, groups, result);
    } else {
        count_pattern<CellSize::rank>(cells, groups, result);
    }
    for (const auto& stage : result.by_stage) result.hops += stage;
    return result;
}

}  // namespace

HopPattern pattern_of(Dimension dimension) {
    if (dimension == Dimension::pp) return HopPattern::chain;
    return dimension == Dimension::ep ? HopPattern::all_to_all : HopPattern::ring;
}

std::uint64_t HopCount::network() const {
    return std::accumulate(tiers.begin(), tiers.end(), std::uint64_t{0});
}

HopCount& HopCount::operator+=(const HopCount& other) {
    nvlink += other.nvlink;
    pcie += other.pcie;
    unreachable += other.unreachable;
    for (std::size_t t = 0; t < tiers.size(); ++t) tiers[t] += other.tiers[t];
    return *this;
}

std::vector<DimensionHops> count_hops(const Topology& topology, const RankGrid& grid,
                                      const Placement& placement, const std::vector<Dimension>& dimensions) {
    const Cells cells(topology, placement);
    std::vector<DimensionHops> counted;
    for (const Dimension dimension : dimensions) counted.push_back(count_with(cells, grid, dimension));
    return counted;
}

}  // namespace railyard
