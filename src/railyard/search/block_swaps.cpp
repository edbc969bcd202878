#include "railyard/search/block_swaps.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <utility>

namespace railyard::search {
namespace {

class Swapper {
  public:
    Swapper(const BlockGraph& graph, Seats& seats) : graph_(graph), seats_(seats) {
        domain_of_.resize(graph.edges.size());
        for (std::size_t s = 0; s < seats.domain.size(); ++s) {
            seats_in_[seats.domain[s]].push_back(s);
            if (seats.block[s] != no_block) domain_of_[seats.block[s]] = seats.domain[s];
        }
    }

    // The best swap for the block on a seat, done if it saves bytes; what it saves.
    double improve(std::size_t seat) {
        const std::uint32_t block = seats_.block[seat];
        if (block == no_block) return 0;
        const std::uint32_t here = seats_.domain[seat];
        std::map<std::uint32_t, double> to_domain;
        for (const BlockEdge& edge : graph_.edges[block]) to_domain[domain_of_[edge.to]] += edge.bytes;
        const double stays = to_domain[here];
        double best = 1e-9 * (stays + 1);  // a hair, so that rounding moves nothing
        std::size_t with = seat;
        for (const auto& [domain, bytes] : to_domain) {
            if (domain == here) continue;
            for (const std::size_t other : seats_in_[domain]) {
                const double saved = bytes - stays + gain_of(seats_.block[other], block, here, domain);
                if (saved > best) {
                    best = saved;
                    with = other;
                }
            }
        }
        if (with == seat) return 0;
        swap(seat, with);
        return best;
    }

  private:
    // Of moving a block from `from` to `to`, `leaving` going the other way.
    [[nodiscard]] double gain_of(std::uint32_t block, std::uint32_t leaving, std::uint32_t to,
                                 std::uint32_t from) const {
        if (block == no_block) return 0;
        double gain = 0;
        for (const BlockEdge& edge : graph_.edges[block]) {
            if (edge.to == leaving) {
                gain -= edge.bytes;  // the other's count has it as gained, but they stay apart
            } else if (domain_of_[edge.to] == to) {
                gain += edge.bytes;
            } else if (domain_of_[edge.to] == from) {
                gain -= edge.bytes;
            }
        }
        return gain;
    }

    void swap(std::size_t a, std::size_t b) {
        std::swap(seats_.block[a], seats_.block[b]);
        for (const std::size_t s : {a, b})
            if (seats_.block[s] != no_block) domain_of_[seats_.block[s]] = seats_.domain[s];
    }

    const BlockGraph& graph_;
    Seats& seats_;
    std::vector<std::uint32_t> domain_of_;  // by block
    std::map<std::uint32_t, std::vector<std::size_t>> seats_in_;
};

}  // namespace

double improve(const BlockGraph& graph, Seats& seats, std::uint64_t seed, std::uint32_t rounds) {
    Swapper swapper(graph, seats);
    std::vector<std::size_t> order(seats.block.size());
    for (std::size_t s = 0; s < order.size(); ++s) order[s] = s;
    std::mt19937_64 engine(seed);
    double saved = 0;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[engine() % i]);
        double in_round = 0;
        for (const std::size_t seat : order) in_round += swapper.improve(seat);
        saved += in_round;
        if (in_round <= 0) break;
    }
    return saved;
}

}  // namespace railyard::search
