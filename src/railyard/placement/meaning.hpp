#pragma once
// What a fault at some GPUs does to the parallel dimensions of a placed job.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "railyard/base/finding.hpp"
#include "railyard/base/ids.hpp"
#include "railyard/job/groups.hpp"
#include "railyard/job/rank_grid.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

// Where the job sits, to say what a difference means for it.
struct PlacedRanks {
    const RankGrid& grid;
    const Placement& placement;
};

// Which of a rank's groups a fault touches: those with hops inside the domain, or those that leave it.
enum class Touches { inside_domain, outside_domain, any };

class Meaning {
  public:
    Meaning(const Topology& topology, std::optional<PlacedRanks> job);

    // "tp group 3 loses NVLink", "tp groups 0 and 1, dp group 3 lose NVLink": the groups of the ranks at
    // these GPUs, behind them `what` in the singular or plural. "no rank sits there" where none does; empty
    // without a job.
    [[nodiscard]] std::string of(const std::vector<GpuId>& gpus, Touches touches, std::string_view what_one,
                                 std::string_view what_many) const;

    // The same for the hops between two GPUs: groups that hold both of some pair.
    [[nodiscard]] std::string of_pairs(const std::vector<std::pair<GpuId, GpuId>>& pairs,
                                       std::string_view what_one, std::string_view what_many) const;

    // Whether some hop of the job uses what differs at these GPUs (`any`: whether a rank sits there at all);
    // true without a job. What nothing uses is a warning at most.
    [[nodiscard]] bool matters(const std::vector<GpuId>& gpus, Touches touches) const;
    [[nodiscard]] bool matters(const std::vector<std::pair<GpuId, GpuId>>& pairs) const;
    [[nodiscard]] Severity weighed(Severity severity, const std::vector<GpuId>& gpus, Touches touches) const {
        return matters(gpus, touches) ? severity : std::min(severity, Severity::warning);
    }

    // "rank 5", "ranks 5 to 7"; empty where none sits.
    [[nodiscard]] std::string ranks_at(const std::vector<GpuId>& gpus) const;

  private:
    // Numbers of groups by dimension.
    using Touched = std::map<Dimension, std::set<std::uint32_t>>;
    [[nodiscard]] Touched touched_by(const std::vector<GpuId>& gpus, Touches touches) const;
    [[nodiscard]] Touched touched_by(const std::vector<std::pair<GpuId, GpuId>>& pairs) const;
    // Whether a group of these ranks has one of the ranks that are marked, with a hop of the kind.
    [[nodiscard]] bool is_touched(const std::vector<std::uint32_t>& members,
                                  const std::vector<std::uint8_t>& is_at, Touches touches) const;
    [[nodiscard]] std::optional<RankId> rank_at(GpuId gpu) const;

    const Topology& topology_;
    std::optional<PlacedRanks> job_;
    std::vector<Groups> groups_;  // of dimensions above 1
    IdVector<GpuId, RankId> rank_of_;
};

}  // namespace railyard
