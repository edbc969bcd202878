#include "railyard/diagram/pareto_chart.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "railyard/diagram/scene_svg.hpp"
#include "tests/support/scene_check.hpp"

namespace railyard::diagram {
namespace {

using Numbers = std::vector<std::size_t>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

ParetoChart sample() {
    return {"sweep",
            {"step time, seconds", Better::lower},
            {"memory, GiB", Better::lower},
            {{3, 1, {"slow and small"}},
             {1, 3, {"fast and large"}},
             {2, 2, {"between"}},
             {3, 3, {"worse"}},
             {2, 2, {"again"}}}};
}

TEST_CASE("the front is what nothing equals or beats in both") {
    CHECK(pareto_front(sample()) == Numbers{1, 2, 0});
    ParetoChart higher = sample();
    higher.x.better = higher.y.better = Better::higher;
    CHECK(pareto_front(higher) == Numbers{3});
    ParetoChart mixed = sample();
    mixed.y.better = Better::higher;
    CHECK(pareto_front(mixed) == Numbers{1});
    CHECK(pareto_front({"", {}, {}, {{1, nan, {"a"}}, {nan, 1, {"b"}}}}).empty());
}

// Held against the definition: no point of the front is beaten, every other one is equalled or beaten.
TEST_CASE("many points: the front by its definition") {
    ParetoChart chart = sample();
    chart.points.clear();
    for (int i = 0; i < 300; ++i) {
        chart.points.push_back({std::fmod(i * 37.0, 101), std::fmod(i * 53.0, 89), {std::to_string(i)}});
    }
    const auto front = pareto_front(chart);
    const auto beats = [&](std::size_t a, std::size_t b) {
        const auto& p = chart.points[a];
        const auto& q = chart.points[b];
        return p.x <= q.x && p.y <= q.y && (p.x < q.x || p.y < q.y || a < b);
    };
    for (std::size_t i = 0; i < chart.points.size(); ++i) {
        bool is_beaten = false;
        for (std::size_t j = 0; j < chart.points.size(); ++j)
            is_beaten = is_beaten || (j != i && beats(j, i));
        const bool on_front = std::find(front.begin(), front.end(), i) != front.end();
        CHECK(on_front == !is_beaten);
    }
}

TEST_CASE("every point is drawn, those of the front with a number and in the list") {
    const Scene scene = pareto_scene(sample());
    CHECK(scene.boxes.size() == 4 + 2);  // two are in one place, and the legend's
    const std::string svg = svg_of(scene);
    CHECK(svg.find(">1; 3: fast and large</text>") != std::string::npos);
    CHECK(svg.find(">3; 1: slow and small</text>") != std::string::npos);
    CHECK(svg.find(">2; 2: between (and 1 the same)</text>") != std::string::npos);
    CHECK(svg.find("<title>between: 2; 2; the same: again</title>") != std::string::npos);
    CHECK(svg.find("<title>worse: 3; 3</title>") != std::string::npos);
    CHECK(svg.find("5 points in 4 places, 3 of them on the front") != std::string::npos);
    CHECK(svg.find(">another point</text>") != std::string::npos);
    CHECK(test::reading_problems(scene) == std::vector<std::string>{});
}

TEST_CASE("long entries of the list go on below, and what is left out of it is counted") {
    ParetoChart chart = sample();
    chart.points[1].choices = {std::string(40, 'a') + " " + std::string(40, 'b')};
    CHECK(svg_of(pareto_scene(chart)).find(">" + std::string(40, 'b') + "</text>") != std::string::npos);
    ParetoChart crowd = sample();
    crowd.points.clear();
    for (int i = 1; i <= 25; ++i) crowd.points.push_back({1.0 * i, 26.0 - i, {"point"}});
    CHECK(svg_of(pareto_scene(crowd)).find(">and 7 more: the list ends here</text>") != std::string::npos);
}

TEST_CASE("what all of the front chose is told once, what they differ in of each, behind its figures") {
    const std::string key = "a key of a name that is rather long";
    ParetoChart chart = sample();
    chart.points = {{1, 25340000, {key + " 72", "tp 8", key + " 16", "gpus 64", "order [tp, cp, dp, pp]"}},
                    {2, 12345, {key + " 72", "tp 8", key + " 16", "gpus 64", "order [tp, cp, pp, dp]"}},
                    {3, 9999, {key + " 72", "tp 4", key + " 16", "gpus 64", "order [tp, cp, pp, dp]"}},
                    {4, 99999, {key + " 36", "tp 2", key + " 4", "gpus 32", "order [tp, cp, pp, dp]"}}};
    const Scene scene = pareto_scene(chart);
    const std::string svg = svg_of(scene);
    // The last is beaten: its own choices do not count.
    CHECK(svg.find(">1; 25,340,000: tp 8, order [tp, cp, dp, pp]</text>") != std::string::npos);
    CHECK(svg.find(">2; 12,345: tp 8, order [tp, cp, pp, dp]</text>") != std::string::npos);
    CHECK(svg.find(">3; 9999: tp 4, order [tp, cp, pp, dp]</text>") != std::string::npos);
    CHECK(svg.find(">all of them: " + key + " 72, ") != std::string::npos);
    CHECK(test::reading_problems(scene) == std::vector<std::string>{});
    // Of one alone all is told.
    chart.points.resize(1);
    CHECK(svg_of(pareto_scene(chart)).find(">1; 25,340,000: " + key + " 72, tp 8,") != std::string::npos);
}

TEST_CASE("of a short front every point is listed, also one whose number has no room in the chart") {
    ParetoChart chart = sample();
    chart.points.push_back({2.005, 1.999, {"close by"}});
    const Scene scene = pareto_scene(chart);
    const std::string svg = svg_of(scene);
    CHECK(svg.find(">2.005; 1.999: close by</text>") != std::string::npos);
    CHECK(svg.find("no room for a number") == std::string::npos);
    CHECK(std::none_of(scene.boxes.begin(), scene.boxes.end(),
                       [](const Box& box) { return box.label == "3"; }));
    CHECK(
        std::any_of(scene.boxes.begin(), scene.boxes.end(), [](const Box& box) { return box.label == "4"; }));
    CHECK(test::reading_problems(scene) == std::vector<std::string>{});
}

TEST_CASE(
    "one point, of nothing: its mark stands clear of the axes, and no words are left of a name that is "
    "none") {
    for (const double value : {0.0, 4.665, -3.0}) {
        const Scene scene = pareto_scene({"one", {"x"}, {"y"}, {{value, value, {}}}});
        const std::string svg = svg_of(scene);
        CHECK(svg.find(">1 point<") != std::string::npos);
        CHECK(svg.find(">another point<") == std::string::npos);
        CHECK(svg.find(">: ") == std::string::npos);
        const Box& mark = scene.boxes.back();
        CHECK(mark.label == "1");
        CHECK(mark.x > 90 + 5);
        CHECK(mark.x + mark.width < 90 + 620);
        CHECK(test::reading_problems(scene) == std::vector<std::string>{});
    }
    CHECK(svg_of(pareto_scene({"none", {"x"}, {"y"}, {}})).find(">no point to draw<") != std::string::npos);
}

TEST_CASE("the axis begins before nothing where that is a value, without numbers below it") {
    ParetoChart chart = sample();
    for (ParetoPoint& point : chart.points) point.y -= 1;
    const std::string svg = svg_of(pareto_scene(chart));
    CHECK(svg.find(">0<") != std::string::npos);
    CHECK(svg.find(">-") == std::string::npos);
}

TEST_CASE("the legend's marks are those of the chart") {
    const Scene scene = pareto_scene(sample());
    const auto like = [&](const Box& box) {
        return std::count_if(scene.boxes.begin(), scene.boxes.end(), [&](const Box& other) {
            return other.style == box.style && other.width == box.width && other.height == box.height;
        });
    };
    CHECK(like(scene.boxes[0]) == 1 + 3);  // on the front
    CHECK(like(scene.boxes[1]) == 1 + 1);
}

TEST_CASE("names of any kind, a crowd, one point, none: all can be read") {
    for (const std::string& name : test::nasty_names()) {
        ParetoChart chart = sample();
        chart.title = chart.x.title = chart.y.title = name;
        chart.points[1].choices = {name, name};
        CHECK(test::reading_problems(pareto_scene(chart)) == std::vector<std::string>{});
    }
    ParetoChart crowd = sample();
    for (int i = 0; i < 2000; ++i) crowd.points.push_back({1 + i * 0.01, 1000.0 / (1 + i), {"point"}});
    CHECK(test::reading_problems(pareto_scene(crowd)) == std::vector<std::string>{});
    CHECK(test::reading_problems(pareto_scene({"one", {"x"}, {"y"}, {{1, 1, {"it"}}}})) ==
          std::vector<std::string>{});
    CHECK(test::reading_problems(pareto_scene({"none", {"x"}, {"y"}, {}})) == std::vector<std::string>{});
}

}  // namespace
}  // namespace railyard::diagram
