#include "railyard/output/hosts_told.hpp"

#include <doctest/doctest.h>

namespace railyard::output {
namespace {

TEST_CASE("hosts stand on a line of their own, or where a program reads them") {
    CHECK(hosts_told({{"with fewest moved", ""}, {"number 1", "node[3-5]"}}) ==
          "Hosts in the order of their ranks, number 1:\n  node[3-5]\n");
    CHECK(hosts_told({{"number 1", std::string(97, 'n')}}).find("--format json has them") !=
          std::string::npos);
}

}  // namespace
}  // namespace railyard::output
