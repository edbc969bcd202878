#include "railyard/search/replan.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "railyard/placement/policy.hpp"
#include "railyard/search/spans.hpp"

namespace railyard::search {
namespace {

// Consecutive ranks that stay together in one domain.
struct Piece {
    std::uint32_t first = 0;
    std::uint32_t size = 1;
    std::uint32_t lost = 0;  // ranks whose GPU is down
};

class Replanner {
  public:
    Replanner(const Topology& topology, const Placement& placement, const ReplanRules& rules)
        : topology_(topology), old_(placement), rules_(rules) {
        block_ = std::max<std::uint32_t>(1, placement.block);
        if (ranks() % block_ != 0) block_ = 1;
        for (std::uint32_t first = 0; first < ranks(); first += block_) add_whole(first, block_);
        for (std::uint32_t r = 0; r < ranks(); ++r) taken_.insert(old_.gpu_of[RankId(r)].value());
    }

    std::variant<Replan, DoesNotFit> run() {
        for (;;) {
            const std::vector<Piece> stuck = attempt();
            if (stuck.empty()) return answer();
            for (const Piece& piece : stuck)
                if (smaller_than(piece.size) == 0) return no(piece.size);
            for (const Piece& piece : stuck) split(piece);
        }
    }

  private:
    [[nodiscard]] std::uint32_t ranks() const { return static_cast<std::uint32_t>(old_.gpu_of.size()); }
    [[nodiscard]] std::uint32_t domain_of(std::uint32_t rank) const {
        return topology_.place(old_.gpu_of[RankId(rank)]).domain.value();
    }
    [[nodiscard]] bool is_lost(std::uint32_t rank) const {
        return !topology_.is_available(old_.gpu_of[RankId(rank)]);
    }

    // The size that a piece is split into; 0: none.
    [[nodiscard]] std::uint32_t smaller_than(std::uint32_t size) const {
        for (const std::uint32_t piece : rules_.pieces)
            if (piece < size && size % piece == 0) return piece;
        return 0;
    }

    void add(std::uint32_t first, std::uint32_t size) {
        Piece piece{first, size, 0};
        for (std::uint32_t r = first; r < first + size; ++r)
            if (is_lost(r)) ++piece.lost;
        pieces_[first] = piece;
    }

    // A block, or what of it lies in one domain each.
    void add_whole(std::uint32_t first, std::uint32_t size) {
        bool straddles = false;
        for (std::uint32_t r = first; r < first + size; ++r)
            straddles = straddles || domain_of(r) != domain_of(first);
        if (!straddles) {
            add(first, size);
            return;
        }
        const std::uint32_t smaller = std::max<std::uint32_t>(1, smaller_than(size));
        for (std::uint32_t r = first; r < first + size; r += smaller) add_whole(r, smaller);
    }

    void split(const Piece& piece) {
        const std::uint32_t size = smaller_than(piece.size);
        std::uint32_t& smallest = split_.try_emplace(piece.first / block_ * block_, size).first->second;
        smallest = std::min(smallest, size);
        for (std::uint32_t r = piece.first; r < piece.first + piece.size; r += size) add(r, size);
    }

    // Moves what has to move; what finds no room.
    std::vector<Piece> attempt() {
        gpu_of_ = old_.gpu_of;
        leaving_.clear();
        free_.clear();
        std::map<std::uint32_t, std::vector<Piece>> in_domain;
        for (const auto& [first, piece] : pieces_) in_domain[domain_of(first)].push_back(piece);
        for (const auto& [domain, pieces] : in_domain) {
            auto& free = free_[domain];
            for (const GpuId gpu : topology_.available_gpus(topology_.domain(DomainId(domain))))
                if (taken_.count(gpu.value()) == 0) free.push_back(gpu);
        }
        for (auto& [domain, pieces] : in_domain) keep_in(domain, pieces);
        std::stable_sort(leaving_.begin(), leaving_.end(),
                         [](const Piece& a, const Piece& b) { return a.size > b.size; });
        std::vector<Piece> stuck;
        for (const Piece& piece : leaving_)
            if (!move(piece)) stuck.push_back(piece);
        return stuck;
    }

    // Decides which pieces leave a domain and gives the lost ranks of the others its free GPUs. With those
    // that leave there have to be GPUs enough, and as few ranks as can be leave that lost nothing: each makes
    // room for as many ranks as it has.
    void keep_in(std::uint32_t domain, std::vector<Piece>& pieces) {
        std::uint32_t lost = 0;
        for (const Piece& piece : pieces) lost += piece.lost;
        if (lost == 0) return;
        auto& free = free_[domain];
        const auto room = static_cast<std::uint32_t>(free.size());
        std::uint32_t short_of = lost > room ? lost - room : 0;
        // By the share that was lost, the largest first.
        std::stable_sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
            return std::uint64_t{a.lost} * b.size > std::uint64_t{b.lost} * a.size;
        });
        std::set<std::uint32_t> gone;
        for (const Piece& piece : pieces) {
            if (short_of == 0) break;
            short_of -= std::min(short_of, piece.size);
            gone.insert(piece.first);
            leaving_.push_back(piece);
            for (std::uint32_t r = piece.first; r < piece.first + piece.size; ++r)
                if (!is_lost(r)) free.push_back(old_.gpu_of[RankId(r)]);
        }
        std::sort(free.begin(), free.end());
        auto next = free.begin();
        for (const Piece& piece : pieces) {
            if (gone.count(piece.first) != 0) continue;
            for (std::uint32_t r = piece.first; r < piece.first + piece.size; ++r)
                if (is_lost(r)) gpu_of_[RankId(r)] = *next++;
        }
        free.erase(free.begin(), next);
    }

