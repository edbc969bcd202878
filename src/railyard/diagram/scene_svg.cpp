#include "railyard/diagram/scene_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <variant>

#include "railyard/diagram/dashes.hpp"
#include "railyard/diagram/escape.hpp"
#include "railyard/diagram/svg_parts.hpp"

namespace railyard::diagram {
namespace {

std::string ink_rules(Rgb InkColours::*shade) {
    std::string rules;
    for (std::size_t i = 1; i < ink_count; ++i) {
        const InkColours& ink = colours_of(static_cast<Ink>(i));
        rules += fmt::format(".f-{0}{{fill:{1}}}.s-{0}{{stroke:{1}}}", ink.name, hex(ink.*shade));
    }
    return rules + "\n";
}

// Pictures on one page share the names of classes: this one says all of it.
std::string shade_name(const Shade& shade) {
    return hex(shade.light).substr(1) + "-" + hex(shade.dark).substr(1);
}

// h-: a box of this shade, i-: text on it.
std::string shade_rules(const std::vector<Shade>& shades, Rgb Shade::*shade) {
    std::string rules;
    for (const Shade& s : shades) {
        rules += fmt::format(".h-{0}{{fill:{1}}}.i-{0}{{fill:{2}}}", shade_name(s), hex(s.*shade),
                             hex(text_on(s.*shade)));
    }
    return rules.empty() ? "" : rules + "\n";
}

// One for each picture, however many there are on a page.
std::string style_sheet(const std::vector<Shade>& shades) {
    return std::string("<style>\nsvg.railyard{font-family:") + svg_fonts + "}\n" +
           ink_rules(&InkColours::light) + shade_rules(shades, &Shade::light) +
           ".n{fill:none}.m{text-anchor:middle}.e{text-anchor:end}" +
           ".b{font-weight:600}.l{fill:none;stroke-linejoin:round}\n" +
           "@media (prefers-color-scheme:dark){\n" + ink_rules(&InkColours::dark) +
           shade_rules(shades, &Shade::dark) + "}\n</style>\n";
}

std::string dashes(Dash dash, double width) {
    std::string pattern;
    for (const double length : dash_lengths(dash, width))
        pattern += (pattern.empty() ? "" : " ") + px(length);
    return pattern.empty() ? "" : " stroke-dasharray=\"" + pattern + "\"";
}

class SvgWriter {
  public:
    explicit SvgWriter(const Scene& scene) : scene_(scene) {}

    std::string text() {
        const std::string size = px(scene_.width) + " " + px(scene_.height);
        out_ = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"railyard\" viewBox=\"0 0 {}\" width=\"{}\" "
            "height=\"{}\" role=\"img\" aria-label=\"{}\">\n",
            size, px(scene_.width), px(scene_.height), xml_escaped(scene_.title));
        out_ += style_sheet(shades_used());
        patterns();
        out_ += fmt::format("<rect class=\"f-paper\" width=\"{}\" height=\"{}\"/>\n", px(scene_.width),
                            px(scene_.height));
        if (scene_.order == LineOrder::under_boxes) lines();
        boxes();
        if (scene_.order == LineOrder::over_boxes) lines();
        for (const Text& t : scene_.texts) write(t);
        return out_ + "</svg>\n";
    }

  private:
    [[nodiscard]] std::vector<Shade> shades_used() const {
        std::vector<Shade> seen;
        for (const Box& box : scene_.boxes) {
            const auto* shade = std::get_if<Shade>(&box.style.fill);
            if (shade != nullptr && std::find(seen.begin(), seen.end(), *shade) == seen.end())
                seen.push_back(*shade);
        }
        return seen;
    }

    static std::string pattern_id(const Fill& fill) {
        if (const auto* ink = std::get_if<Ink>(&fill)) return "stripes-" + std::string(colours_of(*ink).name);
        if (const auto* shade = std::get_if<Shade>(&fill)) return "stripes-" + shade_name(*shade);
        return "stripes-" + hex(std::get<Rgb>(fill)).substr(1);
    }

    // Stripes of every fill that wants them.
    void patterns() {
        std::vector<Fill> seen;
        for (const Box& box : scene_.boxes) {
            if (box.style.pattern != Pattern::striped) continue;
            if (std::find(seen.begin(), seen.end(), box.style.fill) != seen.end()) continue;
            seen.push_back(box.style.fill);
            out_ += fmt::format(
                "<defs><pattern id=\"{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
                "patternTransform=\"rotate(45)\"><rect class=\"f-paper\" width=\"6\" height=\"6\"/><rect {} "
                "width=\"3\" height=\"6\"/></pattern></defs>\n",
                pattern_id(box.style.fill), fill_of(box.style.fill));
        }
    }

