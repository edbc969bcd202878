#include "railyard/diagram/scene_svg.hpp"

#include <doctest/doctest.h>

#include "tests/support/scene_check.hpp"

namespace railyard::diagram {
namespace {

using test::occurrences;

Scene sample() {
    Scene scene;
    scene.title = "two <boxes>";
    Box a{10, 10, 60, 30, {Rgb{18, 36, 92}, Ink::frame}};
    a.name = "a";
    a.label = "one\ntwo";
    Box b{110, 10, 60, 30, {Ink::idle, Ink::frame, 2, Dash::dashed, Pattern::striped}};
    b.name = "b:c";
    scene.boxes = {a, b};
    scene.lines = {{{{70, 25}, {110, 25}}, Ink::nvlink, 2, Dash::solid, Arrow::end, Halo::paper, "a", "b:c"}};
    scene.texts = {{10, 60, "note", 12}};
    scene.fit(10);
    return scene;
}

TEST_CASE("boxes with names are nodes, lines that join them edges") {
    const std::string svg = svg_of(sample());
    CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    CHECK(svg.ends_with("</svg>\n"));
    CHECK(occurrences(svg, "<g class=\"node\"><title>") == 2);
    CHECK(occurrences(svg, "<g class=\"edge\"><title>a--b:c</title>") == 1);
    CHECK(occurrences(svg, ">one</text>") == 1);
    CHECK(occurrences(svg, ">two</text>") == 1);
    CHECK(svg.find("aria-label=\"two &lt;boxes&gt;\"") != std::string::npos);
    CHECK(svg.find("url(#stripes-idle)") != std::string::npos);
}

// A head of four widths, 8 pixels, whose tip is the line's end; its halo leaves two pixels at both ends.
TEST_CASE("no halo covers an arrow's head, or what a line ends at") {
    Scene scene = sample();
    scene.lines.push_back({{{90, 10}, {90, 50}}, Ink::network, 2, Dash::solid, Arrow::none, Halo::paper});
    const std::string svg = svg_of(scene);
    const std::size_t head = svg.find("<path class=\"f-nvlink\" d=\"M110 25L102 21L102 29z\"/>");
    REQUIRE(head != std::string::npos);
    CHECK(svg.find("<path class=\"l s-paper\" d=\"M72 25L108 25\"") != std::string::npos);
    CHECK(svg.rfind("s-paper") < head);
}

TEST_CASE("a crossed box has its diagonals, which keep off its label") {
    Scene scene;
    scene.boxes.push_back({0, 0, 40, 30, missing_style()});
    scene.boxes.push_back(scene.boxes[0]);
    scene.boxes[1].label = "gone";
    scene.boxes[1].font = 8;  // with a pixel above and below, a third of the height
    const std::string svg = svg_of(scene);
    CHECK(svg.find("d=\"M0 0L40 30M0 30L40 0\"") != std::string::npos);
    CHECK(svg.find("d=\"M0 0L13.33 10M40 0L26.67 10M0 30L13.33 20M40 30L26.67 20\"") != std::string::npos);
}

TEST_CASE("a shade has its colour for light and for dark, and text that reads on each") {
    Scene scene;
    scene.boxes.push_back({0, 0, 40, 30, {Shade{{253, 240, 190}, {18, 36, 92}}, Ink::none}});
    scene.boxes[0].label = "1";
    const std::string svg = svg_of(scene);
    const std::size_t dark = svg.find("prefers-color-scheme:dark");
    CHECK(svg.find(".h-fdf0be-12245c{fill:#fdf0be}.i-fdf0be-12245c{fill:#000000}") < dark);
    CHECK(svg.find(".h-fdf0be-12245c{fill:#12245c}.i-fdf0be-12245c{fill:#ffffff}", dark) !=
          std::string::npos);
    CHECK(svg.find("<rect x=\"0\" y=\"0\" width=\"40\" height=\"30\" class=\"h-fdf0be-12245c\"/>") !=
          std::string::npos);
    CHECK(svg.find("class=\"m i-fdf0be-12245c\"") != std::string::npos);
}

TEST_CASE("light and dark, no script, nothing from elsewhere, the same bytes every time") {
    const std::string svg = svg_of(sample());
    CHECK(svg.find("prefers-color-scheme:dark") != std::string::npos);
    CHECK(svg.find("<script") == std::string::npos);
    CHECK(occurrences(svg, "http") == 1);  // the name space
    CHECK(svg == svg_of(sample()));
}

TEST_CASE("names cannot break out") {
    for (const std::string& name : test::nasty_names()) {
        Scene scene = sample();
        scene.title = scene.boxes[0].name = scene.boxes[0].label = scene.texts[0].text = scene.lines[0].from =
            name;
        const std::string svg = svg_of(scene);
        CHECK(svg.find("<script") == std::string::npos);
        CHECK(svg.find("<b>") == std::string::npos);
        CHECK(svg.find("<!--") == std::string::npos);
        CHECK(svg.find('\x1B') == std::string::npos);
        CHECK(svg.find('\xFF') == std::string::npos);
        CHECK(occurrences(svg, "<g class=\"node\">") == 2);
    }
}

TEST_CASE("lines lie under boxes or over them") {
    Scene scene = sample();
    const std::string under = svg_of(scene);
    CHECK(under.find("class=\"edge\"") < under.find("class=\"node\""));
    scene.order = LineOrder::over_boxes;
    const std::string over = svg_of(scene);
    CHECK(over.find("class=\"edge\"") > over.rfind("class=\"node\""));
}

TEST_CASE("plain neighbours share a path") {
    Scene scene;
    for (int i = 0; i < 100; ++i) scene.boxes.push_back({i * 5.0, 0, 4, 4, {Rgb{1, 2, 3}, Ink::none}});
    scene.boxes.push_back({0, 9, 4, 4, {Rgb{4, 5, 6}, Ink::none}});
    scene.fit(1);
    CHECK(occurrences(svg_of(scene), "<path") == 2);
    CHECK(occurrences(svg_of(scene), "h4v4h-4z") == 101);
}

}  // namespace
}  // namespace railyard::diagram
