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

TEST_CASE("all NICs of the members in a domain carry the group's traffic") {
    // One NIC of 50 GB/s at 0.97; eight of them carry more than the links inside, 0.8 of 450 GB/s.
    const auto one = ring_time(Collective::all_gather, gigabytes(16), across(4, 1), curves())->raw();
    const auto eight = ring_time(Collective::all_gather, gigabytes(16), across(4, 8), curves())->raw();
    CHECK(one / eight == Approx(360 / 48.5 * (3.0 / 4) / (31.0 / 32)).epsilon(0.02));
}

}  // namespace
}  // namespace railyard
