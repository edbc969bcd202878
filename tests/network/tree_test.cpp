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

TEST_CASE("between three domains a tree beats a ring, as in nccl issue 1801") {
    auto without_switch = curves();
    without_switch.nvls.reset();
    const GroupClass three = across(3, 4);
    const auto best = collective_cost(Collective::all_reduce, gigabytes(16), three, without_switch);
    CHECK(best.algorithm == Algorithm::tree);
    const double ring = ring_time(Collective::all_reduce, gigabytes(16), three, without_switch)->raw();
    CHECK(ring / best.time.raw() > 1.05);
    CHECK(ring / best.time.raw() < 1.3);
}

}  // namespace
}  // namespace railyard
