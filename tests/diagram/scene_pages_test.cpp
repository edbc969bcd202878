#include "railyard/diagram/scene_pages.hpp"

#include <doctest/doctest.h>

#include "railyard/diagram/placement_picture.hpp"
#include "tests/support/diagram_jobs.hpp"

namespace railyard::diagram {
namespace {

// A box and a text every 100 pixels, down to 1,000; a line along all of it.
Scene column() {
    Scene scene;
    for (int i = 0; i < 10; ++i) {
        scene.boxes.push_back({0, 100.0 * i + 10, 50, 80, {}});
        scene.texts.push_back({60, 100.0 * i + 50, "row"});
        if (i > 0) scene.breaks.push_back(100.0 * i);
    }
    scene.lines.push_back({{{55, 20}, {55, 980}}});
    scene.width = 200;
    scene.height = 1000;
    return scene;
}

TEST_CASE("a scene is cut where it may be, and nothing of it is lost") {
    const Scene scene = column();
    const auto parts = parts_of(scene, 350);
    REQUIRE(parts.size() == 4);  // rows by 3, 3, 3 and 1
    double height = 0;
    std::size_t boxes = 0;
    std::size_t texts = 0;
    for (const Scene& part : parts) {
        CHECK(part.height <= 350);
        CHECK(part.width == scene.width);
        CHECK(part.lines.size() == 1);
        CHECK(part.boxes.front().y == doctest::Approx(10));
        CHECK(part.texts.front().y == doctest::Approx(50));
        height += part.height;
        boxes += part.boxes.size();
        texts += part.texts.size();
    }
    CHECK(height == doctest::Approx(scene.height));
    CHECK(boxes == scene.boxes.size());
    CHECK(texts == scene.texts.size());
    CHECK(parts[1].lines[0].points[0].y == doctest::Approx(20 - 300));
    CHECK(parts[0].title != parts[1].title);
}

TEST_CASE("what fits on a page, or may not be cut, stays whole") {
    Scene scene = column();
    CHECK(parts_of(scene, 1000).size() == 1);
    scene.breaks.clear();
    CHECK(parts_of(scene, 100).size() == 1);
    CHECK(parts_of({}, 100).size() == 1);
}

TEST_CASE("the smallest text is found in labels too") {
    Scene scene = column();
    CHECK(smallest_text(scene) == 12);
    scene.boxes[3].font = 9;
    CHECK(smallest_text(scene) == 12);
    scene.boxes[3].label = "small";
    CHECK(smallest_text(scene) == 9);
    CHECK(smallest_text({}) == 0);
}

// Two racks a row: a row is some 850 pixels high.
TEST_CASE("eight racks are cut between their rows") {
    const test::DrawnJob job("megatron-39.1b", "gb200-nvl72");
    PlacementPicture picture{job.topology, job.layout, job.placement()};
    picture.hops = GroupChoice{Dimension::pp, 0};
    picture.widest = 862;
    const Scene scene = placement_scene(picture);
    const auto parts = parts_of(scene, 1100);
    CHECK(parts.size() == 4);
    for (const Scene& part : parts) {
        CHECK(part.height <= 1100);
        for (const Box& box : part.boxes) CHECK(box.y + box.height <= part.height);
    }
}

}  // namespace
}  // namespace railyard::diagram