    static std::string fill_of(const Fill& fill) {
        if (const auto* ink = std::get_if<Ink>(&fill)) {
            return *ink == Ink::none ? "class=\"n\"" : fmt::format("class=\"f-{}\"", colours_of(*ink).name);
        }
        if (const auto* shade = std::get_if<Shade>(&fill)) return "class=\"h-" + shade_name(*shade) + "\"";
        return "fill=\"" + hex(std::get<Rgb>(fill)) + "\"";
    }

    // Fill, stroke and dashes as attributes.
    static std::string paint_of(const BoxStyle& style) {
        std::string classes;
        std::string rest;
        if (style.pattern == Pattern::striped) {
            rest += " fill=\"url(#" + pattern_id(style.fill) + ")\"";
        } else if (const auto* ink = std::get_if<Ink>(&style.fill)) {
            classes += *ink == Ink::none ? "n" : fmt::format("f-{}", colours_of(*ink).name);
        } else if (const auto* shade = std::get_if<Shade>(&style.fill)) {
            classes += "h-" + shade_name(*shade);
        } else {
            rest += " fill=\"" + hex(std::get<Rgb>(style.fill)) + "\"";
        }
        if (style.stroke != Ink::none) {
            if (!classes.empty()) classes += ' ';
            classes += fmt::format("s-{}", colours_of(style.stroke).name);
            if (style.stroke_width != 1) rest += " stroke-width=\"" + px(style.stroke_width) + "\"";
            rest += dashes(style.dash, style.stroke_width);
        }
        return (classes.empty() ? "" : " class=\"" + classes + "\"") + rest;
    }

    static bool is_plain(const Box& box) {
        return box.name.empty() && box.tip.empty() && box.label.empty() && box.style.corner == 0 &&
               box.style.shape == Shape::rectangle;
    }

    // Plain neighbours of one style are one path.
    void boxes() {
        const auto& all = scene_.boxes;
        for (std::size_t i = 0; i < all.size();) {
            if (!is_plain(all[i])) {
                write(all[i++]);
                continue;
            }
            const BoxStyle& style = all[i].style;
            out_ += "<path" + paint_of(style) + " d=\"";
            std::string crosses;
            for (; i < all.size() && is_plain(all[i]) && all[i].style == style; ++i) {
                const Box& box = all[i];
                out_ += "M" + px(box.x) + " " + px(box.y) + "h" + px(box.width) + "v" + px(box.height) +
                        "h-" + px(box.width) + "z";
                if (style.pattern == Pattern::crossed) crosses += cross(box);
            }
            out_ += "\"/>\n";
            write_crosses(style, crosses);
        }
    }

    static std::string cross(const Box& box) {
        std::string way;
        for (const auto& [from, to] : cross_of(box))
            way += "M" + px(from.x) + " " + px(from.y) + "L" + px(to.x) + " " + px(to.y);
        return way;
    }

    void write_crosses(const BoxStyle& style, const std::string& way) {
        if (way.empty()) return;
        out_ += fmt::format("<path class=\"l s-{}\" stroke-width=\"{}\" d=\"{}\"/>\n",
                            colours_of(style.stroke).name, px(std::min(1.0, style.stroke_width)), way);
    }

    void outline(const Box& box) {
        const Point middle = box.middle();
        switch (box.style.shape) {
            case Shape::rectangle:
                out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", px(box.x),
                                    px(box.y), px(box.width), px(box.height));
                if (box.style.corner > 0) out_ += " rx=\"" + px(box.style.corner) + "\"";
                break;
            case Shape::ellipse:
                out_ += fmt::format("<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"", px(middle.x),
                                    px(middle.y), px(box.width / 2), px(box.height / 2));
                break;
            case Shape::diamond:
                out_ += fmt::format("<path d=\"M{} {}L{} {}L{} {}L{} {}z\"", px(middle.x), px(box.y),
                                    px(box.x + box.width), px(middle.y), px(middle.x), px(box.y + box.height),
                                    px(box.x), px(middle.y));
                break;
        }
        out_ += paint_of(box.style) + "/>";
    }

    static std::string title_of(const std::string& tip, const std::string& name) {
        const std::string& text = tip.empty() ? name : tip;
        return text.empty() ? "" : "<title>" + xml_escaped(text) + "</title>";
    }

    void write(const Box& box) {
        out_ += box.name.empty() ? "<g>" : "<g class=\"node\">";
        out_ += title_of(box.tip, box.name);
        outline(box);
        if (box.style.pattern == Pattern::crossed) write_crosses(box.style, cross(box));
        if (!box.label.empty()) label(box);
        out_ += "</g>\n";
    }

