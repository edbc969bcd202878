#include "railyard/diagram/scene.hpp"

#include <algorithm>
#include <utility>

#include "railyard/diagram/text_fit.hpp"

namespace railyard::diagram {
namespace {

constexpr double ascent = 0.8;  // of a font's size, above the baseline
constexpr double descent = 0.24;
constexpr double bold_is_wider = 1.12;

double width_of(std::string_view text, double size, Weight weight) {
    return text_width(text, size) * (weight == Weight::bold ? bold_is_wider : 1);
}

}  // namespace

Extent extent_of(const Text& text) {
    const double width = width_of(text.text, text.size, text.weight);
    const double left = text.align == Align::start    ? text.x
                        : text.align == Align::middle ? text.x - width / 2
                                                      : text.x - width;
    return {left, text.y - ascent * text.size, left + width, text.y + descent * text.size};
}

Extent extent_of(const Box& box) {
    return {box.x, box.y, box.x + box.width, box.y + box.height};
}

Extent label_extent(const Box& box) {
    const auto lines = static_cast<double>(std::count(box.label.begin(), box.label.end(), '\n') + 1);
    const double width = width_of(box.label, box.font, box.weight);
    const double height = box.font * (1 + (lines - 1) * line_height);
    const Point middle = box.middle();
    return {middle.x - width / 2, middle.y - height / 2, middle.x + width / 2, middle.y + height / 2};
}

BoxStyle missing_style() {
    return {Ink::paper, Ink::missing, 1, Dash::solid, Pattern::crossed};
}

std::vector<std::pair<Point, Point>> cross_of(const Box& box) {
    const Extent e = extent_of(box);
    const Point middle = box.middle();
    const double band = box.label.empty() ? 0 : (label_extent(box).bottom - label_extent(box).top) / 2 + 1;
    const double part = box.height > 0 ? std::max(0.0, 1 - 2 * band / box.height) : 0;
    if (part <= 0) return {};
    if (box.label.empty())
        return {{{e.left, e.top}, {e.right, e.bottom}}, {{e.left, e.bottom}, {e.right, e.top}}};
    std::vector<std::pair<Point, Point>> pieces;
    for (const Point corner :
         {Point{e.left, e.top}, {e.right, e.top}, {e.left, e.bottom}, {e.right, e.bottom}})
        pieces.push_back(
            {corner, {corner.x + (middle.x - corner.x) * part, corner.y + (middle.y - corner.y) * part}});
    return pieces;
}

void Scene::fit(double margin) {
    double right = 0;
    double bottom = 0;
    const auto grow = [&](double x, double y) {
        right = std::max(right, x);
        bottom = std::max(bottom, y);
    };
    for (const Box& box : boxes) grow(extent_of(box).right, extent_of(box).bottom);
    for (const Text& text : texts) grow(extent_of(text).right, extent_of(text).bottom);
    for (const Line& line : lines) {
        for (const Point& point : line.points) grow(point.x, point.y);
    }
    width = right + margin;
    height = bottom + margin;
}

void add_text(Scene& scene, Text text, double width) {
    std::string whole = std::move(text.text);
    text.text = cut_to(whole, text.weight == Weight::bold ? width / bold_is_wider : width, text.size);
    if (text.text.size() < whole.size()) text.tip = std::move(whole);
    scene.texts.push_back(std::move(text));
}

double add_heading(Scene& scene, double left, std::string_view title, const std::vector<std::string>& lines) {
    constexpr double widest = 900;
    constexpr double title_size = 17;
    double y = 30;
    scene.title = cut_to(title, 4 * widest, title_size);
    add_text(scene, {left, y, std::string(title), title_size, Align::start, Ink::text, Weight::bold}, widest);
    for (const std::string& line : lines) {
        y += 18;
        add_text(scene, {left, y, line, 12, Align::start, Ink::quiet}, widest);
    }
    return y + 18;
}

}  // namespace railyard::diagram
