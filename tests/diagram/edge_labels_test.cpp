#include "railyard/diagram/edge_labels.hpp"

#include <doctest/doctest.h>

#include "tests/support/scene_check.hpp"

namespace railyard::diagram {
namespace {

TEST_CASE("words stand on their line, and not on each other") {
    Scene scene;
    std::vector<EdgeLabel> labels;
    for (int i = 0; i < 6; ++i) labels.push_back({{{100, 20}, {20.0 + 80 * i, 220}}, "4 x 25 GB/s"});
    const std::size_t without = add_edge_labels(scene, labels);
    CHECK(scene.texts.size() + without == 6);
    CHECK(scene.texts.size() >= 4);
    scene.fit(60);
    CHECK(test::reading_problems(scene) == std::vector<std::string>{});
}

TEST_CASE("where a box is in the way there are no words") {
    Scene scene;
    scene.boxes.push_back({0, 0, 300, 300, {Ink::paper, Ink::frame}});
    CHECK(add_edge_labels(scene, {{{{10, 10}, {200, 200}}, "words"}}) == 1);
    CHECK(scene.texts.empty());
    scene.boxes[0].style.fill = Ink::none;  // a frame is not in the way
    CHECK(add_edge_labels(scene, {{{{10, 10}, {200, 200}}, "words"}}) == 0);
}

TEST_CASE("alike neighbours at one box are said once") {
    Scene scene;
    std::vector<EdgeLabel> labels;
    for (std::uint32_t i = 0; i < 4; ++i)
        labels.push_back({{{100.0 + 26 * i, 20}, {20.0 + 80 * i, 220}}, "4 x 25 GB/s", 0, 1 + i});
    labels.push_back({{{230, 20}, {500, 220}}, "9 x 25 GB/s", 0, 5});
    CHECK(add_edge_labels(scene, labels) == 0);
    REQUIRE(scene.texts.size() == 2);
    CHECK(scene.texts[0].text == "4 x 25 GB/s each");
    CHECK(scene.texts[0].x == 139);  // over the middle of their ends
    CHECK(scene.texts[1].text == "9 x 25 GB/s");
}

TEST_CASE("words keep clear of other lines where they can") {
    Scene scene;
    scene.lines.push_back({{{0, 100}, {400, 100}}});  // crosses in the middle
    const EdgeLabel label{{{200, 0}, {200, 200}}, "2x"};
    CHECK(add_edge_labels(scene, {label}) == 0);
    REQUIRE(scene.texts.size() == 1);
    const Extent e = extent_of(scene.texts[0]);
    CHECK((e.bottom < 100 || e.top > 100));
}

TEST_CASE("ends of lines are spread over the sides that they leave and reach") {
    std::vector<Box> boxes(3);
    boxes[0] = {100, 0, 112, 20, {}};
    boxes[1] = {0, 100, 100, 20, {}};
    boxes[2] = {200, 100, 100, 20, {}};
    const auto ways = spread_ways({{0, 2}, {0, 1}}, boxes);
    CHECK(ways[1][0].x == 143);  // left of the middle, 156, as its end is: 26 apart
    CHECK(ways[0][0].x == 169);
    CHECK(ways[0][0].y == 20);
    CHECK(ways[0][1].x == 250);
    CHECK(ways[0][1].y == 100);
}

}  // namespace
}  // namespace railyard::diagram