    void label(const Box& box) {
        const bool is_plain = box.style.pattern == Pattern::plain;
        std::string ink = " class=\"m f-text\"";
        if (const auto* rgb = std::get_if<Rgb>(&box.style.fill); rgb != nullptr && is_plain)
            ink = " class=\"m\" fill=\"" + hex(text_on(*rgb)) + "\"";
        if (const auto* shade = std::get_if<Shade>(&box.style.fill); shade != nullptr && is_plain)
            ink = " class=\"m i-" + shade_name(*shade) + "\"";
        const Extent extent = label_extent(box);
        double y = extent.top + 0.84 * box.font;
        std::size_t begin = 0;
        while (begin <= box.label.size()) {
            const std::size_t end = std::min(box.label.find('\n', begin), box.label.size());
            out_ +=
                fmt::format("<text{} x=\"{}\" y=\"{}\" font-size=\"{}\"{}>{}</text>", ink, px(box.middle().x),
                            px(y), px(box.font), box.weight == Weight::bold ? " font-weight=\"600\"" : "",
                            xml_escaped(std::string_view(box.label).substr(begin, end - begin)));
            y += line_height * box.font;
            begin = end + 1;
        }
    }

    void lines() {
        for (const Line& line : scene_.lines) write(line);
        // Last, so that the halo of no other line covers one.
        for (const Line& line : scene_.lines) head(line);
    }

    void head(const Line& line) {
        if (line.arrow == Arrow::none || line.points.size() < 2) return;
        const Point tip = line.points.back();
        const Point before = line.points[line.points.size() - 2];
        const double length = std::hypot(tip.x - before.x, tip.y - before.y);
        if (length <= 0) return;
        const double size = 4 * line.width;
        const Point along = {(tip.x - before.x) / length * size, (tip.y - before.y) / length * size};
        const auto corner = [&](double side) {
            return "L" + px(tip.x - along.x - side * along.y / 2) + " " +
                   px(tip.y - along.y + side * along.x / 2);
        };
        out_ += fmt::format("<path class=\"f-{}\" d=\"M{} {}{}{}z\"/>\n", colours_of(line.stroke).name,
                            px(tip.x), px(tip.y), corner(-1), corner(1));
    }

    // Without its first and last two pixels: what the line begins and ends at is not covered.
    static std::string halo_of(const Line& line) {
        std::vector<Point> points = line.points;
        const auto shorten = [](Point& end, Point towards) {
            const double length = std::hypot(towards.x - end.x, towards.y - end.y);
            const double part = length > 0 ? std::min(1.0, 2 / length) : 0;
            end = {end.x + (towards.x - end.x) * part, end.y + (towards.y - end.y) * part};
        };
        if (points.size() > 1) {
            shorten(points.front(), points[1]);
            shorten(points.back(), points[points.size() - 2]);
        }
        return way_of(points);
    }

    static std::string way_of(const std::vector<Point>& points) {
        std::string way;
        for (const Point& point : points) way += (way.empty() ? "M" : "L") + px(point.x) + " " + px(point.y);
        return way;
    }

    void write(const Line& line) {
        if (line.points.empty()) return;
        const bool joins = !line.from.empty();
        if (joins) {
            const std::string tip = line.tip.empty() ? line.from + "--" + line.to : line.tip;
            out_ += "<g class=\"edge\"><title>" + xml_escaped(tip) + "</title>";
        }
        const std::string way = way_of(line.points);
        if (line.halo == Halo::paper)
            out_ += fmt::format("<path class=\"l s-paper\" d=\"{}\" stroke-width=\"{}\"/>", halo_of(line),
                                px(line.width + 2));
        out_ += fmt::format("<path class=\"l s-{}\" d=\"{}\"", colours_of(line.stroke).name, way);
        if (line.width != 1) out_ += " stroke-width=\"" + px(line.width) + "\"";
        out_ += dashes(line.dash, line.width);
        out_ += joins ? "/></g>\n" : "/>\n";
    }

    void write(const Text& text) {
        if (text.ground == Ground::paper) {
            const Extent e = extent_of(text);
            out_ += fmt::format("<rect class=\"f-paper\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                                px(e.left - 1), px(e.top), px(e.right - e.left + 2), px(e.bottom - e.top));
        }
        std::string classes = fmt::format("f-{}", colours_of(text.ink).name);
        if (text.align != Align::start) classes += text.align == Align::middle ? " m" : " e";
        if (text.weight == Weight::bold) classes += " b";
        out_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}{}</text>\n", classes,
                            px(text.x), px(text.y), px(text.size), title_of(text.tip, ""),
                            xml_escaped(text.text));
    }

    const Scene& scene_;
    std::string out_;
};

}  // namespace

std::string svg_of(const Scene& scene) {
    return SvgWriter(scene).text();
}

}  // namespace railyard::diagram
