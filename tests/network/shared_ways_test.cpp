#include "railyard/network/shared_ways.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/dice.hpp"
#include "tests/support/max_min.hpp"

namespace railyard {
namespace {

using doctest::Approx;

TEST_CASE("the fullest way decides what whoever gets least has") {
    SharedWays ways;
    const auto wide = ways.add(10);
    const auto narrow = ways.add(4);
    // One over both, one over each.
    ways.send(wide, 2, 1, 1);
    ways.send(narrow, 2, 1, 1);
    CHECK(ways.least(100) == 2);
    CHECK(ways.least(1.5) == 1.5);
}

TEST_CASE("senders that put a part of their rate on a way take as much of it") {
    SharedWays ways;
    const auto way = ways.add(12);
    ways.send(way, 3, 2, 3);
    ways.send(way, 4, 1, 1);
    CHECK(ways.least(100) == Approx(2));
}

TEST_CASE("nobody sends") {
    SharedWays ways;
    CHECK(ways.least(5) == 0);
    ways.send(ways.add(3), 7, 0, 4);
    CHECK(ways.least(5) == 0);
    ways.send(ways.add(0), 1, 1, 1);
    CHECK(ways.least(5) == 0);
}

TEST_CASE("the least of the rates that filling all ways to the end gives, in any order to the last digit") {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        test::Dice dice(seed);
        std::vector<double> capacities;
        for (std::uint32_t n = dice.between(1, 6); n > 0; --n) capacities.push_back(dice.between(1, 50));
        struct Sent {
            std::uint32_t way;
            std::uint64_t parts, of;
        };
        std::vector<Sent> sent;
        std::vector<test::Flow> flows;
        for (std::uint32_t n = dice.between(1, 12); n > 0; --n) {
            test::Flow flow;
            flow.most = 9;
            for (std::uint32_t way = 0; way < capacities.size(); ++way) {
                if (!dice.one_in(2)) continue;
                const std::uint64_t of = dice.between(1, 7);
                sent.push_back({way, dice.between(1, 9), of});
                flow.crossings.push_back(
                    {way, static_cast<double>(sent.back().parts) / static_cast<double>(of)});
            }
            if (!flow.crossings.empty()) flows.push_back(flow);
        }
        if (flows.empty()) continue;
        SharedWays one, other;
        for (const double capacity : capacities) {
            one.add(capacity);
            other.add(capacity);
        }
        for (const Sent& s : sent) one.send(s.way, 1, s.parts, s.of);
        dice.shuffle(sent);
        for (const Sent& s : sent) other.send(s.way, 1, s.parts, s.of);
        const auto rates = test::max_min_rates(capacities, flows);
        CAPTURE(seed);
        CHECK(one.least(9) == Approx(*std::min_element(rates.begin(), rates.end())));
        CHECK(one.least(9) == other.least(9));
    }
}

}  // namespace
}  // namespace railyard
