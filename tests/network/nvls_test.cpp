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

TEST_CASE("the switch reduces for five members and more, in one domain, all-reduces only") {
    CHECK(nvls_time(Collective::all_reduce, gigabytes(1), inside(8), curves())->raw() ==
          Approx(64e-6 + 1.75 / 450));
    CHECK(!nvls_time(Collective::all_reduce, gigabytes(1), inside(4), curves()));
    CHECK(!nvls_time(Collective::all_gather, gigabytes(1), inside(8), curves()));
    CHECK(!nvls_time(Collective::all_reduce, gigabytes(1), across(2, 8), curves()));
}

}  // namespace
}  // namespace railyard
