#include "railyard/network/reference_collectives.hpp"

#include <doctest/doctest.h>

#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using doctest::Approx;

const BytesPerSecond nvlink = gigabytes_per_second(100);
const BytesPerSecond nic = gigabytes_per_second(10);

TEST_CASE("ring all-reduce: every rank sends 2 (n - 1) of n parts") {
    // 8 ranks, 1 GB at 100 GB/s: 2 x 7/8 x 10 ms, and 14 steps of 5 us.
    CHECK(reference_all_reduce(gigabytes(1), 8, nvlink).raw() == Approx(0.0175 + 14 * 5e-6));
    // Two ranks: each sends half of it and gets half of it back.
    CHECK(reference_all_reduce(gigabytes(1), 2, nvlink).raw() == Approx(0.01 + 2 * 5e-6));
    CHECK(reference_all_reduce(gigabytes(1), 1, nvlink) == Seconds{});
}

TEST_CASE("an empty all-reduce still takes its steps") {
    CHECK(reference_all_reduce(Bytes{}, 4, nvlink).raw() == Approx(6 * 5e-6));
}

TEST_CASE("a gather or a scatter is half an all-reduce, without latency") {
    CHECK(reference_gather(gigabytes(1), 8, nvlink).raw() == Approx(0.00875));
    CHECK(reference_gather(gigabytes(1), 1, nvlink) == Seconds{});
}

TEST_CASE("a send: its bytes and 5 us") {
    CHECK(reference_send(gigabytes(1), nic).raw() == Approx(0.1 + 5e-6));
}

TEST_CASE("an exchange: what stays on NVLink at its rate, the rest at the NIC's, one latency") {
    // 1 GB, a quarter on NVLink: 2.5 ms + 75 ms.
    CHECK(reference_exchange(gigabytes(1), 0.25, nvlink, nic).raw() == Approx(0.0775 + 5e-6));
    // A rate that nothing uses may be missing.
    CHECK(reference_exchange(gigabytes(1), 1, nvlink, {}).raw() == Approx(0.01 + 5e-6));
    CHECK(reference_exchange(gigabytes(1), 0, {}, nic).raw() == Approx(0.1 + 5e-6));
}

TEST_CASE("twice the bandwidth takes half the time of what is left without latency") {
    const auto transfer = [](Seconds time, double latencies) {
        return (time - reference_latency * latencies).raw();
    };
    const Bytes size = gigabytes(3);
    CHECK(transfer(reference_all_reduce(size, 6, nvlink), 10) ==
          Approx(2 * transfer(reference_all_reduce(size, 6, nvlink * 2), 10)));
    CHECK(reference_gather(size, 6, nic).raw() == Approx(2 * reference_gather(size, 6, nic * 2).raw()));
    CHECK(transfer(reference_send(size, nic), 1) == Approx(2 * transfer(reference_send(size, nic * 2), 1)));
    CHECK(transfer(reference_exchange(size, 0.3, nvlink, nic), 1) ==
          Approx(2 * transfer(reference_exchange(size, 0.3, nvlink * 2, nic * 2), 1)));
}

}  // namespace
}  // namespace railyard
