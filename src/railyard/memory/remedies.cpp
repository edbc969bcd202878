#include "railyard/memory/remedies.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

#include "railyard/job/check_sizes.hpp"
#include "railyard/job/order.hpp"
#include "railyard/job/stages.hpp"
#include "railyard/memory/estimate.hpp"
#include "railyard/memory/parameters.hpp"

namespace railyard::memory {
namespace {

// What a change is about: two of one axis do not go together, and the mildest that fits stands for its axis.
enum class Axis { sequence_parallel, sharding, attention, saves, recompute, micro, stages };

// A layout with one thing changed. `cost` orders by what a change takes: 0 the same bytes and FLOPs; 1 a
// little more of either; 2 more traffic, or products that are less efficient; 3 a longer bubble; 4 a third
// more compute, or parameters gathered in every micro-batch.
struct Candidate {
    Axis axis = Axis::sharding;
    int cost = 0;
    Layout layout;
    std::vector<Setting> settings;
};

template <class Enum, std::size_t N>
std::string word(const std::array<std::string_view, N>& names, Enum value) {
    return std::string(names[static_cast<std::size_t>(value)]);
}

bool is_sound(const Layout& layout) {
    if (!std::holds_alternative<std::vector<OrderEntry>>(resolve_order(layout.order, layout.degrees)))
        return false;
    const auto problems = check_sizes(layout);
    return std::none_of(problems.begin(), problems.end(),
                        [](const SizeProblem& p) { return p.severity == SizeSeverity::error; });
}

// The most chunks, no more than before, that the layers can be cut into: evenly where they were.
std::uint32_t chunks_for(const Layout& changed, bool evenly) {
    Layout layout = changed;
    for (; layout.pipeline.chunks > 1; --layout.pipeline.chunks) {
        const std::uint64_t places = std::uint64_t{layout.degrees.pp} * layout.pipeline.chunks;
        if (places <= layout.model.layers && (!evenly || divides_evenly(layout))) break;
    }
    return layout.pipeline.chunks;
}

// `times` as many stages; dp gives the ranks where it can.
enum class Ranks { same, more };
std::optional<Candidate> more_stages(const Layout& layout, std::uint32_t times, Ranks ranks) {
    Candidate result{Axis::stages, 3, layout, {}};
    Layout& changed = result.layout;
    if (ranks == Ranks::same && layout.degrees.dp % times != 0) return std::nullopt;
    if (std::uint64_t{layout.degrees.pp} * times > layout.model.layers) return std::nullopt;
    changed.degrees.pp *= times;
    result.settings.push_back({"parallel.pp", std::to_string(changed.degrees.pp)});
    if (ranks == Ranks::same) {
        changed.degrees.dp /= times;
        result.settings.push_back({"parallel.dp", std::to_string(changed.degrees.dp)});
    }
    changed.pipeline.layers.clear();
    if (changed.pipeline.schedule == PipelineSchedule::interleaved) {
        changed.pipeline.chunks =
            chunks_for(changed, layout.pipeline.layers.empty() && divides_evenly(layout));
        if (changed.pipeline.chunks != layout.pipeline.chunks)
            result.settings.push_back({"pipeline.chunks", std::to_string(changed.pipeline.chunks)});
    }
    if (!is_sound(changed)) return std::nullopt;
    return result;
}

class Candidates {
  public:
    explicit Candidates(const Layout& layout) : layout_(layout) {
        switches();
        shardings();
        recomputations();
        micro_batches();
        for (std::uint32_t times = 2; layout.degrees.dp % times == 0; times *= 2) {
            if (auto stages = more_stages(layout, times, Ranks::same)) found_.push_back(std::move(*stages));
        }
    }
    [[nodiscard]] std::vector<Candidate> take() { return std::move(found_); }

  private:
    Layout& add(Axis axis, int cost, std::string key, std::string value) {
        found_.push_back({axis, cost, layout_, {{std::move(key), std::move(value)}}});
        return found_.back().layout;
    }

    void switches() {
        if (layout_.degrees.tp > 1 && layout_.sequence_parallel == SequenceParallel::off) {
            add(Axis::sequence_parallel, 0, "sequence_parallel", "true").sequence_parallel =
                SequenceParallel::on;
        }
        if (layout_.attention == Attention::unfused)
            add(Axis::attention, 0, "attention", "flash").attention = Attention::flash;
        if (layout_.saves == Saves::all) add(Axis::saves, 1, "saves", "lean").saves = Saves::lean;
    }

    void shardings() {
        if (dense_shards(layout_) <= 1 && expert_shards(layout_) <= 1) return;
        for (const ShardingKind kind : {ShardingKind::zero_1, ShardingKind::zero_2, ShardingKind::zero_3}) {
            if (kind <= layout_.sharding.kind) continue;
            const int cost = kind == ShardingKind::zero_1 ? 0 : kind == ShardingKind::zero_2 ? 2 : 4;
            const std::string key = layout_.sharding.over > 0 ? "sharding.kind" : "sharding";
            add(Axis::sharding, cost, key, word(sharding_names, kind)).sharding.kind = kind;
        }
    }

