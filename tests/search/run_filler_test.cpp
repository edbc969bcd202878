#include "railyard/search/run_filler.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/dice.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/tiered_boxes.hpp"

namespace railyard::search {
namespace {

Topology boxes(const std::string& unavailable, const std::string& count = "16") {
    return test::leaves_and_spines(count, unavailable);
}

// "3:8 4:4", domain and ranks of each segment; "none".
std::string filled(const Topology& topology, std::uint32_t ranks, std::uint32_t block,
                   const std::vector<KeptRun>& runs, std::uint32_t first = 0) {
    const Offers offers(topology, 0);
    const auto segments = RunFiller(topology, offers, ranks, block).from(first, runs);
    if (!segments) return "none";
    std::string text;
    for (const Segment& segment : *segments)
        text += (text.empty() ? "" : " ") + std::to_string(segment.domain.value()) + ":" +
                std::to_string(segment.count);
    return text;
}
const Reach leaf = Reach::tier(0);
const Reach spine = Reach::tier(1);

TEST_CASE("a run that finds no room in what is left of a span goes to the next") {
    const Topology topology = boxes("box0, box9");
    // The rest of the first leaf has room for 24 ranks.
    CHECK(filled(topology, 32, 8, {{32, leaf}}) == "4:8 5:8 6:8 7:8");
    CHECK(filled(topology, 48, 8, {{16, leaf}}) == "1:8 2:8 4:8 5:8 6:8 7:8");
    // Nested: 64 ranks in one spine, in runs of 32 in one leaf each: neither spine has two whole leaves.
    CHECK(filled(topology, 64, 8, {{64, spine}, {32, leaf}}) == "none");
    CHECK(filled(topology, 48, 8, {{48, spine}, {16, leaf}}) == "1:8 2:8 4:8 5:8 6:8 7:8");
    // From the second spine on, whose leaves have 3 and 4 boxes.
    CHECK(filled(topology, 48, 8, {{48, spine}, {16, leaf}}, 8) == "8:8 10:8 12:8 13:8 14:8 15:8");
}

TEST_CASE("a run in one domain leaves what is over of the domain before it") {
    // Blocks of 2 in boxes of 7 and 8: runs of 6.
    const Topology topology = boxes("box0/server0/gpu0");
    CHECK(filled(topology, 18, 2, {{6, Reach::nvlink()}}) == "0:6 1:6 2:6");
    CHECK(filled(topology, 18, 2, {}) == "0:6 1:8 2:4");
}

TEST_CASE("spans without end give up where a whole one has no room") {
    const Topology topology = boxes("box0", "as needed");
    CHECK(filled(topology, 32, 8, {{32, leaf}}) == "4:8 5:8 6:8 7:8");
    CHECK(filled(topology, 40, 8, {{40, leaf}}) == "none");
    CHECK(filled(topology, 64, 8, {{64, spine}}) == "8:8 9:8 10:8 11:8 12:8 13:8 14:8 15:8");
}

TEST_CASE("blocks larger than a domain take whole ones, within their span") {
    const Topology topology = boxes("box0, box1");
    CHECK(filled(topology, 24, 12, {}) == "2:8 3:4 4:8 5:4");
    CHECK(filled(topology, 24, 12, {{24, leaf}}) == "4:8 5:4 6:8 7:4");
}

TEST_CASE("nested runs find room exactly where spans have it, on topologies with random gaps") {
    // 32 boxes: leaves of four, spines of eight. Runs of 16 in a leaf, of 48 in a spine: a leaf with n boxes
    // holds n / 2 of the small ones, three of these make a large one.
    test::Dice dice(1);
    std::size_t found = 0, missed = 0;
    for (int round = 0; round < 300; ++round) {
        std::string gaps;
        std::uint32_t room = 0;  // large runs
        for (std::uint32_t s = 0; s < 4; ++s) {
            std::uint32_t small = 0;
            for (std::uint32_t l = 0; l < 2; ++l) {
                std::uint32_t there = 0;
                for (std::uint32_t b = 0; b < 4; ++b) {
                    const std::uint32_t box = 8 * s + 4 * l + b;
                    const bool gone = dice.one_in(3);
                    if (gone) gaps += (gaps.empty() ? "box" : ", box") + std::to_string(box);
                    if (!gone) ++there;
                }
                small += there / 2;
            }
            room += small / 3;
        }
        const Topology topology = boxes(gaps, "32");
        const std::uint32_t runs = dice.between(1, 4);
        const std::string text = filled(topology, 48 * runs, 8, {{48, spine}, {16, leaf}});
        CAPTURE(gaps);
        CAPTURE(text);
        CHECK((text != "none") == (runs <= room));
        ++(text == "none" ? missed : found);
    }
    CHECK(found > 50);
    CHECK(missed > 50);
}

TEST_CASE("given domains alone are used") {
    const Topology topology = boxes("");
    const Offers offers(topology, 0);
    RunFiller filler(topology, offers, 24, 8);
    const std::vector<DomainRoom> rooms = {{1, 1}, {3, 1}, {6, 1}};
    const auto segments = filler.on(rooms, {});
    REQUIRE(segments.has_value());
    CHECK(segments->back().domain == DomainId(6));
    CHECK_FALSE(filler.on(rooms, {{24, leaf}}).has_value());
}

}  // namespace
}  // namespace railyard::search
