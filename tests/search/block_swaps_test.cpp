#include "railyard/search/block_swaps.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/dice.hpp"

namespace railyard::search {
namespace {

// Pairs of blocks that talk to each other and to nobody else.
BlockGraph pairs(std::uint32_t count) {
    BlockGraph graph;
    for (std::uint32_t b = 0; b < 2 * count; ++b) graph.edges.push_back({{b ^ 1U, 10}});
    return graph;
}

std::vector<std::uint32_t> domains_of(const Seats& seats, std::size_t blocks) {
    std::vector<std::uint32_t> domains(blocks);
    for (std::size_t s = 0; s < seats.block.size(); ++s)
        if (seats.block[s] != no_block) domains[seats.block[s]] = seats.domain[s];
    return domains;
}

TEST_CASE("pairs that were torn apart come together, whatever the seed") {
    const BlockGraph graph = pairs(8);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Seats seats;
        for (std::uint32_t s = 0; s < 16; ++s) {
            seats.domain.push_back(s / 2);
            seats.block.push_back(s * 5 % 16);
        }
        const double before = bytes_apart(graph, domains_of(seats, 16));
        const double saved = improve(graph, seats, seed);
        CHECK(before > 0);
        CHECK(bytes_apart(graph, domains_of(seats, 16)) == 0);
        CHECK(saved == doctest::Approx(before));
    }
}

TEST_CASE("what it says it saved is what it saved, free seats or not, and every block keeps a seat") {
    test::Dice dice(7);
    for (int run = 0; run < 50; ++run) {
        const std::uint32_t blocks = dice.between(4, 24);
        BlockGraph graph;
        graph.edges.resize(blocks);
        for (std::uint32_t e = 0; e < 3 * blocks; ++e) {
            const std::uint32_t a = dice.between(0, blocks - 1);
            const std::uint32_t b = dice.between(0, blocks - 1);
            if (a == b) continue;
            const double bytes = dice.between(1, 100);
            graph.edges[a].push_back({b, bytes});
            graph.edges[b].push_back({a, bytes});
        }
        Seats seats;
        for (std::uint32_t s = 0; s < blocks + dice.between(0, 6); ++s) {
            seats.domain.push_back(s / 3);
            seats.block.push_back(s < blocks ? s : no_block);
        }
        const double before = bytes_apart(graph, domains_of(seats, blocks));
        const double saved = improve(graph, seats, 1);
        CHECK(before - bytes_apart(graph, domains_of(seats, blocks)) == doctest::Approx(saved));
        CHECK(saved >= 0);
        for (std::uint32_t b = 0; b < blocks; ++b)
            CHECK(std::count(seats.block.begin(), seats.block.end(), b) == 1);
    }
}

}  // namespace
}  // namespace railyard::search
