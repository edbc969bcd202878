#include "railyard/search/useful_time.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace railyard::search {
namespace {

using doctest::Approx;

TEST_CASE("checkpoints at Young's interval, and the loss that goes with it") {
    // 16,384 GPUs that fail every 50,676 h each: 419 failures in 54 days (Llama 3, section 3.3.4), one every
    // 3.093 h. C = 60 s: tau = sqrt(2 x 60 s x 11,135 s) = 1,156 s; 1 + 60/1156 + (600 + 578)/11135 = 1.1577.
    FailureRates rates;
    rates.mtbf = seconds(16384 * 54 * 24.0 / 419 * 3600);
    const UsefulTime useful = useful_time(rates, {16384, {{2048, 72, 1}}});
    CHECK(useful.interval.raw() == Approx(1155.9).epsilon(1e-3));
    CHECK(useful.while_complete == Approx(1 / 1.1577).epsilon(1e-3));
    CHECK(useful.share == Approx(useful.while_complete * useful.complete));
}

TEST_CASE("a job without spares runs while no server is out, and a spare is worth the second term") {
    FailureRates rates;
    rates.mtbf = seconds(50000 * 3600.0);
    rates.repair = seconds(24 * 3600.0);
    // A rack of 18 servers of 4: 72 x 24 / 50,000 = 0.03456 servers out on average.
    const double mean = 72 * 24 / 50000.0;
    SparePlan plan{8208, {{114, 72, 0}}};
    CHECK(useful_time(rates, plan).complete == Approx(std::exp(-mean * 114)));
    plan.domains[0].spare_servers = 1;
    CHECK(useful_time(rates, plan).complete == Approx(std::pow(std::exp(-mean) * (1 + mean), 114)));
    plan.domains[0].spare_servers = 2;
    CHECK(useful_time(rates, plan).complete > 0.999);
}

TEST_CASE("each domain has its own spares, so one that lost a server costs what it alone risks") {
    FailureRates rates;
    rates.mtbf = seconds(50000 * 3600.0);
    rates.repair = seconds(24 * 3600.0);
    // 127 racks of 72 with two spares, and one of 68 that has one left.
    const double whole = 72 * 24 / 50000.0;
    const double hurt = 68 * 24 / 50000.0;
    const double two = std::exp(-whole) * (1 + whole + whole * whole / 2);
    const double one = std::exp(-hurt) * (1 + hurt);
    const SparePlan plan{8192, {{1, 68, 1}, {127, 72, 2}}};
    CHECK(useful_time(rates, plan).complete == Approx(std::pow(two, 127) * one));
    CHECK(1 - one < 6e-4);  // to first order hurt^2 / 2
}

}  // namespace
}  // namespace railyard::search
