#include "railyard/diagram/stacked_bars.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "railyard/diagram/scene_svg.hpp"
#include "tests/support/scene_check.hpp"

namespace railyard::diagram {
namespace {

using Problems = std::vector<std::string>;

StackedBars sample() {
    StackedBars chart;
    chart.title = "sample";
    chart.axis = "seconds";
    chart.part_names = {"work", "never", "waste"};
    chart.wasted = 2;
    chart.limit_name = "limit";
    chart.bars = {{"one", "note", {6, 0, 2}, "8 s", 9.0}, {"two", "", {2, 0, 2}, "4 s", 4.5}};
    return chart;
}

TEST_CASE("a bar is as long as its parts, which share one scale") {
    const Scene scene = stacked_bars_scene(sample());
    std::vector<Box> parts;
    for (const Box& box : scene.boxes) {
        if (box.tip.empty()) continue;
        parts.push_back(box);
    }
    REQUIRE(parts.size() == 4);
    CHECK(parts[0].tip == "one, work: 6");
    CHECK(parts[0].width == doctest::Approx(3 * parts[1].width));
    CHECK(parts[2].width == doctest::Approx(parts[1].width));
    CHECK(parts[1].x == doctest::Approx(parts[0].x + parts[0].width));
    CHECK(parts[1].style.pattern == Pattern::striped);
}

// Bars of 8 and 4 with limits of 9 and 4.5 on an axis of 620 pixels: the words begin before both marks.
TEST_CASE("words behind a bar that ends before its limit stand at the bar, not beyond the limit") {
    const Scene scene = stacked_bars_scene(sample());
    double mark = 0;
    for (const Box& box : scene.boxes) {
        if (box.style.fill == Fill(Ink::network)) mark = std::max(mark, box.x);
    }
    for (const Text& text : scene.texts) {
        if (text.text != "8 s") continue;
        CHECK(text.x < mark);
        CHECK(text.ground == Ground::paper);
    }
}

TEST_CASE("what is nothing everywhere is not in the legend") {
    const std::string svg = svg_of(stacked_bars_scene(sample()));
    CHECK(svg.find(">never</text>") == std::string::npos);
    CHECK(svg.find(">waste</text>") != std::string::npos);
    CHECK(svg.find(">limit</text>") != std::string::npos);
}

TEST_CASE("names of any kind, no bars, bars of nothing: all can be read") {
    for (const std::string& name : test::nasty_names()) {
        StackedBars chart = sample();
        chart.title = chart.axis = chart.part_names[0] = chart.limit_name = chart.bars[0].name =
            chart.bars[0].note = chart.bars[0].total = name;
        CHECK(test::reading_problems(stacked_bars_scene(chart)) == Problems{});
    }
    StackedBars chart = sample();
    chart.bars = {{"nothing", "", {0, 0, 0}, "0 s"}};
    CHECK(test::reading_problems(stacked_bars_scene(chart)) == Problems{});
    chart.bars.clear();
    CHECK(test::reading_problems(stacked_bars_scene(chart)) == Problems{});
}

}  // namespace
}  // namespace railyard::diagram
