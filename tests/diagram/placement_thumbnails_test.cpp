#include "railyard/diagram/placement_thumbnails.hpp"

#include <doctest/doctest.h>

#include "tests/support/diagram_jobs.hpp"

namespace railyard::diagram {
namespace {

struct Drawn {
    Scene scene;
    HopMap map;
};

// The first two racks of a job, in rows of one kind.
Drawn drawn(ThumbnailsOf what) {
    const test::DrawnJob job("llama3-405b-8k", "gb200-nvl72");
    PlacementPicture picture{job.topology, job.layout, job.placement()};
    picture.hops = GroupChoice{Dimension::dp, 0};  // ranks 0, 128, ...: one on each
    const PlacementView view = view_of(job.topology, RankGrid(job.layout.order, job.layout.degrees),
                                       job.placement(), 0, Dimension::pp);
    const TileLook look(picture);
    const std::set<std::uint32_t> in_full = {0};
    Drawn made;
    add_thumbnails(made.scene, {job.topology, view, look, in_full, 30, 1000}, {what, "two", {{0, 3}, {1, 1}}},
                   0, made.map);
    return made;
}

std::size_t with_fill(const Scene& scene, const Fill& fill) {
    std::size_t count = 0;
    for (const Box& box : scene.boxes) count += box.style.fill == fill ? 1U : 0U;
    return count;
}

TEST_CASE("thumbnails of a group show its ranks in colour, and hops end at their frames") {
    const Drawn made = drawn(ThumbnailsOf::group);
    CHECK(made.map.seats.size() == 2);
    CHECK(made.map.seats.count(0) == 1);
    CHECK(made.map.seats.count(128) == 1);  // rack 1, tray 14
    CHECK(with_fill(made.scene, Ink::faint) == 2 * 71);
    REQUIRE(made.map.blocks.size() == 2);
    const auto ways = hop_ways({{0, 128}}, made.map).ways;
    CHECK(ways[0].front().x == doctest::Approx(made.map.blocks[0].right));
    CHECK(ways[0].back().x == doctest::Approx(made.map.blocks[1].left));
}

TEST_CASE("other thumbnails show all ranks in colour, and how many there are or their number") {
    const Drawn kinds = drawn(ThumbnailsOf::kinds);
    CHECK(kinds.map.seats.empty());
    CHECK(with_fill(kinds.scene, Ink::faint) == 0);
    const auto says = [](const Drawn& made, const std::string& words) {
        return std::any_of(made.scene.texts.begin(), made.scene.texts.end(),
                           [&](const Text& text) { return text.text == words; });
    };
    CHECK(says(kinds, "x 3"));
    CHECK(says(kinds, "from 0"));
    CHECK(says(kinds, "1"));  // the only one of its kind
    CHECK(!says(kinds, "x 1"));
    const Drawn each = drawn(ThumbnailsOf::domains);
    CHECK(!says(each, "x 3"));
    CHECK(says(each, "1"));
}

TEST_CASE("partitions of a rack have numbers of their own") {
    const test::DrawnJob job("gpt3-175b-64", "gb200-nvl72-2x36", {{"parallel.dp", "2"}});
    PlacementPicture picture{job.topology, job.layout, job.placement()};
    const PlacementView view = view_of(job.topology, RankGrid(job.layout.order, job.layout.degrees),
                                       job.placement(), 0, Dimension::pp);
    Drawn made;
    add_thumbnails(made.scene, {job.topology, view, TileLook(picture), {}, 30, 1000},
                   {ThumbnailsOf::domains, "two", {{0, 1}, {1, 1}}}, 0, made.map);
    for (const char* number : {"0.0", "0.1"})
        CHECK(std::any_of(made.scene.texts.begin(), made.scene.texts.end(),
                          [&](const Text& text) { return text.text == number; }));
}

}  // namespace
}  // namespace railyard::diagram
