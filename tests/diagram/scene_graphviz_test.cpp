#include "railyard/diagram/scene_graphviz.hpp"

#include <doctest/doctest.h>
#include <graphviz/cgraph.h>

#include <cstddef>
#include <set>
#include <string>

#include "tests/support/scene_check.hpp"

namespace railyard::diagram {
namespace {

Scene two_boxes(const std::string& name, const std::string& label) {
    Scene scene;
    Box a{10, 20, 72, 36, {Ink::idle, Ink::frame}};
    a.name = name;
    a.label = label;
    Box b{200, 20, 36, 36, {Rgb{18, 36, 92}, Ink::frame}};
    b.name = "other";
    scene.boxes = {a, b};
    scene.lines = {
        {{{82, 38}, {200, 38}}, Ink::nvlink, 2, Dash::dashed, Arrow::end, Halo::none, name, "other"}};
    scene.fit(10);
    return scene;
}

// What a reader of DOT finds.
struct ReadGraph {
    explicit ReadGraph(const std::string& dot) : graph(agmemread(dot.c_str())) {}
    ~ReadGraph() {
        if (graph != nullptr) agclose(graph);
    }
    ReadGraph(const ReadGraph&) = delete;
    ReadGraph& operator=(const ReadGraph&) = delete;

    [[nodiscard]] std::string of(const std::string& node, const std::string& attribute) const {
        Agnode_t* found = agnode(graph, const_cast<char*>(node.c_str()), 0);
        if (found == nullptr) return "(no such node)";
        const char* value = agget(found, const_cast<char*>(attribute.c_str()));
        return value == nullptr ? "" : value;
    }
    Agraph_t* graph;
};

TEST_CASE("DOT has every node pinned, of a fixed size, and the edges between them") {
    const ReadGraph read(graphviz_of(two_boxes("a", "one\ntwo"), GraphvizOutput::dot));
    REQUIRE(read.graph != nullptr);
    CHECK(agnnodes(read.graph) == 3);  // and the paper
    CHECK(agnedges(read.graph) == 1);
    // The scene is 66 high; the middle of the box at (46, 38) is 28 from below. A point is 1/72 inch.
    CHECK(read.of("a", "pos") == "46,28");
    CHECK(read.of("a", "width") == "1.0000");
    CHECK(read.of("a", "height") == "0.5000");
    CHECK(read.of("a", "fixedsize") == "shape");  // "true" warns of every text
    CHECK(read.of("a", "label") == "one\\ntwo");
    // A box without text says so: Graphviz's own programs would draw its name.
    CHECK(graphviz_of(two_boxes("a", ""), GraphvizOutput::dot).find("label=\"\"") != std::string::npos);
}

// All crosses of one ink and width are one edge, whose pieces are set apart by semicolons: two for each box.
TEST_CASE("boxes that are crossed out are so in DOT") {
    Scene scene;
    for (const double x : {0.0, 50.0}) scene.boxes.push_back({x, 0, 40, 30, missing_style()});
    scene.fit(0);
    const std::string dot = graphviz_of(scene, GraphvizOutput::dot);
    CHECK(test::occurrences(dot, " -- ") == 1);
    CHECK(test::occurrences(dot, ";0,0 0,0 40,30 40,30;") == 1);
    CHECK(!graphviz_of(scene, GraphvizOutput::png).empty());
}

TEST_CASE("crosses of small boxes are as thin as their frames, as in SVG") {
    Scene scene;
    scene.boxes.push_back({0, 0, 40, 30, missing_style()});
    scene.boxes.push_back({50, 0, 10, 6, missing_style()});
    scene.boxes.back().style.stroke_width = 0.5;
    scene.fit(0);
    const std::string dot = graphviz_of(scene, GraphvizOutput::dot);
    CHECK(test::occurrences(dot, " -- ") == 2);
    CHECK(test::occurrences(dot.substr(dot.find(" -- ")), "penwidth=0.5") == 1);
}

// Edges may lie under boxes: then the PNG of a box whose cross is hidden is that of the same box without one.
TEST_CASE("a box that is crossed out is so in PNG, whether lines lie under or over boxes") {
    for (const LineOrder order : {LineOrder::under_boxes, LineOrder::over_boxes}) {
        const auto png_with = [&](Pattern pattern) {
            Scene scene;
            scene.order = order;
            scene.boxes.push_back({10, 10, 40, 30, missing_style()});
            scene.boxes.back().style.pattern = pattern;
            scene.fit(10);
            return graphviz_of(scene, GraphvizOutput::png);
        };
        CHECK(png_with(Pattern::crossed) != png_with(Pattern::plain));
    }
}

TEST_CASE("every kind of line looks another way in PNG, with an arrow and without") {
    for (const Arrow arrow : {Arrow::none, Arrow::end}) {
        std::set<std::string> seen;
        for (const Dash dash : {Dash::solid, Dash::dashed, Dash::dotted, Dash::dash_dot, Dash::dash_dot_dot,
                                Dash::long_dashes}) {
            Scene scene = two_boxes("a", "");
            scene.lines.front().dash = dash;
            scene.lines.front().arrow = arrow;
            CHECK(seen.insert(graphviz_of(scene, GraphvizOutput::png)).second);
        }
    }
}

// From 82 to 200, the head ends there: its point is named in the last piece alone. A dash and a dot of a line
// two pixels wide take 6 + 4 + 2 + 4 pixels.
TEST_CASE("a dash and a dot in turn are pieces of one edge") {
    Scene scene = two_boxes("a", "");
    scene.lines.front().dash = Dash::dash_dot;
    std::string dot = graphviz_of(scene, GraphvizOutput::dot);
    for (std::size_t at = dot.find("\\\n"); at != std::string::npos; at = dot.find("\\\n")) dot.erase(at, 2);
    CHECK(test::occurrences(dot, " -- ") == 1);
    CHECK(dot.find("82,28 82,28 88,28 88,28;92,28 92,28 94,28 94,28;98,28") != std::string::npos);
    CHECK(test::occurrences(dot, "e,200,28 ") == 1);
    CHECK(dot.find("style=dotted") == std::string::npos);
    scene.lines.front().dash = Dash::dashed;
    CHECK(graphviz_of(scene, GraphvizOutput::dot).find("style=dashed") != std::string::npos);
    // Dashes of Graphviz are as long as a line of 5 pixels is wide.
    scene.lines.front().width = 5;
    CHECK(graphviz_of(scene, GraphvizOutput::dot).find("style=dashed") == std::string::npos);
}

TEST_CASE("names and labels of any kind come back as they were") {
    for (const std::string& name : test::nasty_names()) {
        const std::string dot = graphviz_of(two_boxes(name, name), GraphvizOutput::dot);
        const ReadGraph read(dot);
        REQUIRE(read.graph != nullptr);
        CHECK(agnnodes(read.graph) == 3);
        CHECK(agnedges(read.graph) == 1);
        if (name == "a:b:c") CHECK(read.of(name, "label") == name);
        if (name.starts_with("say")) CHECK(read.of(name, "label") == name);
        if (name.starts_with("<script>")) CHECK(read.of(name, "label") == name);
        if (name.starts_with("back")) CHECK(read.of(name, "label") == "back\\\\slash\\\\n\\\\N\\\\G");
        CHECK(dot.find('\x1B') == std::string::npos);
        CHECK(dot.find('\xFF') == std::string::npos);
    }
}

TEST_CASE("the same scene is the same DOT, and PNG draws names of any kind too") {
    for (const std::string& name : test::nasty_names()) {
        const Scene scene = two_boxes(name, name.substr(0, 100));
        CHECK(graphviz_of(scene, GraphvizOutput::dot) == graphviz_of(scene, GraphvizOutput::dot));
        CHECK(graphviz_of(scene, GraphvizOutput::png).size() > 500);
    }
}

// The header of a PNG has width and height in its bytes 16 to 23, most significant first.
TEST_CASE("a PNG has two pixels for each of the scene") {
    Scene scene = two_boxes("a", "b");
    const std::string png = graphviz_of(scene, GraphvizOutput::png);
    const auto number_at = [&](std::size_t at) {
        std::size_t number = 0;
        for (std::size_t i = at; i < at + 4; ++i)
            number = number * 256 + static_cast<unsigned char>(png.at(i));
        return static_cast<double>(number);
    };
    CHECK(number_at(16) == doctest::Approx(2 * scene.width).epsilon(0.02));
    CHECK(number_at(20) == doctest::Approx(2 * scene.height).epsilon(0.03));
}

TEST_CASE("an empty scene is an empty picture") {
    CHECK(graphviz_of({}, GraphvizOutput::dot).starts_with("graph railyard {"));
    CHECK(!graphviz_of({}, GraphvizOutput::png).empty());
}

}  // namespace
}  // namespace railyard::diagram
