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

TEST_CASE("relayed all-to-all takes one message a domain where there are many ranks") {
    const auto cost = collective_cost(Collective::all_to_all, bytes(65536), across(32, 8), curves());
    CHECK(cost.algorithm == Algorithm::relayed);
    CHECK(collective_cost(Collective::all_to_all, bytes(65536), across(4, 1), curves()).algorithm ==
          Algorithm::direct);
}

}  // namespace
}  // namespace railyard
