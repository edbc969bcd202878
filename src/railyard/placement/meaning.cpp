#include "railyard/placement/meaning.hpp"

#include <algorithm>

namespace railyard {
namespace {

constexpr std::size_t most_listed = 4;

// A group: its number in the order of lowest ranks, and its members.
struct Found {
    std::uint32_t number = 0;
    std::vector<RankId> members;
};

Found group_of(const Groups& groups, RankId rank) {
    Found found;
    bool done = false;
    groups.for_each_run([&](const GroupRun& run) {
        for (std::size_t j = 0; j < run.offsets.size() && !done; ++j) {
            const std::uint64_t first = std::uint64_t{run.first} + run.offsets[j];
            if (rank.value() < first || rank.value() - first >= run.count) continue;
            const auto i = static_cast<std::uint32_t>(rank.value() - first);
            for (const std::uint32_t offset : run.offsets) found.members.emplace_back(run.first + i + offset);
            done = true;
        }
    });
    if (!done) return found;
    // Bases of a run follow each other, and so do the lowest ranks of its groups.
    const std::uint32_t lowest = std::min_element(found.members.begin(), found.members.end())->value();
    groups.for_each_run([&](const GroupRun& run) {
        const std::uint32_t first = run.first + *std::min_element(run.offsets.begin(), run.offsets.end());
        if (first < lowest) found.number += std::min(run.count, lowest - first);
    });
    return found;
}

// "3", "3 and 4", "0, 1, 2, 3 and 12 more".
std::string listed(const std::set<std::uint32_t>& numbers) {
    std::string text;
    std::size_t count = 0;
    for (const std::uint32_t number : numbers) {
        const bool last = count + 1 == numbers.size();
        if (count == most_listed) return text + " and " + std::to_string(numbers.size() - count) + " more";
        text += (count == 0 ? "" : last ? " and " : ", ") + std::to_string(number);
        ++count;
    }
    return text;
}

std::string sentence(const std::map<Dimension, std::set<std::uint32_t>>& touched, std::string_view one,
                     std::string_view many) {
    std::string text;
    std::size_t groups = 0;
    for (const auto& [dimension, numbers] : touched) {
        groups += numbers.size();
        text += (text.empty() ? "" : ", ") + std::string(name_of(dimension)) + " group" +
                (numbers.size() > 1 ? "s " : " ") + listed(numbers);
    }
    return text + " " + std::string(groups > 1 ? many : one);
}

// Which way none of the groups of these ranks takes.
std::string unused(Touches touches) {
    switch (touches) {
        case Touches::inside_domain:
            return "no group there has a hop inside the domain, so none uses these NVLinks";
        case Touches::outside_domain:
            return "no group there leaves the domain, so none uses these PCIe links and NICs";
        case Touches::any:
            break;
    }
    return "no group there has another rank";
}

// The numbers of groups by their lowest ranks, which are marked in `is_lowest`.
std::set<std::uint32_t> numbers_of(std::vector<std::uint32_t> lowest,
                                   const std::vector<std::uint8_t>& is_lowest) {
    std::sort(lowest.begin(), lowest.end());
    std::set<std::uint32_t> numbers;
    std::uint32_t number = 0;
    std::uint32_t rank = 0;
    for (const std::uint32_t each : lowest) {
        for (; rank < each; ++rank) number += is_lowest[rank];
        numbers.insert(number);
    }
    return numbers;
}

}  // namespace

Meaning::Meaning(const Topology& topology, std::optional<PlacedRanks> job) : topology_(topology), job_(job) {
    if (!job_) return;
    const Degrees& degrees = job_->grid.degrees();
    for (std::size_t i = 0; i < dimension_count; ++i) {
        const auto dimension = static_cast<Dimension>(i);
        const bool expert =
            dimension == Dimension::ep || dimension == Dimension::etp || dimension == Dimension::edp;
        if (degrees.of(dimension) > 1 && (!expert || degrees.has_experts()))
            groups_.emplace_back(job_->grid, dimension);
    }
    const auto& gpu_of = job_->placement.gpu_of;
    std::uint32_t end = 0;
    for (const GpuId gpu : gpu_of.items()) end = std::max(end, gpu.value() + 1);
    rank_of_ = IdVector<GpuId, RankId>(end);
    for (std::uint32_t rank = 0; rank < gpu_of.size(); ++rank) rank_of_[gpu_of[RankId(rank)]] = RankId(rank);
}

std::optional<RankId> Meaning::rank_at(GpuId gpu) const {
    if (gpu.value() >= rank_of_.size() || rank_of_[gpu].is_none()) return std::nullopt;
    return rank_of_[gpu];
}

std::string Meaning::ranks_at(const std::vector<GpuId>& gpus) const {
    std::set<std::uint32_t> ranks;
    for (const GpuId gpu : gpus) {
        if (const auto rank = rank_at(gpu)) ranks.insert(rank->value());
    }
    return ranks.empty() ? "" : (ranks.size() > 1 ? "ranks " : "rank ") + listed(ranks);
}

// One pass over the groups of each dimension, so that whole racks of GPUs cost no more than one.
Meaning::Touched Meaning::touched_by(const std::vector<GpuId>& gpus, Touches touches) const {
    Touched touched;
    if (!job_) return touched;
    const auto& gpu_of = job_->placement.gpu_of;
    std::vector<std::uint8_t> is_at(gpu_of.size(), 0);  // by rank
    for (const GpuId gpu : gpus) {
        if (const auto rank = rank_at(gpu)) is_at[rank->value()] = 1;
    }
    for (const Groups& groups : groups_) {
        std::vector<std::uint8_t> is_lowest(gpu_of.size(), 0);
        std::vector<std::uint32_t> lowest;  // of the groups that are touched
        std::vector<std::uint32_t> members;
        groups.for_each_run([&](const GroupRun& run) {
            const std::uint32_t least = *std::min_element(run.offsets.begin(), run.offsets.end());
            for (std::uint32_t i = 0; i < run.count; ++i) {
                const std::uint32_t base = run.first + i;
                is_lowest[base + least] = 1;
                members.clear();
                for (const std::uint32_t offset : run.offsets) members.push_back(base + offset);
                if (is_touched(members, is_at, touches)) lowest.push_back(base + least);
            }
        });
        if (!lowest.empty()) touched[groups.dimension()] = numbers_of(std::move(lowest), is_lowest);
    }
    return touched;
}

bool Meaning::is_touched(const std::vector<std::uint32_t>& members, const std::vector<std::uint8_t>& is_at,
                         Touches touches) const {
    if (std::none_of(members.begin(), members.end(), [&](std::uint32_t rank) { return is_at[rank] != 0; }))
        return false;
    if (touches == Touches::any) return true;
    const auto domain_of = [&](std::uint32_t rank) {
        return topology_.place(job_->placement.gpu_of[RankId(rank)]).domain.value();
    };
    std::map<std::uint32_t, std::uint32_t> in_domain;  // members
    for (const std::uint32_t rank : members) ++in_domain[domain_of(rank)];
    if (touches == Touches::outside_domain) return in_domain.size() > 1;
    return std::any_of(members.begin(), members.end(), [&](std::uint32_t rank) {
        return is_at[rank] != 0 && in_domain[domain_of(rank)] > 1;
    });
}

Meaning::Touched Meaning::touched_by(const std::vector<std::pair<GpuId, GpuId>>& pairs) const {
    Touched touched;
    for (const auto& [a, b] : pairs) {
        const auto rank_a = rank_at(a);
        const auto rank_b = rank_at(b);
        if (!rank_a || !rank_b) continue;
        for (const Groups& groups : groups_) {
            const Found group = group_of(groups, *rank_a);
            if (std::find(group.members.begin(), group.members.end(), *rank_b) != group.members.end())
                touched[groups.dimension()].insert(group.number);
        }
    }
    return touched;
}

bool Meaning::matters(const std::vector<GpuId>& gpus, Touches touches) const {
    if (!job_) return true;
    if (touches != Touches::any) return !touched_by(gpus, touches).empty();
    return std::any_of(gpus.begin(), gpus.end(), [&](GpuId gpu) { return rank_at(gpu).has_value(); });
}

bool Meaning::matters(const std::vector<std::pair<GpuId, GpuId>>& pairs) const {
    return !job_ || !touched_by(pairs).empty();
}

std::string Meaning::of(const std::vector<GpuId>& gpus, Touches touches, std::string_view what_one,
                        std::string_view what_many) const {
    if (!job_) return "";
    const std::string ranks = ranks_at(gpus);
    if (ranks.empty()) return "no rank of this job sits there";
    const Touched touched = touched_by(gpus, touches);
    if (touched.empty())
        return ranks + (ranks.starts_with("ranks") ? " sit there, but " : " sits there, but ") +
               unused(touches);
    return sentence(touched, what_one, what_many);
}

std::string Meaning::of_pairs(const std::vector<std::pair<GpuId, GpuId>>& pairs, std::string_view what_one,
                              std::string_view what_many) const {
    if (!job_) return "";
    std::vector<GpuId> gpus;
    for (const auto& [a, b] : pairs) {
        if (!rank_at(a) || !rank_at(b)) continue;
        gpus.push_back(a);
        gpus.push_back(b);
    }
    if (gpus.empty()) return "no two ranks of this job sit there";
    const Touched touched = touched_by(pairs);
    if (touched.empty()) return ranks_at(gpus) + " sit there, in no common group";
    return sentence(touched, what_one, what_many);
}

}  // namespace railyard