    void recomputations() {
        for (const Recompute kind : {Recompute::selective, Recompute::full}) {
            if (kind <= layout_.recompute) continue;
            const int cost = kind == Recompute::selective ? 1 : 4;
            add(Axis::recompute, cost, "recompute", word(recompute_names, kind)).recompute = kind;
        }
    }

    void micro_batches() {
        for (std::uint32_t micro = layout_.batch.micro; micro > 1 && micro % 2 == 0;) {
            micro /= 2;
            add(Axis::micro, 2, "batch.micro", std::to_string(micro)).batch.micro = micro;
        }
    }

    const Layout& layout_;
    std::vector<Candidate> found_;
};

// Both changes at once. The second is found again among the changes of the first.
std::optional<Candidate> together(const Candidate& first, const Candidate& second) {
    for (Candidate& candidate : Candidates(first.layout).take()) {
        const bool same = candidate.axis == second.axis &&
                          candidate.settings.size() == second.settings.size() &&
                          candidate.settings.front().value == second.settings.front().value;
        if (!same) continue;
        candidate.cost += first.cost;
        candidate.settings.insert(candidate.settings.begin(), first.settings.begin(), first.settings.end());
        return std::move(candidate);
    }
    return std::nullopt;
}

std::optional<Remedy> if_it_fits(const Candidate& candidate, Bytes capacity) {
    const Bytes total = estimate_memory(candidate.layout).worst().total();
    if (total > capacity) return std::nullopt;
    return Remedy{candidate.settings, total, candidate.layout.degrees.ranks()};
}

// Candidates stand cheapest first; the first that fits of each axis stays. Cost of the cheapest: `cheapest`.
std::vector<Remedy> single(const std::vector<Candidate>& candidates, Bytes capacity, int& cheapest) {
    std::vector<Remedy> found;
    std::vector<Axis> done;
    for (const Candidate& candidate : candidates) {
        if (std::find(done.begin(), done.end(), candidate.axis) != done.end()) continue;
        auto remedy = if_it_fits(candidate, capacity);
        if (!remedy) continue;
        if (found.empty()) cheapest = candidate.cost;
        done.push_back(candidate.axis);
        found.push_back(std::move(*remedy));
    }
    return found;
}

constexpr std::size_t most_pairs = 3;

// Pairs that cost less than `limit`, cheapest first.
std::vector<Remedy> pairs(const std::vector<Candidate>& candidates, Bytes capacity, int limit) {
    std::vector<std::pair<std::size_t, std::size_t>> order;
    const auto cost = [&](const auto& pair) {
        return candidates[pair.first].cost + candidates[pair.second].cost;
    };
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        for (std::size_t j = i + 1; j < candidates.size(); ++j) {
            const std::pair both(i, j);
            if (candidates[i].axis != candidates[j].axis && cost(both) < limit) order.push_back(both);
        }
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
    std::vector<Remedy> found;
    std::vector<std::pair<Axis, Axis>> done;
    for (const auto& [i, j] : order) {
        const std::pair axes(candidates[i].axis, candidates[j].axis);
        if (found.size() == most_pairs) break;
        if (std::find(done.begin(), done.end(), axes) != done.end()) continue;
        const auto both = together(candidates[i], candidates[j]);
        auto remedy = both ? if_it_fits(*both, capacity) : std::nullopt;
        if (!remedy) continue;
        done.push_back(axes);
        found.push_back(std::move(*remedy));
    }
    return found;
}

// More stages with as many replicas: alone, or with one of the changes. The fewest GPUs win.
std::optional<Remedy> with_more_gpus(const Layout& layout, const std::vector<Candidate>& candidates,
                                     Bytes capacity) {
    for (std::uint32_t times = 2; times <= layout.model.layers; times *= 2) {
        const auto alone = more_stages(layout, times, Ranks::more);
        if (!alone) continue;
        if (auto remedy = if_it_fits(*alone, capacity)) return remedy;
        for (const Candidate& candidate : candidates) {
            auto both = more_stages(candidate.layout, times, Ranks::more);
            if (!both || candidate.axis == Axis::stages) continue;
            both->settings.insert(both->settings.begin(), candidate.settings.begin(),
                                  candidate.settings.end());
            if (auto remedy = if_it_fits(*both, capacity)) return remedy;
        }
    }
    return std::nullopt;
}

}  // namespace

std::vector<Remedy> find_remedies(const Layout& layout, Bytes capacity) {
    auto candidates = Candidates(layout).take();
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
    int cheapest = std::numeric_limits<int>::max();
    const auto alone = single(candidates, capacity, cheapest);
    auto found = pairs(candidates, capacity, cheapest);
    found.insert(found.end(), alone.begin(), alone.end());
    if (found.empty()) {
        if (auto remedy = with_more_gpus(layout, candidates, capacity)) found.push_back(std::move(*remedy));
    }
    return found;
}

}  // namespace railyard::memory