    // Whether every run that holds more than a piece would stay in its span.
    [[nodiscard]] bool may_go(const Piece& piece, std::uint32_t domain) const {
        return std::all_of(rules_.runs.begin(), rules_.runs.end(), [&](const KeptRun& run) {
            if (piece.size >= std::min(run.ranks, ranks())) return true;
            const DomainRange span =
                span_around(topology_, domain_of(piece.first / run.ranks * run.ranks), run.within);
            return domain >= span.first && domain < span.end;
        });
    }

    // To the nearest domain in use that has room, else to the nearest one that is not.
    bool move(const Piece& piece) {
        const std::uint32_t from = domain_of(piece.first);
        const auto distance = [&](std::uint32_t domain) {
            return domain > from ? domain - from : from - domain;
        };
        std::optional<std::uint32_t> best;
        for (const auto& [domain, free] : free_) {
            if (free.size() < piece.size || domain == from || !may_go(piece, domain)) continue;
            if (!best || distance(domain) < distance(*best)) best = domain;
        }
        if (best) return settle(piece, *best);
        const std::uint32_t farthest = farthest_from(from);
        for (std::uint32_t step = 1; step <= farthest; ++step) {
            for (const std::int64_t at : {std::int64_t{from} + step, std::int64_t{from} - step}) {
                if (at < 0 || at >= topology_.domain_count()) continue;
                const auto domain = static_cast<std::uint32_t>(at);
                if (free_.count(domain) != 0 || !may_go(piece, domain)) continue;
                const Domain there = topology_.domain(DomainId(domain));
                if (topology_.available_in(there) < piece.size) continue;
                free_[domain] = topology_.available_gpus(there);
                return settle(piece, domain);
            }
        }
        return false;
    }

    // Of domains without end, those beyond a whole job of them and beyond what is missing are of no use.
    [[nodiscard]] std::uint32_t farthest_from(std::uint32_t domain) const {
        if (!topology_.as_needed()) return topology_.domain_count();
        const std::uint32_t endless = Offers(topology_, 0).endless_from();
        const std::uint32_t last = free_.empty() ? 0 : free_.rbegin()->first;
        return std::min(topology_.domain_count(), std::max({domain, endless, last}) + ranks() + 1);
    }

    bool settle(const Piece& piece, std::uint32_t domain) {
        auto& free = free_[domain];
        for (std::uint32_t i = 0; i < piece.size; ++i) gpu_of_[RankId(piece.first + i)] = free[i];
        free.erase(free.begin(), free.begin() + piece.size);
        return true;
    }

    [[nodiscard]] Replan answer() {
        Replan result;
        for (const Piece& piece : leaving_)
            if (piece.size == block_ && block_ > 1) ++result.blocks_moved;
        for (std::uint32_t r = 0; r < ranks(); ++r) {
            const RankId rank(r);
            if (is_lost(r)) ++result.lost;
            if (gpu_of_[rank] != old_.gpu_of[rank])
                result.moved.push_back({rank, old_.gpu_of[rank], gpu_of_[rank]});
        }
        for (const auto& [first, piece] : split_) result.split.push_back({RankId(first), block_, piece});
        result.placement = placement_of(topology_, std::move(gpu_of_));
        result.placement.block = block_;
        return result;
    }

    [[nodiscard]] DoesNotFit no(std::uint32_t size) const {
        DoesNotFit answer;
        answer.ranks = ranks();
        answer.short_by = size;
        answer.placed = ranks() - size;
        answer.available = answer.placed;
        answer.why = size > 1
                         ? "no domain has " + std::to_string(size) + " free GPUs for a block that has to move"
                         : "there are fewer free GPUs than ranks that have to move";
        if (!rules_.runs.empty()) answer.why += " and keeps its pins there";
        return answer;
    }

    const Topology& topology_;
    const Placement& old_;
    const ReplanRules& rules_;
    std::uint32_t block_ = 1;
    std::set<std::uint32_t> taken_;                 // GPUs
    std::map<std::uint32_t, Piece> pieces_;         // by first rank: all ranks
    std::map<std::uint32_t, std::uint32_t> split_;  // blocks, and their smallest piece
    IdVector<RankId, GpuId> gpu_of_;
    std::map<std::uint32_t, std::vector<GpuId>> free_;  // of the domains in use
    std::vector<Piece> leaving_;
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

std::variant<Replan, DoesNotFit> replan(const Topology& reduced, const Placement& placement,
                                        const ReplanRules& rules) {
    return Replanner(reduced, placement, rules).run();
}

}  // namespace railyard::search
