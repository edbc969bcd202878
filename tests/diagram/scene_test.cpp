#include "railyard/diagram/scene.hpp"

#include <doctest/doctest.h>

#include "tests/support/scene_check.hpp"

namespace railyard::diagram {
namespace {

TEST_CASE("a scene is as large as what it holds") {
    Scene scene;
    scene.boxes.push_back({10, 20, 30, 40, {}});
    scene.lines.push_back({{{0, 0}, {100, 5}}});
    scene.fit(8);
    CHECK(scene.width == 108);
    CHECK(scene.height == 68);
}

// Digits of DejaVu Sans are 0.636 em wide.
TEST_CASE("where text lies") {
    CHECK(extent_of(Text{100, 50, "00", 10}).right == doctest::Approx(112.72));
    CHECK(extent_of(Text{100, 50, "00", 10, Align::end}).left == doctest::Approx(87.28));
    const Extent middle = extent_of(Text{100, 50, "00", 10, Align::middle});
    CHECK(middle.left == doctest::Approx(93.64));
    CHECK(middle.top < 50);
    CHECK(middle.bottom > 50);
    Box box{0, 0, 40, 30, {}};
    box.label = "0\n00";
    box.font = 10;
    const Extent label = label_extent(box);
    CHECK(label.left == doctest::Approx(13.64));
    CHECK(label.bottom - label.top == doctest::Approx(22));
}

TEST_CASE("a heading of any length fits, and tells where to go on") {
    for (const std::string& name : test::nasty_names()) {
        Scene scene;
        const double next = add_heading(scene, 30, name, {name, "second"});
        scene.texts.push_back({30, next + 12, "what follows"});
        scene.fit(20);
        CHECK(test::reading_problems(scene) == std::vector<std::string>{});
        CHECK(scene.width < 1000);
    }
}

TEST_CASE("the check of the tests finds what cannot be read") {
    Scene scene;
    Box narrow{10, 10, 20, 20, {}};
    narrow.label = "far too long";
    scene.boxes.push_back(narrow);
    scene.texts.push_back({200, 100, "one"});
    scene.texts.push_back({205, 103, "other"});
    scene.texts.push_back({250, 200, "outside", 12, Align::start});
    scene.width = 260;
    scene.height = 220;
    CHECK(test::reading_problems(scene).size() == 3);
}

// What the tests of pictures rely on finds what it is there to find.
TEST_CASE("a line over a label is found, one under it or beside it is not") {
    Scene scene;
    Box box{0, 0, 100, 40, {Ink::paper, Ink::frame}};
    box.label = "words";
    scene.boxes = {box};
    scene.lines = {{{{0, 20}, {100, 20}}}};
    CHECK(test::crossed_words(scene).empty());
    scene.order = LineOrder::over_boxes;
    CHECK(test::crossed_words(scene).size() == 1);
    scene.lines = {{{{0, 50}, {100, 50}}}};
    CHECK(test::crossed_words(scene).empty());
    scene.order = LineOrder::under_boxes;
    scene.texts = {{10, 52, "bare"}};
    CHECK(test::crossed_words(scene).size() == 1);
    scene.texts[0].ground = Ground::paper;
    CHECK(test::crossed_words(scene).empty());
}

}  // namespace
}  // namespace railyard::diagram
