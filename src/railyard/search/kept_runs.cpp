#include "railyard/search/kept_runs.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "railyard/search/spans.hpp"

namespace railyard::search {
namespace {

// Subsets of this many preferred pins are tried, of more all or none.
constexpr std::size_t most_preferred = 4;

// Ranks of the runs that keep a pin; 0: nothing has to be kept together.
std::uint32_t ranks_of(const Pin& pin, const Layout& layout, const RankGrid& grid) {
    switch (pin.what) {
        case Pin::What::job:
            return grid.ranks();
        case Pin::What::ranks:
            return std::min(pin.ranks, grid.ranks());
        case Pin::What::dimension:
            break;
    }
    return layout.degrees.of(pin.dimension) > 1 ? block_size(grid, {{pin.dimension, std::nullopt}}) : 0;
}

// Whether every run of `inner` lies in one of `outer`.
bool lies_in(const KeptRun& inner, const KeptRun& outer, std::uint32_t job) {
    return outer.ranks >= job || outer.ranks % inner.ranks == 0;
}

std::vector<KeptRun> in_order(std::vector<KeptRun> runs, std::uint32_t block, std::uint32_t job) {
    std::sort(runs.begin(), runs.end(), [](const KeptRun& a, const KeptRun& b) {
        return std::tuple(b.ranks, a.within) < std::tuple(a.ranks, b.within);
    });
    std::vector<KeptRun> needed;  // largest first, and so the widest first
    for (const KeptRun& run : runs) {
        const bool follows = std::any_of(needed.begin(), needed.end(), [&](const KeptRun& larger) {
            return larger.within <= run.within && lies_in(run, larger, job);
        });
        if (!follows) needed.push_back(run);
    }
    std::uint64_t size = block;
    for (auto run = needed.rbegin(); run != needed.rend(); ++run) {
        size = std::min<std::uint64_t>(job, std::lcm<std::uint64_t>(size, run->ranks));
        run->ranks = static_cast<std::uint32_t>(size);
    }
    // Of those that have become as large as another only the nearest says anything.
    std::vector<KeptRun> result;
    for (const KeptRun& run : needed) {
        if (!result.empty() && result.back().ranks == run.ranks) {
            result.back().within = std::min(result.back().within, run.within);
        } else {
            result.push_back(run);
        }
    }
    return result;
}

}  // namespace

bool keeps_run(const Topology& topology, const Placement& placement, const KeptRun& run) {
    for (std::size_t s = 1; s < placement.segments.size(); ++s) {
        const std::uint32_t rank = placement.segments[s].first_rank.value();
        if (rank % run.ranks == 0) continue;
        const GpuPlace here = topology.place(placement.gpu_of[RankId(rank)]);
        const GpuPlace before = topology.place(placement.gpu_of[RankId(rank - 1)]);
        if (here.domain == before.domain) continue;
        if (!run.within.is_network()) return false;
        const Tier& tier = topology.network().tiers[run.within.tier()];
        if (topology.span_of(here, tier) != topology.span_of(before, tier)) return false;
    }
    return true;
}

bool keeps_run(const RegularPlacement& placement, const KeptRun& run) {
    const std::uint64_t span =
        run.within.is_network() ? placement.ranks_in_span[run.within.tier()] : placement.ranks_in_domain;
    if (span == 0 || placement.positions <= span) return true;
    const std::uint64_t pitch = placement.spacing.pitch();
    if (pitch == 0) return span % run.ranks == 0;
    for (std::uint64_t begin = span; begin < placement.positions; begin += span) {
        const std::uint64_t block = placement.spacing.block();
        const std::uint64_t first_rank = begin / pitch * block + std::min(begin % pitch, block);
        if (first_rank % run.ranks != 0) return false;
    }
    return true;
}

KeptRuns::KeptRuns(const Topology& topology, const std::vector<Pin>& pins) {
    for (const Pin& pin : pins) {
        if (pin.off_nvlink) continue;
        const bool everywhere =
            pin.reach.is_network() && topology.network().tiers[pin.reach.tier()].span == 0;
        if (!everywhere) pins_.push_back({pin, most_in_span(topology, pin.reach)});
    }
    std::stable_partition(pins_.begin(), pins_.end(),
                          [](const Pinned& pinned) { return pinned.pin.strength == PinStrength::required; });
}

std::vector<std::vector<KeptRun>> KeptRuns::of(const Layout& layout, std::uint32_t block) const {
    std::vector<std::vector<KeptRun>> lists;
    if (!pins_.empty()) {
        const RankGrid grid(layout.order, layout.degrees);
        std::vector<KeptRun> required;
        std::vector<KeptRun> preferred;
        for (const auto& [pin, most] : pins_) {
            const std::uint32_t ranks = ranks_of(pin, layout, grid);
            if (ranks < 2 || ranks > most) continue;
            (pin.strength == PinStrength::required ? required : preferred).push_back({ranks, pin.reach});
        }
        const bool in_part = preferred.size() <= most_preferred;
        const auto all = (std::uint32_t{1} << (in_part ? preferred.size() : 1)) - 1;
        std::vector<std::uint32_t> subsets;
        for (std::uint32_t subset = 1; subset <= all && !preferred.empty(); ++subset)
            subsets.push_back(subset);
        const auto count = [](std::uint32_t bits) {
            std::uint32_t ones = 0;
            for (; bits != 0; bits &= bits - 1) ++ones;
            return ones;
        };
        std::stable_sort(subsets.begin(), subsets.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return count(a) > count(b); });
        subsets.push_back(0);
        for (const std::uint32_t subset : subsets) {
            std::vector<KeptRun> runs = required;
            for (std::size_t p = 0; p < preferred.size(); ++p)
                if ((subset >> (in_part ? p : 0) & 1U) != 0) runs.push_back(preferred[p]);
            auto list = in_order(std::move(runs), block, grid.ranks());
            if (std::find(lists.begin(), lists.end(), list) == lists.end()) lists.push_back(std::move(list));
        }
    }
    if (lists.empty() || !lists.back().empty()) lists.emplace_back();
    return lists;
}

}  // namespace railyard::search
