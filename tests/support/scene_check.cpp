#include "tests/support/scene_check.hpp"

#include <algorithm>
#include <cmath>

namespace railyard::test {
namespace {

using diagram::Box;
using diagram::Extent;
using diagram::Scene;
using diagram::Text;

constexpr double tolerance = 0.6;  // pixels

bool overlap(const Extent& a, const Extent& b) {
    return a.left < b.right - tolerance && b.left < a.right - tolerance && a.top < b.bottom - tolerance &&
           b.top < a.bottom - tolerance;
}

bool inside(const Extent& a, const Extent& b) {
    return a.left >= b.left - tolerance && a.right <= b.right + tolerance && a.top >= b.top - tolerance &&
           a.bottom <= b.bottom + tolerance;
}

struct Written {
    Extent extent;
    std::string text;
};

}  // namespace

std::vector<std::string> reading_problems(const Scene& scene) {
    constexpr std::size_t most = 20;
    std::vector<std::string> problems;
    std::vector<Written> written;
    const Extent whole{0, 0, scene.width, scene.height};
    for (const Box& box : scene.boxes) {
        if (!inside(extent_of(box), whole)) problems.push_back("box out of the picture: " + box.name);
        if (box.label.empty()) continue;
        if (box.font < 5) problems.push_back("too small to read: " + box.label);
        if (!inside(label_extent(box), extent_of(box)))
            problems.push_back("label leaves its box: " + box.label);
        written.push_back({label_extent(box), box.label});
    }
    for (const Text& text : scene.texts) {
        if (text.text.find('\n') != std::string::npos) problems.push_back("two lines: " + text.text);
        if (!inside(extent_of(text), whole)) problems.push_back("text out of the picture: " + text.text);
        if (!text.text.empty()) written.push_back({extent_of(text), text.text});
    }
    std::sort(written.begin(), written.end(),
              [](const Written& a, const Written& b) { return a.extent.top < b.extent.top; });
    for (std::size_t i = 0; i < written.size() && problems.size() < most; ++i) {
        for (std::size_t j = i + 1; j < written.size(); ++j) {
            if (written[j].extent.top > written[i].extent.bottom) break;
            if (overlap(written[i].extent, written[j].extent))
                problems.push_back("'" + written[i].text + "' lies on '" + written[j].text + "'");
        }
    }
    problems.resize(std::min(problems.size(), most));
    return problems;
}

std::vector<std::string> crossed_words(const Scene& scene) {
    constexpr std::size_t most = 20;
    const bool is_over = scene.order == diagram::LineOrder::over_boxes;
    std::vector<Written> written;
    for (const Box& box : scene.boxes) {
        if (is_over && !box.label.empty()) written.push_back({label_extent(box), box.label});
    }
    for (const Text& text : scene.texts) {
        if (is_over || text.ground == diagram::Ground::clear) written.push_back({extent_of(text), text.text});
    }
    std::vector<std::string> problems;
    for (const diagram::Line& line : scene.lines) {
        for (std::size_t i = 1; i < line.points.size(); ++i) {
            // Points along a piece, a pixel apart at most.
            const diagram::Point a = line.points[i - 1];
            const diagram::Point b = line.points[i];
            const double length = std::max(std::abs(a.x - b.x), std::abs(a.y - b.y));
            for (const Written& words : written) {
                const Extent& e = words.extent;
                if (std::max(a.x, b.x) < e.left || std::min(a.x, b.x) > e.right ||
                    std::max(a.y, b.y) < e.top || std::min(a.y, b.y) > e.bottom)
                    continue;
                for (double at = 0; at <= length && problems.size() < most; ++at) {
                    const double part = length > 0 ? at / length : 0;
                    const double x = a.x + (b.x - a.x) * part;
                    const double y = a.y + (b.y - a.y) * part;
                    if (x < e.left + tolerance || x > e.right - tolerance || y < e.top + tolerance ||
                        y > e.bottom - tolerance)
                        continue;
                    problems.push_back("a line runs through '" + words.text + "'");
                    break;
                }
            }
        }
    }
    return problems;
}

std::size_t occurrences(std::string_view text, std::string_view word) {
    std::size_t found = 0;
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + word.size()))
        ++found;
    return found;
}

const std::vector<std::string>& nasty_names() {
    static const std::vector<std::string> names = {"say \"no\" 'twice'",
                                                   "<script>alert(1)</script>",
                                                   "<b>bold</b>&amp;&lt;",
                                                   "two\nlines",
                                                   "a:b:c",
                                                   "back\\slash\\n\\N\\G",
                                                   "]]>--><!--",
                                                   "\xFF\xC0\x80\xED\xA0\x80",
                                                   "\x01\x1B[31mred",
                                                   std::string(10'000, 'x'),
                                                   "{a|b}[c]",
                                                   "\xC2\xB5s and \xE2\x82\xAC"};
    return names;
}

}  // namespace railyard::test
