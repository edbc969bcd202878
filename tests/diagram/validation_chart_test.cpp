#include "railyard/diagram/validation_chart.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "railyard/diagram/picture_format.hpp"
#include "railyard/diagram/scene_svg.hpp"
#include "tests/support/scene_check.hpp"

namespace railyard::diagram {
namespace {

Validation sample() {
    Validation validation;
    validation.rows = {{"fitted", "A", RowUse::fitted, seconds(1), seconds(1), {}, 0},
                       {"exact", "A", RowUse::predicted, seconds(10), seconds(10), {}, 0},
                       {"slow", "B", RowUse::predicted, seconds(50), seconds(100), {}, -50}};
    validation.sources = {{"A", 1, 0, 0}, {"B", 1, 50, -50}};
    return validation;
}

// Marks whose tip begins with `id`.
std::vector<Box> marks_of(const Scene& scene, const std::string& id) {
    std::vector<Box> marks;
    std::copy_if(scene.boxes.begin(), scene.boxes.end(), std::back_inserter(marks),
                 [&](const Box& box) { return box.tip.starts_with(id + ":"); });
    return marks;
}

TEST_CASE("one mark per run: a colour and a shape per source, hollow where the model was fitted") {
    const Scene scene = validation_scene(sample());
    const auto fitted = marks_of(scene, "fitted");
    REQUIRE(fitted.size() == 2);  // a smaller one of paper on it
    CHECK(fitted[1].style.fill == Fill(Ink::paper));
    CHECK(fitted[1].width < fitted[0].width);
    const auto exact = marks_of(scene, "exact");
    const auto slow = marks_of(scene, "slow");
    REQUIRE(exact.size() == 1);
    REQUIRE(slow.size() == 1);
    CHECK(exact[0].style.fill == fitted[0].style.fill);
    CHECK(exact[0].style.fill != slow[0].style.fill);
    CHECK(exact[0].style.shape != slow[0].style.shape);
    CHECK(slow[0].tip == "slow: measured 50.00 s, predicted 100.00 s (-50.0 %)");
    const std::string svg = svg_of(scene);
    CHECK(svg.find(">B: 1 row, mean 50.0 %, worst -50.0 %</text>") != std::string::npos);
    CHECK(svg.find(">measured, seconds</text>") != std::string::npos);
    CHECK(test::reading_problems(scene) == std::vector<std::string>{});
    CHECK(render(scene, PictureFormat::png).starts_with("\x89PNG"));
}

TEST_CASE("both axes are logarithmic and alike: an exact prediction lies on the diagonal") {
    const Scene scene = validation_scene(sample());
    const Point fitted = marks_of(scene, "fitted")[0].middle();
    const Point exact = marks_of(scene, "exact")[0].middle();
    const Point slow = marks_of(scene, "slow")[0].middle();
    CHECK(exact.x - fitted.x == doctest::Approx(fitted.y - exact.y).epsilon(0.001));
    // From 1 to 10 s is as far as from 10 to 100 s.
    CHECK(exact.y - slow.y == doctest::Approx(exact.x - fitted.x).epsilon(0.001));
}

// 10 s measured, 12 s and 9 s without their source: errors of 20 % and -10 %, a mean of 15 %.
TEST_CASE("runs of the calibrated model stand where they are predicted without their source") {
    CalibratedValidation validation;
    validation.calibration = "ours";
    for (const double left_out : {12.0, 9.0}) {
        CalibratedRow row;
        row.id = left_out > 10 ? "slow" : "fast";
        row.source = "A";
        row.measured = seconds(10);
        row.predicted = seconds(10);
        row.left_out = seconds(left_out);
        validation.rows.push_back(row);
    }
    const Scene scene = validation_scene(validation);
    CHECK(marks_of(scene, "slow")[0].tip == "slow: measured 10.00 s, predicted 12.00 s (+20.0 %)");
    CHECK(svg_of(scene).find(">A: 2 rows, mean 15.0 %, worst +20.0 %</text>") != std::string::npos);
    CHECK(test::reading_problems(scene) == std::vector<std::string>{});
}

TEST_CASE("names cannot break out of the picture") {
    for (const std::string& name : test::nasty_names()) {
        Validation validation = sample();
        validation.rows[0].id = name;
        validation.sources[0].source = validation.rows[0].source = validation.rows[1].source = name;
        const Scene scene = validation_scene(validation);
        CHECK(svg_of(scene).find("<script") == std::string::npos);
        CHECK(test::reading_problems(scene) == std::vector<std::string>{});
        CHECK(scene.width < 1400);
    }
}

TEST_CASE("nothing to draw is an empty frame") {
    const std::string svg = svg_of(validation_scene(Validation{}));
    CHECK(svg.find("</svg>") != std::string::npos);
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("inf\"") == std::string::npos);
}

}  // namespace
}  // namespace railyard::diagram
