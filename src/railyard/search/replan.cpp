#include "railyard/search/replan.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace railyard::search {
namespace {

class Replanner {
  public:
    Replanner(const Topology& topology, const Placement& placement)
        : topology_(topology), old_(placement), gpu_of_(placement.gpu_of) {
        block_ = std::max<std::uint32_t>(1, placement.block);
        for (std::uint32_t r = 0; r < ranks(); ++r) domains_.insert(domain_of(r));
        for (std::uint32_t first = 0; first < ranks() && block_ > 1; first += block_) {
            for (std::uint32_t r = first; r < std::min(ranks(), first + block_); ++r)
                if (domain_of(r) != domain_of(first)) block_ = 1;  // blocks straddle
        }
        if (ranks() % block_ != 0) block_ = 1;
        find_free();
    }

    std::variant<Replan, DoesNotFit> run() {
        for (const std::uint32_t domain : std::vector(domains_.begin(), domains_.end())) keep_in(domain);
        Replan result;
        for (const std::uint32_t block : leaving_) {
            if (!move_block(block)) return no();
            if (block_ > 1) ++result.blocks_moved;
        }
        for (std::uint32_t r = 0; r < ranks(); ++r) {
            const RankId rank(r);
            if (!topology_.is_available(old_.gpu_of[rank])) ++result.lost;
            if (gpu_of_[rank] != old_.gpu_of[rank])
                result.moved.push_back({rank, old_.gpu_of[rank], gpu_of_[rank]});
        }
        result.placement = placement_of(topology_, std::move(gpu_of_));
        result.placement.block = block_;
        return result;
    }

  private:
    [[nodiscard]] std::uint32_t ranks() const { return static_cast<std::uint32_t>(old_.gpu_of.size()); }
    [[nodiscard]] std::uint32_t domain_of(std::uint32_t rank) const {
        return topology_.place(old_.gpu_of[RankId(rank)]).domain.value();
    }
    [[nodiscard]] bool is_lost(std::uint32_t rank) const {
        return !topology_.is_available(old_.gpu_of[RankId(rank)]);
    }

    // Free GPUs of the domains in use.
    void find_free() {
        std::set<std::uint32_t> taken;
        for (std::uint32_t r = 0; r < ranks(); ++r) taken.insert(old_.gpu_of[RankId(r)].value());
        for (const std::uint32_t domain : domains_) {
            auto& free = free_[domain];
            for (const GpuId gpu : topology_.available_gpus(topology_.domain(DomainId(domain))))
                if (taken.count(gpu.value()) == 0) free.push_back(gpu);
        }
        for (std::uint32_t first = 0; first < ranks(); first += block_)
            blocks_[domain_of(first)].push_back(first);
    }

    // Decides which blocks leave a domain and gives the lost ranks of the others its free GPUs.
    void keep_in(std::uint32_t domain) {
        struct Block {
            std::uint32_t first;
            std::uint32_t lost;
        };
        std::vector<Block> blocks;
        std::uint32_t lost = 0;
        for (const std::uint32_t first : blocks_[domain]) {
            std::uint32_t here = 0;
            for (std::uint32_t r = first; r < first + block_; ++r)
                if (is_lost(r)) ++here;
            lost += here;
            blocks.push_back({first, here});
        }
        if (lost == 0) return;
        auto& free = free_[domain];
        const auto room = static_cast<std::uint32_t>(free.size());
        std::uint32_t leave = lost > room ? (lost - room + block_ - 1) / block_ : 0;
        std::stable_sort(blocks.begin(), blocks.end(),
                         [](const Block& a, const Block& b) { return a.lost > b.lost; });
        for (const Block& block : blocks) {
            if (leave == 0) break;
            --leave;
            leaving_.push_back(block.first);
            for (std::uint32_t r = block.first; r < block.first + block_; ++r) {
                if (!is_lost(r)) free.push_back(old_.gpu_of[RankId(r)]);
            }
        }
        std::sort(free.begin(), free.end());
        for (const Block& block : blocks) {
            if (std::find(leaving_.begin(), leaving_.end(), block.first) != leaving_.end()) continue;
            for (std::uint32_t r = block.first; r < block.first + block_; ++r) {
                if (!is_lost(r)) continue;
                gpu_of_[RankId(r)] = free.front();
                free.erase(free.begin());
            }
        }
    }

    // To the nearest domain in use that has room, else to the nearest one that is not.
    bool move_block(std::uint32_t first) {
        const std::uint32_t from = domain_of(first);
        const auto distance = [&](std::uint32_t domain) {
            return domain > from ? domain - from : from - domain;
        };
        const std::uint32_t* best = nullptr;
        for (const std::uint32_t& domain : domains_) {
            if (free_[domain].size() < block_ || domain == from) continue;
            if (best == nullptr || distance(domain) < distance(*best)) best = &domain;
        }
        if (best != nullptr) return settle(first, *best);
        // A job of so many domains has one of its neighbours free, or all are gone: look outwards.
        for (std::uint32_t step = 1; step <= topology_.domain_count(); ++step) {
            for (const std::int64_t at : {std::int64_t{from} + step, std::int64_t{from} - step}) {
                if (at < 0 || at >= topology_.domain_count()) continue;
                const auto domain = static_cast<std::uint32_t>(at);
                if (domains_.count(domain) != 0) continue;
                const auto gpus = topology_.available_gpus(topology_.domain(DomainId(domain)));
                if (gpus.size() < block_) continue;
                domains_.insert(domain);
                free_[domain] = gpus;
                return settle(first, domain);
            }
        }
        return false;
    }

    bool settle(std::uint32_t first, std::uint32_t domain) {
        auto& free = free_[domain];
        for (std::uint32_t i = 0; i < block_; ++i) gpu_of_[RankId(first + i)] = free[i];
        free.erase(free.begin(), free.begin() + block_);
        return true;
    }

    [[nodiscard]] DoesNotFit no() const {
        DoesNotFit answer;
        answer.ranks = ranks();
        answer.short_by = block_;
        answer.placed = ranks() - block_;
        answer.available = answer.placed;
        answer.why = "no domain has " + std::to_string(block_) + " free GPUs for a block that has to move";
        return answer;
    }

    const Topology& topology_;
    const Placement& old_;
    IdVector<RankId, GpuId> gpu_of_;
    std::uint32_t block_ = 1;
    std::set<std::uint32_t> domains_;                             // in use
    std::map<std::uint32_t, std::vector<GpuId>> free_;            // of these
    std::map<std::uint32_t, std::vector<std::uint32_t>> blocks_;  // first ranks, by domain
    std::vector<std::uint32_t> leaving_;                          // first ranks
};

}  // namespace

Topology without(const Topology& topology, const std::vector<GpuId>& down) {
    TopologyParts parts;
    parts.name = topology.name();
    parts.about = topology.about();
    parts.kinds = topology.kinds();
    parts.runs = topology.runs();
    parts.last_run_as_needed = topology.as_needed();
    parts.network = topology.network();
    parts.unavailable = topology.unavailable();
    parts.unavailable.insert(parts.unavailable.end(), down.begin(), down.end());
    return Topology(std::move(parts));
}

std::variant<Replan, DoesNotFit> replan(const Topology& reduced, const Placement& placement) {
    return Replanner(reduced, placement).run();
}

}  // namespace railyard::search
