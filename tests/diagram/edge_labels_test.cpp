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

}  // namespace
}  // namespace railyard::diagram
