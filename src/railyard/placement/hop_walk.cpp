#include "railyard/placement/hop_walk.hpp"

#include <algorithm>
#include <stdexcept>

namespace railyard {

GroupMembers group_members(const RankGrid& grid, Dimension dimension, std::uint32_t number) {
    const Groups groups(grid, dimension);
    if (number >= groups.count()) throw std::logic_error("no group of this number");
    std::vector<std::uint32_t> lowest;
    lowest.reserve(groups.count());
    const auto lowest_offset = [](const GroupRun& run) {
        return *std::min_element(run.offsets.begin(), run.offsets.end());
    };
    groups.for_each_run([&](const GroupRun& run) {
        for (std::uint32_t i = 0; i < run.count; ++i) lowest.push_back(run.first + i + lowest_offset(run));
    });
    const auto wanted = lowest.begin() + number;
    std::nth_element(lowest.begin(), wanted, lowest.end());
    GroupMembers found;
    groups.for_each_run([&](const GroupRun& run) {
        const std::uint32_t first = run.first + lowest_offset(run);
        if (*wanted < first || *wanted >= first + run.count) return;
        if (!found.ranks.empty()) return;
        found.stage = run.stage;
        for (const std::uint32_t offset : run.offsets)
            found.ranks.emplace_back(run.first + (*wanted - first) + offset);
    });
    return found;
}

}  // namespace railyard
