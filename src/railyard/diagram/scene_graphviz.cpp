#include "railyard/diagram/scene_graphviz.hpp"

#include <fmt/format.h>
#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/diagram/dashes.hpp"
#include "railyard/diagram/escape.hpp"
#include "railyard/diagram/svg_parts.hpp"

namespace railyard::diagram {
namespace {

constexpr double points_per_inch = 72;
// A picture has twice the pixels of its scene, fewer where that would be more than image viewers take.
constexpr double sharpness = 2;
constexpr double most_pixels = 12'000;

struct CloseGraph {
    void operator()(Agraph_t* graph) const { agclose(graph); }
};
using GraphPointer = std::unique_ptr<Agraph_t, CloseGraph>;

// cgraph takes char* and copies.
char* c_string(const std::string& text) {
    return const_cast<char*>(text.c_str());  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

std::string light(const Fill& fill) {
    if (const auto* ink = std::get_if<Ink>(&fill)) {
        return *ink == Ink::none ? "transparent" : hex(colours_of(*ink).light);
    }
    if (const auto* shade = std::get_if<Shade>(&fill)) return hex(shade->light);
    return hex(std::get<Rgb>(fill));
}

class GraphBuilder {
  public:
    GraphBuilder(const Scene& scene, GraphvizOutput output)
        : scene_(scene), output_(output), graph_(agopen(c_string("railyard"), Agundirected, nullptr)) {}

    GraphPointer build() {
        set_defaults();
        paper();
        for (const Box& box : scene_.boxes) add(box);
        add_crosses();
        for (const Text& text : scene_.texts) add(text);
        for (const Line& line : scene_.lines) add(line);
        return std::move(graph_);
    }

  private:
    // A default has to be there before a node or an edge may differ from it.
    void graph_attribute(const std::string& name, const std::string& value) {
        agattr(graph_.get(), AGRAPH, c_string(name), c_string(value));
    }
    void node_default(const std::string& name, const std::string& value) {
        agattr(graph_.get(), AGNODE, c_string(name), c_string(value));
    }
    void edge_default(const std::string& name, const std::string& value) {
        agattr(graph_.get(), AGEDGE, c_string(name), c_string(value));
    }
    static void set(void* part, const std::string& name, const std::string& value) {
        agset(part, c_string(name), c_string(value));
    }

    void set_defaults() {
        graph_attribute("layout", "nop2");
        graph_attribute("charset", "UTF-8");
        graph_attribute("bgcolor", hex(colours_of(Ink::paper).light));
        graph_attribute("outputorder", scene_.order == LineOrder::under_boxes ? "edgesfirst" : "nodesfirst");
        graph_attribute("pad", "0");
        graph_attribute("tooltip", label_escaped(shortened(scene_.title)));
        graph_attribute("margin", "0");
        // A PDF is as large as the SVG, whose pixels are 1/96 inch.
        if (output_ == GraphvizOutput::png) graph_attribute("dpi", px(points_per_inch * scale()));
        if (output_ == GraphvizOutput::pdf) graph_attribute("dpi", "54");
        for (const auto& [name, value] : {std::pair{"shape", "box"},
                                          {"fixedsize", "shape"},
                                          {"margin", "0"},
                                          {"fontname", "DejaVu Sans"},
                                          {"fontsize", "11"},
                                          {"label", "\\N"},
                                          {"pos", ""},
                                          {"width", "0"},
                                          {"height", "0"},
                                          {"style", ""},
                                          {"color", "black"},
                                          {"fillcolor", "transparent"},
                                          {"fontcolor", "black"},
                                          {"penwidth", "1"},
                                          {"tooltip", ""}}) {
            node_default(name, value);
        }
        for (const auto& [name, value] : {std::pair{"pos", ""},
                                          {"color", "black"},
                                          {"style", ""},
                                          {"penwidth", "1"},
                                          {"dir", "none"},
                                          {"arrowsize", "0.7"},
                                          {"tooltip", ""}}) {
            edge_default(name, value);
        }
    }

    [[nodiscard]] double scale() const {
        return std::min(sharpness, most_pixels / std::max({scene_.width, scene_.height, 1.0}));
    }

    [[nodiscard]] std::string place(Point point) const {
        return px(point.x) + "," + px(scene_.height - point.y);
    }

    Agnode_t* node(const std::string& name, Point middle, double width, double height) {
        Agnode_t* made = agnode(graph_.get(), c_string(name), 1);
        // Said of each: an empty default is not written, and then other programs draw the name.
        set(made, "label", "");
        set(made, "pos", place(middle));
        set(made, "width", fmt::format("{:.4f}", width / points_per_inch));
        set(made, "height", fmt::format("{:.4f}", height / points_per_inch));
        return made;
    }

    // Graphviz makes a picture as large as its nodes: this one is the scene.
    void paper() {
        Agnode_t* made = node("_paper", {scene_.width / 2, scene_.height / 2}, std::max(scene_.width, 1.0),
                              std::max(scene_.height, 1.0));
        set(made, "style", "invis");
    }

    // Names of the scene may be anything, ours must not be one of them.
    std::string next_name(const char* kind) { return fmt::format("_{}{}", kind, ++unnamed_); }

    void add(const Box& box) {
        std::string name = box.name.empty() ? next_name("box") : printable(shortened(box.name));
        if (box.name.size() > longest_in_dot) name += next_name("");  // names that differ may be cut alike
        Agnode_t* made = node(name, box.middle(), box.width, box.height);
        nodes_[box.name] = made;
        if (box.style.shape == Shape::ellipse) set(made, "shape", "ellipse");
        if (box.style.shape == Shape::diamond) set(made, "shape", "diamond");
        set(made, "style", style_of(box.style));
        // A cross is an edge: where edges lie under boxes, it has to shine through this one.
        const bool hides_cross =
            box.style.pattern == Pattern::crossed && scene_.order == LineOrder::under_boxes;
        set(made, "fillcolor", hides_cross ? "transparent" : fill_of(box.style, box.width));
        set(made, "color", box.style.stroke == Ink::none ? "transparent" : light(box.style.stroke));
        set(made, "penwidth", px(box.style.stroke_width));
        if (!box.tip.empty()) set(made, "tooltip", label_escaped(shortened(box.tip)));
        if (box.label.empty()) return;
        set(made, "label", label_escaped(box.label));
        set(made, "fontsize", px(box.font));
        if (box.weight == Weight::bold) set(made, "fontname", "DejaVu Sans Bold");
        set(made, "fontcolor", ink_on(box.style));
    }

    static std::string ink_on(const BoxStyle& style) {
        const auto* rgb = std::get_if<Rgb>(&style.fill);
        const auto* shade = std::get_if<Shade>(&style.fill);
        if (shade != nullptr) rgb = &shade->light;
        return rgb != nullptr && style.pattern == Pattern::plain ? hex(text_on(*rgb)) : light(Ink::text);
    }

    // Of all boxes that are crossed out: one edge of many pieces for each ink and width.
    void add_crosses() {
        std::map<std::pair<Ink, double>, std::string> ways;
        for (const Box& box : scene_.boxes) {
            if (box.style.pattern != Pattern::crossed) continue;
            std::string& way = ways[{box.style.stroke, std::min(1.0, box.style.stroke_width)}];
            for (const auto& [from, to] : cross_of(box)) {
                const std::string a = place(from) + " ";
                const std::string b = place(to);
                way += (way.empty() ? "" : ";") + a + a + b + " " + b;
            }
        }
        for (const auto& [look, way] : ways) {
            if (way.empty()) continue;
            Agedge_t* made =
                agedge(graph_.get(), pin({0, 0}), pin({scene_.width, scene_.height}), nullptr, 1);
            set(made, "pos", way);
            set(made, "color", light(look.first));
            set(made, "penwidth", px(look.second));
        }
    }

    static std::string style_of(const BoxStyle& style) {
        std::string words = style.pattern == Pattern::striped ? "striped" : "filled";
        // Graphviz rounds all boxes alike: too much for small ones.
        if (style.corner >= 5 && style.pattern != Pattern::striped) words += ",rounded";
        if (style.dash == Dash::dashed) words += ",dashed";
        if (style.dash == Dash::dotted) words += ",dotted";
        return words;
    }

    static std::string fill_of(const BoxStyle& style, double width) {
        const std::string fill = light(style.fill);
        if (style.pattern != Pattern::striped) return fill;
        const std::string pair = fill + ":" + light(Ink::paper);
        constexpr double pair_width = 12;  // points
        const double count = std::clamp(width / pair_width, 2.0, 100.0);
        std::string stripes = pair;
        for (int i = 1; i < static_cast<int>(count); ++i) stripes += ":" + pair;
        return stripes;
    }

    void add(const Text& text) {
        const Extent e = extent_of(text);
        Agnode_t* made = node(next_name("text"), {(e.left + e.right) / 2, (e.top + e.bottom) / 2},
                              e.right - e.left, e.bottom - e.top);
        const bool on_paper = text.ground == Ground::paper;
        set(made, "shape", on_paper ? "box" : "none");
        if (on_paper) set(made, "style", "filled");
        if (on_paper) set(made, "fillcolor", light(Ink::paper));
        if (on_paper) set(made, "color", "transparent");
        // \l and \r: to that side of the node.
        const char* justified = text.align == Align::start ? "\\l" : text.align == Align::end ? "\\r" : "";
        set(made, "label", label_escaped(text.text) + justified);
        set(made, "fontsize", px(text.size));
        set(made, "fontcolor", light(text.ink));
        if (text.weight == Weight::bold) set(made, "fontname", "DejaVu Sans Bold");
        if (!text.tip.empty()) set(made, "tooltip", label_escaped(shortened(text.tip)));
    }

    // The end of a line that joins no box.
    Agnode_t* pin(Point at) {
        Agnode_t* made = node(next_name("pin"), at, 0.01, 0.01);
        set(made, "style", "invis");
        return made;
    }

    Agnode_t* end_of(const std::string& name, Point at) {
        const auto found = name.empty() ? nodes_.end() : nodes_.find(name);
        return found == nodes_.end() ? pin(at) : found->second;
    }

    void add(const Line& line) {
        if (line.points.size() < 2) return;
        Agnode_t* from = end_of(line.from, line.points.front());
        Agnode_t* to = end_of(line.to, line.points.back());
        Agedge_t* made = agedge(graph_.get(), from, to, nullptr, 1);
        set(made, "pos", spline_of(line));
        set(made, "color", light(line.stroke));
        set(made, "penwidth", px(line.width));
        if (line.dash == Dash::dashed && !is_broken_by_us(line)) set(made, "style", "dashed");
        if (line.dash == Dash::dotted) set(made, "style", "dotted");
        if (line.arrow == Arrow::end) {
            set(made, "dir", "forward");
            set(made, "arrowsize", px(arrow_size(line)));
        }
        if (!line.tip.empty()) set(made, "tooltip", label_escaped(shortened(line.tip)));
    }

    static double arrow_size(const Line& line) { return 0.3 + 0.18 * line.width; }

    // Graphviz knows two ways to break a line, with dashes as long for wide lines as for narrow ones. Others
    // are lines of many pieces.
    static bool is_broken_by_us(const Line& line) {
        constexpr double widest = 2;
        if (line.dash == Dash::dashed) return line.width > widest;
        return line.dash != Dash::solid && line.dash != Dash::dotted;
    }

    // Straight pieces as cubic Bezier curves, which is what `pos` of an edge holds; before an arrow's head,
    // whose point is named first in the last piece, the line ends.
    [[nodiscard]] std::string spline_of(const Line& line) const {
        std::vector<Point> points = line.points;
        std::string head;
        if (line.arrow == Arrow::end) {
            const Point before = points[points.size() - 2];
            Point& tip = points.back();
            head = "e," + place(tip) + " ";
            const double length = std::hypot(tip.x - before.x, tip.y - before.y);
            constexpr double size = 10;  // points, of an arrow of size 1
            const double part = length > 0 ? std::min(0.9, size * arrow_size(line) / length) : 0;
            tip = {tip.x + (before.x - tip.x) * part, tip.y + (before.y - tip.y) * part};
        }
        if (!is_broken_by_us(line)) return head + bezier(points);
        const std::vector<std::vector<Point>> pieces =
            dash_pieces(points, dash_lengths(line.dash, line.width));
        std::string spline;
        for (const std::vector<Point>& piece : pieces) {
            if (&piece != &pieces.front()) spline += ";";
            if (&piece == &pieces.back()) spline += head;
            spline += bezier(piece);
        }
        return spline;
    }

    [[nodiscard]] std::string bezier(const std::vector<Point>& points) const {
        std::string curve = place(points.front());
        for (std::size_t i = 1; i < points.size(); ++i) {
            const std::string a = " " + place(points[i - 1]);
            const std::string b = " " + place(points[i]);
            curve += a;
            curve += b;
            curve += b;
        }
        return curve;
    }

    const Scene& scene_;
    GraphvizOutput output_;
    GraphPointer graph_;
    std::map<std::string, Agnode_t*> nodes_;
    std::size_t unnamed_ = 0;
};

std::string written(Agraph_t* graph) {
    char* text = nullptr;
    std::size_t size = 0;
    std::FILE* memory = open_memstream(&text, &size);
    if (memory == nullptr) throw std::runtime_error("no memory for a picture");
    const int failed = agwrite(graph, memory);
    std::fclose(memory);
    std::string result(text, size);
    std::free(text);  // NOLINT(cppcoreguidelines-no-malloc): open_memstream allocates so
    if (failed != 0) throw std::runtime_error("Graphviz could not write DOT");
    return result;
}

// gvFreeLayout forgets the list of nodes that nop2 made (2.42).
void free_node_list(Agraph_t* graph) {
    std::free(GD_neato_nlist(graph));  // NOLINT(cppcoreguidelines-no-malloc): Graphviz allocates so
    GD_neato_nlist(graph) = nullptr;
}

std::string drawn(Agraph_t* graph, const char* format) {
    // One for the whole program, never freed: the plugin for text remembers the name of its last font by a
    // pointer that would die with the context, and reads it in the next one (2.42).
    static GVC_t* const context = gvContext();
    if (gvLayout(context, graph, "nop2") != 0)
        throw std::runtime_error("Graphviz could not lay out a picture");
    char* bytes = nullptr;
    unsigned int size = 0;
    const int failed = gvRenderData(context, graph, format, &bytes, &size);
    std::string result = failed == 0 && bytes != nullptr ? std::string(bytes, size) : std::string();
    if (bytes != nullptr) gvFreeRenderData(bytes);
    free_node_list(graph);
    gvFreeLayout(context, graph);
    if (result.empty()) {
        throw std::runtime_error(std::string("Graphviz cannot draw ") + format +
                                 ": is its plugin for cairo and pango installed?");
    }
    return result;
}

}  // namespace

std::string graphviz_of(const Scene& scene, GraphvizOutput output) {
    static std::mutex one_at_a_time;
    const std::lock_guard<std::mutex> lock(one_at_a_time);
    // No messages on stderr. A function of ours for them (agseterrf) crashes where one is longer than
    // cgraph's first buffer: cgraph 2.42 then reads its arguments twice.
    agseterr(AGMAX);
    const GraphPointer graph = GraphBuilder(scene, output).build();
    switch (output) {
        case GraphvizOutput::dot:
            return written(graph.get());
        case GraphvizOutput::png:
            return drawn(graph.get(), "png");
        case GraphvizOutput::pdf:
            return drawn(graph.get(), "pdf");
    }
    return {};
}

}  // namespace railyard::diagram
