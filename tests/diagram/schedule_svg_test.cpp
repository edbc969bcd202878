#include "railyard/diagram/schedule_svg.hpp"

#include <doctest/doctest.h>

namespace railyard::diagram {
namespace {

using schedule::Algorithm;
using schedule::TimeUnit;

schedule::Study study_of(Algorithm algorithm, const schedule::Shape& shape) {
    return std::get<schedule::Study>(schedule::study(algorithm, shape, {}));
}

std::size_t count(const std::string& text, const std::string& word) {
    std::size_t found = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
    return found;
}

}  // namespace

TEST_CASE("a small schedule draws every operation with its micro-batch and a tip") {
    const std::string svg = schedule_svg(study_of(Algorithm::one_f_one_b, {4, 8, 1}), TimeUnit::arbitrary);
    CHECK(svg.find("<svg ") == 0);
    CHECK(svg.find("</svg>\n") == svg.size() - 7);
    CHECK(count(svg, "<rect class=\"op F0\"") == 32);
    CHECK(count(svg, "<rect class=\"op B0\"") == 32);
    CHECK(svg.find("<title>backward of micro-batch 7, on device 3, 25 to 27</title>") != std::string::npos);
    CHECK(svg.find("prefers-color-scheme:dark") != std::string::npos);
    CHECK(svg.find("bubble 37.50 % of useful work") != std::string::npos);
}

TEST_CASE("64 devices and 512 micro-batches stay small and show shares") {
    const std::string svg = schedule_svg(study_of(Algorithm::one_f_one_b, {64, 512, 1}), TimeUnit::arbitrary);
    CHECK(svg.size() < 200'000);
    CHECK(count(svg, "<rect class=\"op") == 0);
    CHECK(svg.find("heights: shares of the time in a column") != std::string::npos);
}

TEST_CASE("many devices share rows") {
    const std::string svg =
        schedule_svg(study_of(Algorithm::zero_bubble_h1, {500, 500, 1}), TimeUnit::arbitrary);
    CHECK(svg.size() < 1'000'000);
    CHECK(svg.find(">0-3<") != std::string::npos);
}

TEST_CASE("unequal times that repeat nowhere stay below a megabyte") {
    schedule::Conditions conditions;
    conditions.compute.clear();
    for (int i = 0; i < 64; ++i) {
        const double forward = 1 + 0.37 * ((i * 7919) % 64) / 64.0;
        conditions.compute.push_back({seconds(forward), seconds(2.13 * forward), seconds(forward)});
    }
    const auto outcome = schedule::study(Algorithm::zero_bubble_h1, {64, 512, 1}, conditions);
    CHECK(schedule_svg(std::get<schedule::Study>(outcome), TimeUnit::arbitrary).size() < 1'000'000);
}

TEST_CASE("names are escaped") {
    auto study = study_of(Algorithm::gpipe, {2, 2, 1});
    study.schedule.name = "<a&b>\x01";
    const std::string svg = schedule_svg(study, TimeUnit::seconds);
    CHECK(svg.find("&lt;a&amp;b&gt;?: 2 stages") != std::string::npos);
    CHECK(svg.find("<a&b>") == std::string::npos);
}

TEST_CASE("a step that takes no time is an empty picture") {
    schedule::Conditions conditions;
    conditions.compute = {{seconds(0), seconds(0), seconds(0)}};
    const auto outcome = schedule::study(Algorithm::gpipe, {2, 2, 1}, conditions);
    const std::string svg = schedule_svg(std::get<schedule::Study>(outcome), TimeUnit::seconds);
    CHECK(svg.find("</svg>") != std::string::npos);
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("inf\"") == std::string::npos);
}

}  // namespace railyard::diagram
