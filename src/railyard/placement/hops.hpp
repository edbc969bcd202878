#pragma once
// Which hops of every parallel dimension stay on NVLink, and which cross the network.
//
// A hop is one directed transfer between two ranks of a group in the group's pattern: tp, etp, cp, dp and edp
// run a ring in group order (n hops), ep exchanges between every ordered pair (n (n - 1) hops), pp is a chain
// (p - 1 hops) and, counted apart, the wrap from the last stage to the first. Groups of one member have no
// hops.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "railyard/job/groups.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

enum class HopPattern { ring, all_to_all, chain };
inline constexpr std::array<std::string_view, 3> hop_pattern_names = {"ring", "all-to-all", "chain"};

HopPattern pattern_of(Dimension dimension);

// Hops by reach: nvlink, pcie, then the topology's tiers, bottom up. Hops that no tier carries are
// `unreachable` (a topology without tiers); a placement with such hops cannot run.
struct HopCount {
    std::uint64_t nvlink = 0;
    std::uint64_t pcie = 0;
    std::vector<std::uint64_t> tiers;
    std::uint64_t unreachable = 0;

    [[nodiscard]] std::uint64_t network() const;  // the sum of the tiers
    [[nodiscard]] std::uint64_t total() const { return nvlink + pcie + network() + unreachable; }
    HopCount& operator+=(const HopCount& other);
    bool operator==(const HopCount&) const = default;
};

struct DimensionHops {
    Dimension dimension = Dimension::tp;
    HopPattern pattern = HopPattern::ring;
    std::uint32_t degree = 1;
    std::uint64_t groups = 0;
    std::uint64_t groups_on_nvlink = 0;  // all of whose hops are on NVLink (pp: without the wrap)
    HopCount hops;
    HopCount wrap;  // pp only
    // The same hops by the pipeline stage of their group; for pp by the stage that a hop leaves in the
    // forward pass. Bytes differ from stage to stage, so they are summed from these.
    std::vector<HopCount> by_stage;
};

// Counts some dimensions, in the order given. Time grows with ranks, not with pairs.
std::vector<DimensionHops> count_hops(const Topology& topology, const RankGrid& grid,
                                      const Placement& placement, const std::vector<Dimension>& dimensions);

}  // namespace railyard
