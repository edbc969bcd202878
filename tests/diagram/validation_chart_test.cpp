#include "railyard/diagram/validation_chart.hpp"

#include <doctest/doctest.h>

#include <string>

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

std::size_t count(const std::string& text, const std::string& word) {
    std::size_t found = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
    return found;
}

// The number after `name="` of the mark whose title begins with `id`.
double attribute(const std::string& svg, const std::string& id, const std::string& name) {
    const std::size_t title = svg.find("<title>" + id + ":");
    REQUIRE(title != std::string::npos);
    const std::size_t mark = svg.rfind('\n', title);
    const std::size_t at = svg.find(" " + name + "=\"", mark);
    REQUIRE(at < title);
    return std::stod(svg.substr(at + name.size() + 3));
}

TEST_CASE("one mark per run: a colour and a shape per source, hollow where the model was fitted") {
    const std::string svg = validation_chart(sample());
    CHECK(svg.find("<svg xmlns=\"http://www.w3.org/2000/svg\"") == 0);
    CHECK(svg.rfind("</svg>\n") == svg.size() - 7);
    CHECK(count(svg, "<circle") == 3);                     // two of A, and the legend's
    CHECK(count(svg, "fill=\"none\" stroke=\"#") == 1);    // the fitted one
    CHECK(count(svg, "width=\"10\" height=\"10\"") == 2);  // B, and the legend's
    CHECK(svg.find("slow: measured 50.00 s, predicted 100.00 s (-50.0 %)") != std::string::npos);
    CHECK(svg.find("exact: measured 10.00 s, predicted 10.00 s (0.0 %)") != std::string::npos);
    CHECK(svg.find("B: 1 row, mean 50.0 %, worst -50.0 %") != std::string::npos);
}

TEST_CASE("both axes are logarithmic and alike: an exact prediction lies on the diagonal") {
    const std::string svg = validation_chart(sample());
    // The plot's left edge is x = 70 and its lower one y = 530.
    const double exact_x = attribute(svg, "exact", "cx");
    const double exact_y = attribute(svg, "exact", "cy");
    CHECK(exact_x - 70 == doctest::Approx(530 - exact_y).epsilon(0.001));
    // From 1 to 10 s is as far as from 10 to 100 s.
    const double fitted_x = attribute(svg, "fitted", "cx");
    CHECK(530 - (attribute(svg, "slow", "y") + 5) - (530 - exact_y) ==
          doctest::Approx(exact_x - fitted_x).epsilon(0.001));
}

TEST_CASE("all marks lie inside the frame") {
    const std::string svg = validation_chart(sample());
    for (const char* id : {"fitted", "exact"}) {
        CHECK(attribute(svg, id, "cx") > 70);
        CHECK(attribute(svg, id, "cx") < 550);
        CHECK(attribute(svg, id, "cy") > 50);
        CHECK(attribute(svg, id, "cy") < 530);
    }
}

TEST_CASE("the chart is the same every time, and light and dark") {
    CHECK(validation_chart(sample()) == validation_chart(sample()));
    CHECK(validation_chart(sample()).find("prefers-color-scheme:dark") != std::string::npos);
}

TEST_CASE("names cannot break out of the picture, and long ones are cut between characters") {
    Validation validation = sample();
    validation.rows[0].id = "<script>&\"\x01";
    validation.sources[0].source = std::string(58, 'x') + "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9";
    validation.rows[0].source = validation.rows[1].source = validation.sources[0].source;
    const std::string svg = validation_chart(validation);
    CHECK(svg.find("<script>") == std::string::npos);
    CHECK(svg.find("&lt;script&gt;&amp;&quot;?: measured") != std::string::npos);
    CHECK(svg.find(std::string(58, 'x') + "...: 1 row") != std::string::npos);
}

TEST_CASE("nothing to draw is an empty frame") {
    const std::string svg = validation_chart({});
    CHECK(svg.find("</svg>") != std::string::npos);
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("inf") == std::string::npos);
}

}  // namespace
}  // namespace railyard::diagram
