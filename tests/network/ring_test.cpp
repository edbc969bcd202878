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

TEST_CASE("a ring over domains is no faster than the members of one go around among themselves") {
    CollectiveCurves few = curves();
    few.domain[static_cast<std::size_t>(Collective::all_gather)].few_members = 1;
    // 8 members reach 8/9 of 0.8 of 450 GB/s, which is 320 and less than the NICs' 388; 16 no more.
    const auto bus_bandwidth = [&](const GroupClass& group) {
        const Bytes size = gigabytes(1000);
        return (bus_bytes(Collective::all_gather, size, group.members) /
                *ring_time(Collective::all_gather, size, group, few))
            .raw();
    };
    CHECK(bus_bandwidth(inside(8)) == Approx(320e9).epsilon(0.001));
    CHECK(bus_bandwidth(across(2, 8)) == Approx(320e9).epsilon(0.001));
}

}  // namespace
}  // namespace railyard
