#pragma once
// A picture before it is drawn: boxes, lines and text at places of our own choice, in pixels, y downwards.
// All pictures of this room but the two oldest charts are scenes; scene_svg.hpp and scene_graphviz.hpp draw
// them.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "railyard/diagram/palette.hpp"

namespace railyard::diagram {

struct Point {
    double x = 0;
    double y = 0;
};

enum class Shape : std::uint8_t { rectangle, ellipse, diamond };
enum class Dash : std::uint8_t { solid, dashed, dotted, dash_dot, dash_dot_dot, long_dashes };
enum class Pattern : std::uint8_t { plain, striped, crossed };
enum class Align : std::uint8_t { start, middle, end };
enum class Weight : std::uint8_t { normal, bold };
enum class Arrow : std::uint8_t { none, end };
enum class Halo : std::uint8_t { none, paper };

struct BoxStyle {
    Fill fill = Ink::none;
    Ink stroke = Ink::frame;
    double stroke_width = 1;
    Dash dash = Dash::solid;
    Pattern pattern = Pattern::plain;  // striped: fill and paper in turn; crossed: its diagonals in `stroke`
    double corner = 0;                 // radius
    Shape shape = Shape::rectangle;
    bool operator==(const BoxStyle&) const = default;
};

// How what is unavailable is drawn everywhere.
BoxStyle missing_style();

// The label stands in the middle, a newline starts a new line; it must be as narrow as the box
// (text_fit.hpp). A name makes the box a node of its own in DOT and in SVG; names differ.
struct Box {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
    BoxStyle style;
    std::string name{};
    std::string tip{};  // shown when a viewer points at it; empty: the name
    std::string label{};
    double font = 11;
    Weight weight = Weight::normal;

    [[nodiscard]] Point middle() const { return {x + width / 2, y + height / 2}; }
};

// Through all points. A halo sets it off from what it crosses (in SVG). `from` and `to` name the boxes that
// it joins (both or none).
struct Line {
    std::vector<Point> points;
    Ink stroke = Ink::frame;
    double width = 1;
    Dash dash = Dash::solid;
    Arrow arrow = Arrow::none;
    Halo halo = Halo::none;
    std::string from{};
    std::string to{};
    std::string tip{};
};

// One line of text; y is its baseline. On `ground` it has paper behind it, so that lines do not cross it.
enum class Ground : std::uint8_t { clear, paper };
struct Text {
    double x = 0;
    double y = 0;
    std::string text;
    double size = 12;
    Align align = Align::start;
    Ink ink = Ink::text;
    Weight weight = Weight::normal;
    Ground ground = Ground::clear;
    std::string tip{};  // shown when a viewer points at it
};

enum class LineOrder : std::uint8_t { under_boxes, over_boxes };

struct Scene {
    double width = 0;
    double height = 0;
    std::string title;  // one line of text: what a reader who cannot see it is told
    std::vector<Box> boxes;
    std::vector<Line> lines;
    std::vector<Text> texts;
    LineOrder order = LineOrder::under_boxes;
    std::vector<double> breaks{};  // y, rising: where a page may end

    // Makes the scene as large as what it holds and a margin.
    void fit(double margin);
};

// Space that a text takes, in pixels.
struct Extent {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;
};
Extent extent_of(const Text& text);
Extent extent_of(const Box& box);
// Of the label inside a box.
Extent label_extent(const Box& box);

// The diagonals of a crossed box; where it has a label, what of them is above and below it.
std::vector<std::pair<Point, Point>> cross_of(const Box& box);

inline constexpr double line_height = 1.2;  // of a font's size

// Adds a text of at most `width` pixels; what is cut off it can be read by pointing at it.
void add_text(Scene& scene, Text text, double width);

// The words at the top of every picture; returns where the next thing may begin.
double add_heading(Scene& scene, double left, std::string_view title, const std::vector<std::string>& lines);

}  // namespace railyard::diagram
