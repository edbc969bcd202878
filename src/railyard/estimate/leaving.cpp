#include "railyard/estimate/leaving.hpp"

#include <algorithm>

#include "railyard/job/groups.hpp"

namespace railyard {
namespace {

std::uint32_t largest_domain(const Topology& topology, const Layout& layout, const Placement& placement) {
    std::uint32_t largest = 0;
    for (const Segment& segment : placement.segments) {
        const Domain domain = topology.domain(segment.domain);
        largest = std::max(largest, domain.gpus);
    }
    if (layout.placement.per_domain > 0) largest = std::min(largest, layout.placement.per_domain);
    // Blocks that fit leave what is less than a block unused.
    const bool whole_blocks = layout.placement.policy == Policy::aligned && placement.block <= largest;
    return whole_blocks ? largest / placement.block * placement.block : largest;
}

LeavingCause cause_of(const Leaving& leaving, const DimensionHops& hops) {
    if (hops.hops.network() == 0) return LeavingCause::no_nvlink;
    if (leaving.members > leaving.domain) return LeavingCause::larger_than_domain;
    if (leaving.step >= leaving.domain) return LeavingCause::neighbours_too_far;
    if (leaving.extent > leaving.domain) return LeavingCause::reaches_too_far;
    return LeavingCause::lies_across_domains;
}

}  // namespace

std::vector<Leaving> what_leaves_nvlink(const Topology& topology, const Layout& layout,
                                        const Evaluation& evaluation) {
    const RankGrid grid(layout.order, layout.degrees);
    const std::uint32_t domain = largest_domain(topology, layout, evaluation.placement);
    std::vector<Leaving> leaving;
    for (const auto& report : evaluation.dimensions) {
        const DimensionHops& hops = report.hops;
        if (hops.hops.nvlink == hops.hops.total()) continue;
        Leaving entry;
        entry.dimension = hops.dimension;
        entry.hops = hops.hops.total() - hops.hops.nvlink;
        entry.of_hops = hops.hops.total();
        entry.members = hops.degree;
        entry.domain = domain;
        // Groups of a dimension have one shape; where experts lie across the digits, the first tells.
        const Groups groups(grid, hops.dimension);
        groups.for_each_run([&](const GroupRun& run) {
            if (entry.step != 0) return;
            entry.step = run.offsets[1] - run.offsets[0];
            entry.extent = run.offsets.back() - run.offsets.front() + 1;
        });
        const std::uint32_t in_one = std::max(1U, domain / std::max(1U, entry.step));
        entry.most_domains = (hops.degree + in_one - 1) / in_one;
        entry.cause = cause_of(entry, hops);
        leaving.push_back(entry);
    }
    return leaving;
}

}  // namespace railyard
