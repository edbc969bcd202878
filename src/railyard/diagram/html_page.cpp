#include "railyard/diagram/html_page.hpp"

#include <algorithm>

#include "railyard/diagram/escape.hpp"
#include "railyard/diagram/scene_pages.hpp"
#include "railyard/diagram/scene_svg.hpp"
#include "railyard/diagram/svg_parts.hpp"
#include "railyard/diagram/text_fit.hpp"

namespace railyard::diagram {
namespace {

constexpr const char* style = R"(
:root{color-scheme:light dark;--paper:#fff;--text:#1d2733;--quiet:#5a6673;--line:#cdd3da;--tile:#f3f5f8}
@media (prefers-color-scheme:dark){:root{--paper:#14181d;--text:#e6eaee;--quiet:#9aa5b1;--line:#3a434d;--tile:#1d232a}}
*{box-sizing:border-box}
body{margin:0 auto;padding:24px;max-width:1180px;background:var(--paper);color:var(--text);font-size:15px;line-height:1.45}
h1{font-size:26px;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:19px;margin:34px 0 8px;overflow-wrap:anywhere}
p{margin:6px 0;overflow-wrap:anywhere}
.quiet{color:var(--quiet)}
.figures{display:flex;flex-wrap:wrap;gap:12px;margin:18px 0}
.figures div{background:var(--tile);border-radius:6px;padding:10px 16px;min-width:150px}
.figures b{display:block;font-size:21px}
.figures span{color:var(--quiet);font-size:13px}
.table{overflow-x:auto;margin:10px 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:4px 14px 4px 0;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left}
th{font-weight:600;color:var(--quiet);white-space:normal;vertical-align:bottom}
figure{margin:14px 0}
figure svg{max-width:100%;height:auto;display:block}
@page{margin:12mm}
@page wide{size:landscape}
@media print{body{padding:0;max-width:none;font-size:12px}.table{overflow:visible}table{font-size:11px}th,td{padding:3px 8px 3px 0}.figures{gap:8px}.figures div{min-width:0;padding:6px 10px}figure svg,table,tr,.figures div{break-inside:avoid}h2,h2+p{break-after:avoid}figure svg{max-height:225mm}.wide{page:wide}.wide svg{max-height:175mm}}
)";

// Pixels of paper between the margins, A4, as the rules above have it.
struct Paper {
    double width = 0;
    double height = 0;
    [[nodiscard]] double scale(const Scene& scene, double most) const {
        return std::min({1.0, width / std::max(1.0, scene.width), height / std::max(1.0, most)});
    }
};
constexpr double per_millimetre = 96 / 25.4;
constexpr Paper upright = {186 * per_millimetre, 225 * per_millimetre};
constexpr Paper lying = {273 * per_millimetre, 175 * per_millimetre};
constexpr double least_print = 8;  // pixels: 6 points
constexpr double page_height = 273 * per_millimetre;
// What title, figures in three rows and the picture's heading take of it, seen in Chromium.
constexpr double summary_height = 82 * per_millimetre;

// A picture as figures have it: cut where it is taller than a page, on a page that lies where that makes
// small letters larger.
struct Figure {
    std::vector<Scene> parts;
    bool is_wide = false;
};

Figure figure_of(const Scene& picture) {
    Figure figure;
    figure.parts = parts_of(picture, upright.height / upright.scale(picture, 0));
    double tallest = 0;
    for (const Scene& part : figure.parts) tallest = std::max(tallest, part.height);
    const double scale = upright.scale(picture, tallest);
    const bool is_small = smallest_text(picture) * scale < least_print;
    figure.is_wide = is_small && lying.scale(picture, tallest) > scale;
    return figure;
}

void add_table(std::string& page, const HtmlTable& table) {
    page += "<div class=\"table\" data-may-scroll><table>\n<thead><tr>";
    for (const std::string& title : table.titles) page += "<th scope=\"col\">" + xml_escaped(title) + "</th>";
    page += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
        page += "<tr>";
        for (const std::string& cell : row) page += "<td>" + xml_escaped(cell) + "</td>";
        page += "</tr>\n";
    }
    page += "</tbody></table></div>\n";
}

void add_section(std::string& page, const HtmlSection& section) {
    std::vector<Figure> figures;
    for (const Scene& picture : section.pictures) figures.push_back(figure_of(picture));
    // A title stands on the page of what follows it.
    const bool is_wide =
        section.words.empty() && section.tables.empty() && !figures.empty() && figures.front().is_wide;
    page += std::string("<section>\n<h2") + (is_wide ? " class=\"wide\">" : ">") +
            xml_escaped(section.title) + "</h2>\n";
    for (const std::string& words : section.words) page += "<p>" + xml_escaped(words) + "</p>\n";
    for (const HtmlTable& table : section.tables) add_table(page, table);
    for (const Figure& figure : figures) {
        page += figure.is_wide ? "<figure class=\"wide\">\n" : "<figure>\n";
        for (const Scene& part : figure.parts) page += svg_of(part);
        page += "</figure>\n";
    }
    page += "</section>\n";
}

}  // namespace

bool fits_first_page(const Scene& picture) {
    const Figure figure = figure_of(picture);
    if (figure.is_wide || figure.parts.size() > 1) return false;
    return picture.height * upright.scale(picture, picture.height) <= page_height - summary_height;
}

std::string html_of(const HtmlPage& page) {
    // Titles of any length are cut where no window would show them.
    constexpr double longest = 4000;
    const std::string title = xml_escaped(cut_to(page.title, longest, 16));
    std::string text =
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n<title>" +
        title + "</title>\n<style>" + style + "body{font-family:" + svg_fonts +
        "}\n</style>\n</head>\n<body>\n<main>\n";
    text += "<h1>" + title + "</h1>\n<p class=\"quiet\">" + xml_escaped(cut_to(page.subtitle, longest, 16)) +
            "</p>\n";
    text += "<div class=\"figures\">\n";
    for (const KeyFigure& figure : page.figures)
        text += "<div><b>" + xml_escaped(figure.value) + "</b><span>" + xml_escaped(figure.words) +
                "</span></div>\n";
    text += "</div>\n";
    for (const HtmlSection& section : page.sections) add_section(text, section);
    return text + "</main>\n</body>\n</html>\n";
}

}  // namespace railyard::diagram
