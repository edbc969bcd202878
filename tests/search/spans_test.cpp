#include "railyard/search/spans.hpp"

#include <doctest/doctest.h>

#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/tiered_boxes.hpp"

namespace railyard::search {
namespace {

Topology boxes(const std::string& unavailable, const std::string& count = "12") {
    return test::leaves_and_spines(count, unavailable);
}

TEST_CASE("spans are found from any of their domains, and the last one ends with the topology") {
    const Topology topology = boxes("");
    const auto range = [&](std::uint32_t domain, Reach within) {
        const DomainRange found = span_around(topology, domain, within);
        return std::pair(found.first, found.end);
    };
    CHECK(range(5, Reach::nvlink()) == std::pair(5U, 6U));
    CHECK(range(5, Reach::tier(0)) == std::pair(4U, 8U));
    CHECK(range(5, Reach::tier(1)) == std::pair(0U, 8U));
    CHECK(range(9, Reach::tier(1)) == std::pair(8U, 12U));
    CHECK(range(9, Reach::tier(2)) == std::pair(0U, 12U));
}

TEST_CASE("the fullest span counts, and those without end are as full as one") {
    CHECK(most_in_span(boxes("box0, box4/server0/gpu0, box8, box9"), Reach::tier(0)) == 31);
    CHECK(most_in_span(boxes("box0", "as needed"), Reach::tier(0)) == 32);
    CHECK(most_in_span(boxes("box0"), Reach::nvlink()) == 8);
    CHECK(most_in_span(boxes(""), Reach::tier(2)) == Topology::unlimited);
}

TEST_CASE("runs with room are those that spans hold whole") {
    const Topology topology = boxes("box0, box4/server0/gpu0");  // leaves of 24, 31 and 32
    CHECK(runs_with_room(topology, Reach::tier(0), 8) == 3 + 3 + 4);
    CHECK(runs_with_room(topology, Reach::tier(0), 32) == 1);
    CHECK(runs_with_room(topology, Reach::nvlink(), 8) == 10);
    CHECK(runs_with_room(boxes("", "as needed"), Reach::tier(0), 32) == Topology::unlimited);
    CHECK(runs_with_room(boxes("", "as needed"), Reach::tier(0), 33) == 0);
}

TEST_CASE("where all spans are alike a job begins on the first domain alone") {
    CHECK(span_starts(boxes(""), 9) == std::vector<std::uint32_t>{0});
    CHECK(span_starts(boxes("", "as needed"), 9) == std::vector<std::uint32_t>{0});
}

TEST_CASE("where some are missing it may begin on every span that is unlike the others, the fullest first") {
    // Leaves: box1-3 (box0 is gone), box4-7 whole, box9-11 (box8 is gone, so like the first). Spines: box1-7,
    // and box9-11.
    const Topology topology = boxes("box0, box8");
    CHECK(span_starts(topology, 9) == std::vector<std::uint32_t>{0, 4, 9});
    CHECK(span_starts(topology, 2) == std::vector<std::uint32_t>{0, 4});
    CHECK(span_starts(topology, 1) == std::vector<std::uint32_t>{0});
    // Without end: the first whole spine, and the whole leaf before it.
    CHECK(span_starts(boxes("box0", "as needed"), 9) == std::vector<std::uint32_t>{0, 8, 4});
}

}  // namespace
}  // namespace railyard::search
