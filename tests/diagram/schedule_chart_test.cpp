#include "railyard/diagram/schedule_chart.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "railyard/diagram/picture_format.hpp"
#include "railyard/diagram/scene_svg.hpp"
#include "tests/support/scene_check.hpp"

namespace railyard::diagram {
namespace {

using schedule::Algorithm;
using schedule::TimeUnit;
using test::occurrences;
using Problems = std::vector<std::string>;

schedule::Study study_of(Algorithm algorithm, const schedule::Shape& shape) {
    return std::get<schedule::Study>(schedule::study(algorithm, shape, {}));
}

std::size_t with_fill(const Scene& scene, const Fill& fill, bool with_tip) {
    std::size_t count = 0;
    for (const Box& box : scene.boxes)
        count += box.style.fill == fill && box.tip.empty() != with_tip ? 1U : 0U;
    return count;
}

TEST_CASE("a small schedule draws every operation with its micro-batch and a tip") {
    const Scene scene = schedule_scene(study_of(Algorithm::one_f_one_b, {4, 8, 1}), TimeUnit::arbitrary);
    CHECK(with_fill(scene, Rgb{0x3a, 0x6e, 0xa8}, true) == 32);  // 8 forwards on 4 devices
    CHECK(with_fill(scene, Rgb{0x2b, 0x8a, 0x6b}, true) == 32);
    const std::string svg = svg_of(scene);
    CHECK(svg.find("<title>backward of micro-batch 7, on device 3, 25 to 27</title>") != std::string::npos);
    CHECK(svg.find("bubble 37.50 % of useful work") != std::string::npos);
    CHECK(svg.find(">device 3</text>") != std::string::npos);
    CHECK(svg.find(">1f1b: 4 stages, 8 micro-batches</text>") != std::string::npos);
    CHECK(svg.find(">time, in the unit that times were given in</text>") != std::string::npos);
    CHECK(svg.find(">idle</text>") != std::string::npos);
    CHECK(test::reading_problems(scene) == Problems{});
    // It is a scene as all are: any format.
    CHECK(render(scene, PictureFormat::png).starts_with("\x89PNG"));
    CHECK(render(scene, PictureFormat::pdf).starts_with("%PDF"));
}

TEST_CASE("the plot widens where a common schedule would else be too fine for operations") {
    // 8 stages of 4 chunks, 32 micro-batches: 2 x 32 x 4 x 8 operations, the shortest 1 of about 400 ticks.
    const Scene scene = schedule_scene(study_of(Algorithm::interleaved, {8, 32, 4}), TimeUnit::arbitrary);
    double narrowest = scene.width;
    std::size_t operations = 0;
    for (const Box& box : scene.boxes) {
        if (box.tip.empty()) continue;
        ++operations;
        narrowest = std::min(narrowest, box.width);
    }
    CHECK(operations == 2048);
    CHECK(narrowest >= 3 - 1e-9);
    CHECK(scene.width < 1600);
    CHECK(test::reading_problems(scene) == Problems{});
}

TEST_CASE("one stage and one micro-batch: no plural, and no idle time in the legend") {
    const Scene scene = schedule_scene(study_of(Algorithm::gpipe, {1, 1, 1}), TimeUnit::seconds);
    const std::string svg = svg_of(scene);
    CHECK(svg.find(">gpipe: 1 stage, 1 micro-batch</text>") != std::string::npos);
    CHECK(svg.find(">time in the step</text>") != std::string::npos);
    CHECK(test::occurrences(svg, ">idle</text>") == 1);  // over the shares of the devices
}

TEST_CASE("64 devices and 512 micro-batches stay small and show shares") {
    const Scene scene = schedule_scene(study_of(Algorithm::one_f_one_b, {64, 512, 1}), TimeUnit::arbitrary);
    const std::string svg = svg_of(scene);
    CHECK(svg.size() < 200'000);
    CHECK(svg.find("micro-batch 7, on device") == std::string::npos);
    CHECK(svg.find("heights: shares of the time in a column") != std::string::npos);
    CHECK(test::reading_problems(scene) == Problems{});
}

TEST_CASE("many devices share rows, and the picture says so") {
    const Scene scene =
        schedule_scene(study_of(Algorithm::zero_bubble_h1, {500, 500, 1}), TimeUnit::arbitrary);
    const std::string svg = svg_of(scene);
    CHECK(svg.size() < 1'000'000);
    CHECK(svg.find(">0-3</text>") != std::string::npos);
    CHECK(svg.find(">500 devices: 4 of them share a row</text>") != std::string::npos);
    CHECK(test::reading_problems(scene) == Problems{});
}

TEST_CASE("unequal times that repeat nowhere stay below a megabyte") {
    schedule::Conditions conditions;
    conditions.compute.clear();
    for (int i = 0; i < 64; ++i) {
        const double forward = 1 + 0.37 * ((i * 7919) % 64) / 64.0;
        conditions.compute.push_back({seconds(forward), seconds(2.13 * forward), seconds(forward)});
    }
    const auto outcome = schedule::study(Algorithm::zero_bubble_h1, {64, 512, 1}, conditions);
    CHECK(svg_of(schedule_scene(std::get<schedule::Study>(outcome), TimeUnit::arbitrary)).size() < 1'000'000);
}

TEST_CASE("names from files stay inside the picture") {
    for (const std::string& name : test::nasty_names()) {
        auto study = study_of(Algorithm::gpipe, {2, 2, 1});
        study.schedule.name = name;
        const Scene scene = schedule_scene(study, TimeUnit::seconds);
        CHECK(svg_of(scene).find("<script") == std::string::npos);
        CHECK(test::reading_problems(scene) == Problems{});
    }
}

TEST_CASE("a step that takes no time is an empty picture") {
    schedule::Conditions conditions;
    conditions.compute = {{seconds(0), seconds(0), seconds(0)}};
    const auto outcome = schedule::study(Algorithm::gpipe, {2, 2, 1}, conditions);
    const std::string svg = svg_of(schedule_scene(std::get<schedule::Study>(outcome), TimeUnit::seconds));
    CHECK(svg.find("</svg>") != std::string::npos);
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("inf\"") == std::string::npos);
}

}  // namespace
}  // namespace railyard::diagram
