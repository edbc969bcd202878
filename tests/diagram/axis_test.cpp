#include "railyard/diagram/axis.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace railyard::diagram {
namespace {

std::string labels_of(const Axis& axis, std::size_t most) {
    std::string text;
    for (const Tick& tick : axis.ticks(most)) text += tick.label + " ";
    return text;
}

TEST_CASE("linear: ends, middle, and round ticks") {
    const Axis axis(Scale::linear, 0, 10, 100, 300);
    CHECK(axis.at(0) == 100);
    CHECK(axis.at(5) == 200);
    CHECK(axis.at(10) == 300);
    CHECK(labels_of(axis, 5) == "0 2 4 6 8 10 ");
    CHECK(labels_of(Axis(Scale::linear, 0.07, 0.31, 0, 1), 6) == "0.1 0.15 0.2 0.25 0.3 ");
    CHECK(labels_of(Axis(Scale::linear, 0, 25'000, 0, 1), 5) == "0 5,000 10,000 15,000 20,000 25,000 ");
}

TEST_CASE("logarithmic: a decade is as long everywhere") {
    const Axis axis(Scale::logarithmic, 1, 100, 0, 200);
    CHECK(axis.at(1) == doctest::Approx(0));
    CHECK(axis.at(10) == doctest::Approx(100));
    CHECK(axis.at(100) == doctest::Approx(200));
    CHECK(labels_of(axis, 8) == "1 2 5 10 20 50 100 ");
    CHECK(labels_of(axis, 4) == "1 10 100 ");
    CHECK(labels_of(Axis(Scale::logarithmic, 31, 37, 0, 1), 4) == "32 34 36 ");  // no round powers inside
}

TEST_CASE("a range of nothing and values that are none still have an axis") {
    for (const Scale scale : {Scale::linear, Scale::logarithmic}) {
        for (const double value : {0.0, 3.0, -2.0, std::numeric_limits<double>::infinity()}) {
            const Axis axis(scale, value, value, 0, 100);
            CHECK(axis.high() > axis.low());
            CHECK(axis.ticks(8).size() <= 12);
        }
    }
}

TEST_CASE("round numbers above") {
    CHECK(round_up(0.97) == 1);
    CHECK(round_up(1) == 1);
    CHECK(round_up(11.2) == 15);
    CHECK(round_up(810) == doctest::Approx(1000));
    CHECK(round_up(0) == 1);
}

TEST_CASE("an axis brings its ticks, its title and grid lines") {
    Scene scene;
    add_axis(scene, Axis(Scale::linear, 0, 10, 100, 300), Direction::rightwards,
             Axis(Scale::linear, 0, 1, 400, 50), "time, seconds");
    CHECK(scene.lines.size() == 12);  // 0 to 10 and the axis
    CHECK(scene.texts.back().text == "time, seconds");
    CHECK(scene.lines.front().points.front().y == 400);
    CHECK(scene.lines.front().points.back().y == 50);
}

}  // namespace
}  // namespace railyard::diagram
