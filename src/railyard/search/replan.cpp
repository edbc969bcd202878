#include "railyard/search/replan.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "railyard/placement/policy.hpp"
#include "railyard/search/run_filler.hpp"
#include "railyard/search/spans.hpp"
#include "railyard/topology/parts.hpp"

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
            stuck_.clear();
            stuck_runs_.clear();
            attempt();
            if (stuck_.empty() && stuck_runs_.empty()) return answer();
            for (const Piece& piece : stuck_)
                if (!split(piece) && !evict(piece.first, piece.size, rules_.runs.size()))
                    return no(piece.size);
            for (const Run& run : stuck_runs_)
                if (!evict(run.first, rules_.runs[run.level].ranks, run.level))
                    return no(rules_.runs[run.level].ranks);
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

    // A run that leaves its span as a whole.
    struct Run {
        std::size_t level = 0;  // in the rules
        std::uint32_t first = 0;
        bool operator<(const Run& other) const {
            return std::pair(level, first) < std::pair(other.level, other.first);
        }
    };

    // The smallest run above some ranks that stays as yet, of those before `level`; false: none.
    bool evict(std::uint32_t first, std::uint32_t size, std::size_t level) {
        while (level-- > 0) {
            const KeptRun& run = rules_.runs[level];
            if (run.ranks <= size && size < ranks()) continue;
            evicted_.insert({level, first / run.ranks * run.ranks});
            return true;
        }
        return false;
    }

    [[nodiscard]] bool is_evicted(std::uint32_t rank) const {
        return std::any_of(evicted_.begin(), evicted_.end(), [&](const Run& run) {
            return rank / rules_.runs[run.level].ranks * rules_.runs[run.level].ranks == run.first;
        });
    }

    // False: into nothing smaller.
    bool split(const Piece& piece) {
        const std::uint32_t size = smaller_than(piece.size);
        if (size == 0) return false;
        std::uint32_t& smallest = split_.try_emplace(piece.first / block_ * block_, size).first->second;
        smallest = std::min(smallest, size);
        for (std::uint32_t r = piece.first; r < piece.first + piece.size; r += size) add(r, size);
        return true;
    }

    // Moves what has to move, and notes what finds no room.
    void attempt() {
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
        for (auto& [domain, pieces] : in_domain) clear(domain, pieces);
        for (auto& [domain, pieces] : in_domain) keep_in(domain, pieces);
        for (const Run& run : evicted_) {
            const bool in_larger = std::any_of(evicted_.begin(), evicted_.end(), [&](const Run& other) {
                return other.level < run.level &&
                       run.first / rules_.runs[other.level].ranks * rules_.runs[other.level].ranks ==
                           other.first;
            });
            if (!in_larger && !move_run(run)) stuck_runs_.push_back(run);
        }
        std::stable_sort(leaving_.begin(), leaving_.end(),
                         [](const Piece& a, const Piece& b) { return a.size > b.size; });
        for (const Piece& piece : leaving_)
            if (!move(piece)) stuck_.push_back(piece);
    }

    // What evicted runs leave behind is free.
    void clear(std::uint32_t domain, std::vector<Piece>& pieces) {
        if (evicted_.empty()) return;
        auto& free = free_[domain];
        for (const Piece& piece : pieces) {
            if (!is_evicted(piece.first)) continue;
            for (std::uint32_t r = piece.first; r < piece.first + piece.size; ++r)
                if (!is_lost(r)) free.push_back(old_.gpu_of[RankId(r)]);
        }
        std::sort(free.begin(), free.end());
        pieces.erase(std::remove_if(pieces.begin(), pieces.end(),
                                    [&](const Piece& piece) { return is_evicted(piece.first); }),
                     pieces.end());
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

    // Whether every run that holds more than these ranks would stay in its span.
    [[nodiscard]] bool may_go(std::uint32_t first, std::uint32_t size, std::uint32_t domain) const {
        return std::all_of(rules_.runs.begin(), rules_.runs.end(), [&](const KeptRun& run) {
            if (size >= std::min(run.ranks, ranks())) return true;
            const DomainRange span =
                span_around(topology_, domain_of(first / run.ranks * run.ranks), run.within);
            return domain >= span.first && domain < span.end;
        });
    }

    // GPUs of a domain that nobody has, looked up where the job did not use it yet.
    std::vector<GpuId>& free_in(std::uint32_t domain) {
        const auto [at, is_new] = free_.try_emplace(domain);
        if (is_new) at->second = topology_.available_gpus(topology_.domain(DomainId(domain)));
        return at->second;
    }

    // To the nearest span that has room for all of it, in whole blocks, with the runs inside it kept.
    bool move_run(const Run& run) {
        const KeptRun& kept = rules_.runs[run.level];
        const std::uint32_t count = std::min(kept.ranks, ranks() - run.first);
        const std::uint32_t unit = count % block_ == 0 ? block_ : 1;
        const std::vector<KeptRun> inside(rules_.runs.begin() + static_cast<std::ptrdiff_t>(run.level) + 1,
                                          rules_.runs.end());
        const Offers offers(topology_, 0);
        if (unit > offers.largest()) return false;
        RunFiller filler(topology_, offers, count, unit);
        std::set<std::uint32_t> tried;  // spans, by their first domain
        return visit_outwards(domain_of(run.first), [&](std::uint32_t domain) {
            if (!may_go(run.first, count, domain)) return false;
            const DomainRange span = span_around(topology_, domain, kept.within);
            if (!tried.insert(span.first).second) return false;
            std::vector<DomainRoom> rooms;
            for (std::uint32_t d = span.first; d < span.end; ++d) {
                const auto own = free_.find(d);
                const std::uint32_t free = own != free_.end() ? static_cast<std::uint32_t>(own->second.size())
                                                              : offers.of(DomainId(d));
                if (free >= unit) rooms.push_back({d, free / unit});
            }
            const auto segments = filler.on(rooms, inside);
            if (!segments) return false;
            for (const Segment& segment : *segments)
                settle({run.first + segment.first_rank.value(), segment.count, 0}, segment.domain.value());
            return true;
        });
    }

    // Domains by their distance from one, until `visit` is content; false: it is not.
    template <class Visit>
    bool visit_outwards(std::uint32_t from, const Visit& visit) {
        const std::uint32_t farthest = farthest_from(from);
        for (std::uint32_t step = 0; step <= farthest; ++step) {
            const std::uint64_t above = std::uint64_t{from} + step;
            if (above < topology_.domain_count() && visit(static_cast<std::uint32_t>(above))) return true;
            if (step > 0 && step <= from && visit(from - step)) return true;
        }
        return false;
    }

    // To the nearest domain in use that has room, else to the nearest one that is not.
    bool move(const Piece& piece) {
        const std::uint32_t from = domain_of(piece.first);
        const auto distance = [&](std::uint32_t domain) {
            return domain > from ? domain - from : from - domain;
        };
        std::optional<std::uint32_t> best;
        for (const auto& [domain, free] : free_) {
            if (free.size() < piece.size || domain == from || !may_go(piece.first, piece.size, domain))
                continue;
            if (!best || distance(domain) < distance(*best)) best = domain;
        }
        if (best) return settle(piece, *best);
        return visit_outwards(from, [&](std::uint32_t domain) {
            if (free_.count(domain) != 0 || !may_go(piece.first, piece.size, domain)) return false;
            if (topology_.available_in(topology_.domain(DomainId(domain))) < piece.size) return false;
            return settle(piece, domain);
        });
    }

    // Of domains without end, those beyond a whole job of them and beyond what is missing are of no use.
    [[nodiscard]] std::uint32_t farthest_from(std::uint32_t domain) const {
        if (!topology_.as_needed()) return topology_.domain_count();
        const std::uint32_t endless = Offers(topology_, 0).endless_from();
        const std::uint32_t last = free_.empty() ? 0 : free_.rbegin()->first;
        return std::min(topology_.domain_count(), std::max({domain, endless, last}) + ranks() + 1);
    }

    bool settle(const Piece& piece, std::uint32_t domain) {
        auto& free = free_in(domain);
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
    std::set<Run> evicted_;
    std::vector<Piece> stuck_;  // in an attempt
    std::vector<Run> stuck_runs_;
};

}  // namespace

Topology without(const Topology& topology, const std::vector<GpuId>& down) {
    TopologyParts parts = taken_apart(topology);
    parts.unavailable.insert(parts.unavailable.end(), down.begin(), down.end());
    return Topology(std::move(parts));
}

std::variant<Replan, DoesNotFit> replan(const Topology& reduced, const Placement& placement,
                                        const ReplanRules& rules) {
    return Replanner(reduced, placement, rules).run();
}

}  // namespace railyard::search
