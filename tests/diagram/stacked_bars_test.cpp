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

// A bar of 8.7 ends 13 pixels or so before its limit of 9: the words have no room between the two.
TEST_CASE("words that would run over the mark of the limit stand behind it, and none leave the axis") {
    StackedBars chart = sample();
    chart.bars[0].parts = {6.7, 0, 2};
    chart.bars[0].total = "8.700 seconds";
    chart.bars.push_back({"full", "", {10, 0, 0}, "as long as the axis", 4.5});
    const Scene scene = stacked_bars_scene(chart);
    std::vector<Box> marks;
    for (const Box& box : scene.boxes) {
        if (box.style.fill == Fill(Ink::network)) marks.push_back(box);
    }
    REQUIRE(marks.size() == 3);
    double axis_end = 0;
    for (const Line& line : scene.lines) axis_end = std::max(axis_end, line.points.back().x);
    for (const Text& text : scene.texts) {
        if (text.weight != Weight::bold || text.text == "sample") continue;
        const Extent words = extent_of(text);
        CHECK(words.right <= axis_end);
        for (const Box& mark : marks) {
            const bool beside = words.bottom < mark.y || mark.y + mark.height < words.top;
            CHECK((beside || words.right < mark.x || mark.x + mark.width < words.left));
        }
        if (text.text == "8.700 seconds") CHECK(words.left > marks[0].x);
    }
}

// Bars of 16 with 300 pixels or so of words: 16 on a scale of 40 would leave half of that empty.
TEST_CASE("the axis is hardly longer than the words behind bars need") {
    StackedBars chart = sample();
    chart.limit_name.clear();
    chart.bars = {{"one", "", {16, 0, 0}, "32.5 GB in 12.6 s, 75 % of the step", {}}};
    const Scene scene = stacked_bars_scene(chart);
    double axis_end = 0;
    for (const Line& line : scene.lines) axis_end = std::max(axis_end, line.points.back().x);
    double axis_start = axis_end;
    for (const Box& box : scene.boxes) {
        if (!box.tip.empty()) axis_start = std::min(axis_start, box.x);
    }
    double words_end = 0;
    for (const Text& text : scene.texts) {
        if (text.text == chart.bars[0].total) words_end = extent_of(text).right;
    }
    REQUIRE(words_end > 0);
    CHECK(words_end <= axis_end);
    CHECK(axis_end - words_end < 0.1 * (axis_end - axis_start));
}

TEST_CASE("the mark of a limit runs over no number of a part") {
    StackedBars chart = sample();
    const auto has_number = [&](const char* number) {
        const Scene scene = stacked_bars_scene(chart);
        return std::any_of(scene.boxes.begin(), scene.boxes.end(),
                           [&](const Box& box) { return box.label == number; });
    };
    CHECK(has_number("6"));
    chart.bars[0].limit = 3;  // the middle of that part
    CHECK(!has_number("6"));
    CHECK(has_number("2"));
    chart.bars[0].limit = 4.5;
    CHECK(has_number("6"));
}

TEST_CASE("numbers have three digits, and thousands no exponent") {
    CHECK(number_text(0.9114) == "0.911");
    CHECK(number_text(47.52) == "47.5");
    CHECK(number_text(1234.2) == "1,234");
    CHECK(number_text(0) == "0");
    CHECK(number_text(1234.2, 4) == "1,234");
    CHECK(number_text(9.8766, 4) == "9.877");
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
