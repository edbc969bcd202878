#include "railyard/network/collectives.hpp"

#include <doctest/doctest.h>

#include "tests/support/groups.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using doctest::Approx;
using test::across;
using test::curves;
using test::inside;

TEST_CASE("one member has nothing to do") {
    CHECK(collective_cost(Collective::all_reduce, gigabytes(1), inside(1), curves()).time == Seconds{});
}

TEST_CASE("bus bytes are those of nccl-tests") {
    CHECK(bus_bytes(Collective::all_reduce, bytes(800), 8) == bytes(1400));
    CHECK(bus_bytes(Collective::all_gather, bytes(800), 8) == bytes(700));
}

TEST_CASE("the low-latency protocol serves small messages, Simple large ones, NVLS the largest of five") {
    // 1 KB among 4: 5 us + 3 us + 1.5 KB at 135 GB/s.
    const auto small = collective_cost(Collective::all_reduce, bytes(1000), inside(4), curves());
    CHECK(small.time.raw() == Approx(8e-6 + 1500 / 135e9));
    CHECK(small.algorithm == Algorithm::ring);
    // 1 GB among 4: 20 us + 8 us + 1.5 GB at 360 GB/s.
    const auto large = collective_cost(Collective::all_reduce, gigabytes(1), inside(4), curves());
    CHECK(large.time.raw() == Approx(28e-6 + 1.5 / 360));
    const auto in_switch = collective_cost(Collective::all_reduce, gigabytes(1), inside(8), curves());
    CHECK(in_switch.algorithm == Algorithm::nvls);
    CHECK(in_switch.time.raw() == Approx(64e-6 + 1.75 / 450));
}

// User's ask: simulated bus bandwidth above the configured links (SimAI issue 105).
TEST_CASE("no bus bandwidth exceeds what the links carry, and no size is faster than a smaller one") {
    for (const auto kind : {Collective::all_reduce, Collective::all_gather, Collective::reduce_scatter,
                            Collective::all_to_all}) {
        for (const GroupClass& group : {inside(2), inside(4), inside(8), inside(72), across(2, 8),
                                        across(3, 4), across(20, 72), across(64, 1)}) {
            double before = 0;
            for (double size = 512; size < 2e11; size *= 2) {
                const auto cost = collective_cost(kind, bytes(size), group, curves());
                const double bus = bus_bytes(kind, bytes(size), group.members).raw() / cost.time.raw();
                const double n = group.members;
                double most = group.inside.raw();
                // A switch that adds needs (n + 1)/n S a member where a ring needs 2 (n - 1)/n S.
                if (cost.algorithm == Algorithm::nvls || cost.algorithm == Algorithm::tree)
                    most *= 2 * (n - 1) / (n + 1);
                if (group.domains > 1) {
                    const double out = group.network.raw() * group.fewest_in_domain;
                    // Of two domains a tree sends S out of each, a ring nearly 2 S.
                    const double sent = kind == Collective::all_reduce && group.domains == 2   ? 1.0
                                        : kind == Collective::all_reduce && group.domains == 3 ? 1.5
                                        : kind == Collective::all_reduce ? 2 * (n - 1) / n
                                                                         : (n - 1) / n;
                    const double wire = bus_bytes(kind, bytes(1), group.members).raw();
                    // An all-to-all sends out of the domain only what is for others.
                    const double outside = (n - group.fewest_in_domain) / n;
                    most = kind == Collective::all_to_all ? group.network.raw() * wire / outside
                                                          : std::min(most, out * wire / sent);
                }
                CHECK_MESSAGE(bus <= most * 1.0001, algorithm_names[static_cast<std::size_t>(cost.algorithm)],
                              " ", size, " of ", group.members, " in ", group.domains);
                CHECK(cost.time.raw() >= before);
                before = cost.time.raw();
            }
        }
    }
}

}  // namespace
}  // namespace railyard
