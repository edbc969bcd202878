#include "railyard/network/collectives.hpp"

#include <doctest/doctest.h>

#include "railyard/network/exchange.hpp"
#include "tests/support/groups.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using doctest::Approx;
using test::across;
using test::curves;
using test::inside;

TEST_CASE("relayed all-to-all takes one message a domain where there are many ranks") {
    const auto cost = collective_cost(Collective::all_to_all, bytes(65536), across(32, 8), curves());
    CHECK(cost.algorithm == Algorithm::relayed);
    CHECK(collective_cost(Collective::all_to_all, bytes(65536), across(4, 1), curves()).algorithm ==
          Algorithm::direct);
}

TEST_CASE("a send of more than 16 KiB to one peer leaves the low-latency protocol") {
    CollectiveCurves measured = curves();
    DomainCurve& curve = measured.domain[static_cast<std::size_t>(Collective::all_to_all)];
    curve.simple_start = microseconds(6);
    const auto seconds_of = [&](double size, std::uint32_t members) {
        return collective_cost(Collective::all_to_all, bytes(size), inside(members), measured).time.raw();
    };
    // 8 members: 5 + 7 x 1 us, and 7/8 of the bytes at 0.3 x 450 GB/s.
    const auto low_latency = [](double size) { return 12e-6 + size * 7 / 8 / 135e9; };
    CHECK(seconds_of(131072, 8) == Approx(low_latency(131072)));
    CHECK(seconds_of(131080, 8) == Approx(low_latency(131080) + 6e-6));
    // Never more than Simple on all channels takes: 20 + 2 x 8 us, 0.8 of the rate.
    CHECK(seconds_of(1e9, 8) == Approx(36e-6 + 1e9 * 7 / 8 / 360e9));
    CHECK(collective_cost(Collective::all_gather, bytes(131080), inside(8), measured).time.raw() ==
          Approx(low_latency(131080)));
}

TEST_CASE("what is alike for a domain crosses the network once, and NVLink for each member") {
    // 64 members in eight domains of eight. Of 64 GB 56 leave: at 50 x 0.97 GB/s 1.155 s, half of them half
    // of it. On NVLink 7 stay and 7/8 of 56 are passed on: 56 GB at the curve's share of 450 GB/s.
    const Bytes size = gigabytes(64);
    const auto time = [&](double crossing) {
        return exchange_cost(size, crossing, across(8, 8), curves()).time.raw();
    };
    const double share = curves().domain[static_cast<std::size_t>(Collective::all_to_all)].large_share;
    CHECK(time(1) == Approx(56 / (50 * 0.97)).epsilon(0.01));
    CHECK(time(0.5) == Approx(28 / (50 * 0.97)).epsilon(0.01));
    CHECK(time(0.01) == Approx(56 / (450 * share)).epsilon(0.02));
    CHECK(exchange_cost(size, 0.5, across(8, 8), curves()).algorithm == Algorithm::relayed);
    CHECK(all_to_all_cost(size, across(8, 8), curves()).time.raw() == Approx(time(1)));
    // In one domain nothing crosses.
    CHECK(exchange_cost(size, 0.5, inside(8), curves()).time ==
          all_to_all_cost(size, inside(8), curves()).time);
}

TEST_CASE("what no NVLink joins goes by PCIe, and the rest waits for it") {
    GroupClass group = inside(8);
    group.mates_by_pcie = 3;
    group.pcie = gigabytes_per_second(15.75);
    const Bytes size = gigabytes(16);
    // 3 of 8 parts at 15.75 GB/s; as bus bandwidth 7/3 of that.
    const auto time = collective_cost(Collective::all_to_all, size, group, curves()).time;
    CHECK(time.raw() == Approx(16e9 * 3 / 8 / 15.75e9));
    CHECK((bus_bytes(Collective::all_to_all, size, 8) / time).raw() == Approx(15.75e9 * 7 / 3));
    // Rings go around on NVLink.
    CHECK(collective_cost(Collective::all_gather, size, group, curves()).time ==
          collective_cost(Collective::all_gather, size, inside(8), curves()).time);
}

}  // namespace
}  // namespace railyard
