#include "railyard/output/rank_lists_told.hpp"

#include <doctest/doctest.h>

#include "tests/support/shipped.hpp"

namespace railyard::output {
namespace {

TEST_CASE("rows that no rules place are named with the domain that they begin on") {
    const Topology topology = load_topology(test::shipped_library(), "gb200-nvl72").topology;
    constexpr auto given = PlacementOrigin::given;
    CHECK(rank_lists_told(topology, {{1, PlacementOrigin::rules, DomainId(3)}}).empty());
    const std::string text = rank_lists_told(topology, {{1, given, DomainId(8)},
                                                        {2, PlacementOrigin::rules, DomainId(0)},
                                                        {3, given, DomainId(5)},
                                                        {4, given, DomainId(8)}});
    CHECK(text.find("1 and 4 (from rack8 on) and 3 (from rack5 on)") != std::string::npos);
    CHECK(text.find("--placement FILE") != std::string::npos);
}

}  // namespace
}  // namespace railyard::output
