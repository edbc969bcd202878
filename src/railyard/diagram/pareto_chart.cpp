#include "railyard/diagram/pareto_chart.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/axis.hpp"
#include "railyard/diagram/legend.hpp"
#include "railyard/diagram/text_fit.hpp"

namespace railyard::diagram {
namespace {

constexpr double left = 90;
constexpr double plot_width = 620;
constexpr double plot_height = 420;
constexpr double list_width = 520;
constexpr std::size_t most_listed = 18;
constexpr double marker = 17;  // of a numbered point
constexpr double dot = 7;

bool is_finite(const ParetoPoint& point) {
    return std::isfinite(point.x) && std::isfinite(point.y);
}

// So that lower is better.
double cost(double value, Better better) {
    return better == Better::lower ? value : -value;
}

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] Axis axis(double from, double to) const {
        // A decade or more between the ends: a logarithm shows the small ones too.
        if (low > 0 && high / low > 10) return {Scale::logarithmic, low / 1.15, high * 1.15, from, to};
        // A mark at an end, at nothing too, stands clear of the axis and its numbers.
        const double span = high - low;
        if (span > 0) {
            const double start = low - 0.06 * span;
            return {Scale::linear, low > 0 ? std::max(0.0, start) : start, high + 0.06 * span, from, to};
        }
        if (low == 0) return {Scale::linear, -0.06, 1, from, to};
        return {Scale::linear, low - 0.5 * std::abs(low), low + 0.5 * std::abs(low), from, to};
    }
};

// As tables have it: four digits, and large ones whole.
std::string figure_text(double value) {
    if (std::abs(value) < 1e4 || std::abs(value) >= 1e15) return fmt::format("{:.4g}", value);
    return (value < 0 ? "-" : "") + grouped(static_cast<std::uint64_t>(std::llround(std::abs(value))));
}

std::string axis_title(const ParetoAxis& axis) {
    return cut_to(axis.title, 400, 12) +
           (axis.better == Better::lower ? " (lower is better)" : " (higher is better)");
}

class Chart {
  public:
    explicit Chart(const ParetoChart& chart) : chart_(chart), front_(pareto_front(chart)) {}

    Scene scene() {
        std::size_t shown = 0;
        Range x;
        Range y;
        for (const ParetoPoint& point : chart_.points) {
            if (!is_finite(point)) continue;
            x.add(point.x);
            y.add(point.y);
            ++shown;
        }
        for (std::size_t i = 0; i < chart_.points.size(); ++i) {
            if (is_finite(chart_.points[i])) places_[{chart_.points[i].x, chart_.points[i].y}].push_back(i);
        }
        const double y_legend = add_heading(scene_, 30, chart_.title, {counts(shown)});
        const double top = explain(y_legend) + 36;
        const Axis across = x.axis(left, left + plot_width);
        const Axis up = y.axis(top + plot_height, top);
        add_axis(scene_, across, Direction::rightwards, up, axis_title(chart_.x));
        add_axis(scene_, up, Direction::upwards, across, axis_title(chart_.y));
        points(across, up);
        list(top);
        scene_.fit(24);
        return std::move(scene_);
    }

  private:
    [[nodiscard]] std::string counts(std::size_t shown) const {
        if (shown == 0) return "no point to draw";
        if (shown == 1) return "1 point";
        std::string line = counted(shown, "point");
        if (places_.size() < shown) line += " in " + counted(places_.size(), "place");
        return line +
               fmt::format(", {} of them on the front (nothing is better in both)", grouped(front_.size()));
    }

    // Empty of points that differ in nothing.
    [[nodiscard]] static std::string label_of(const ParetoPoint& point) {
        return cut_to(fmt::format("{}", fmt::join(point.choices, ", ")), 800, 12);
    }
    [[nodiscard]] static std::string told(const ParetoPoint& point) {
        return fmt::format("{}{}{}; {}", label_of(point), point.choices.empty() ? "" : ": ",
                           figure_text(point.x), figure_text(point.y));
    }

    // With those that one mark stands for.
    [[nodiscard]] std::string told_of_all(const ParetoPoint& point) const {
        constexpr std::size_t most = 8;
        const std::vector<std::size_t>& here = places_.at({point.x, point.y});
        std::string text = told(point);
        for (std::size_t i = 1; i < std::min(here.size(), most); ++i)
            text += "; the same: " + label_of(chart_.points[here[i]]);
        if (here.size() > most) text += fmt::format("; and {} more", grouped(here.size() - most));
        return text;
    }

    [[nodiscard]] bool is_first_in_place(std::size_t i) const {
        return places_.at({chart_.points[i].x, chart_.points[i].y}).front() == i;
    }

    double explain(double y) {
        Legend legend(scene_, 30, y, plot_width);
        BoxStyle style = mark_style(front_fill());
        legend.mark(style, marker, "on the front; with a number where it has room: in the list");
        style.fill = Ink::frame;
        if (places_.size() > front_.size()) legend.mark(style, dot, "another point");
        return legend.bottom();
    }

    static Fill front_fill() { return ramp(6)[1]; }

    static BoxStyle mark_style(const Fill& fill) {
        BoxStyle style{fill, Ink::paper, 1};
        style.shape = Shape::ellipse;
        return style;
    }

    void mark(Point at, double size, const Fill& fill, const ParetoPoint& point, const std::string& label) {
        Box box{at.x - size / 2, at.y - size / 2, size, size, mark_style(fill)};
        box.tip = told_of_all(point);
        box.label = label;
        box.font = 10;
        scene_.boxes.push_back(std::move(box));
    }

    void points(const Axis& across, const Axis& up) {
        std::vector<bool> on_front(chart_.points.size(), false);
        for (const std::size_t i : front_) on_front[i] = true;
        for (std::size_t i = 0; i < chart_.points.size(); ++i) {
            const ParetoPoint& point = chart_.points[i];
            if (is_finite(point) && !on_front[i] && is_first_in_place(i))
                mark({across.at(point.x), up.at(point.y)}, dot, Ink::frame, point, "");
        }
        Line line{{}, Ink::network, 2};
        std::vector<Point> numbered;
        for (const std::size_t i : front_) {
            const ParetoPoint& point = chart_.points[i];
            const Point at{across.at(point.x), up.at(point.y)};
            line.points.push_back(at);
            // A number where it has room: marks do not hide each other.
            const bool has_room = (front_.size() <= most_listed || listed_.size() < most_listed) &&
                                  std::all_of(numbered.begin(), numbered.end(), [&](Point other) {
                                      return std::hypot(other.x - at.x, other.y - at.y) > marker + 1;
                                  });
            if (has_room) numbered.push_back(at);
            // A short front is listed as a whole: the numbers around tell where an unmarked one is.
            if (has_room || front_.size() <= most_listed) listed_.push_back(i);
            mark(at, has_room ? marker : dot, front_fill(), point,
                 has_room ? std::to_string(listed_.size()) : "");
        }
        scene_.lines.push_back(std::move(line));
    }

    void list(double top) {
        if (front_.empty()) return;
        const double x = left + plot_width + 40;
        double y = top + 4;
        scene_.texts.push_back({x, y, "On the front", 13, Align::start, Ink::text, Weight::bold});
        y += 19;
        add_text(scene_,
                 {x, y, "(" + chart_.x.title + "; " + chart_.y.title + ")", 12, Align::start, Ink::quiet},
                 list_width);
        y = list_common(x, y);
        for (std::size_t n = 0; n < listed_.size(); ++n) y = list_one(n, x, y);
        if (listed_.size() == front_.size()) return;
        const std::size_t more = front_.size() - listed_.size();
        scene_.texts.push_back({x, y + 21,
                                listed_.size() == most_listed
                                    ? fmt::format("and {} more: the list ends here", grouped(more))
                                    : fmt::format("and {} more that {} no room for a number", grouped(more),
                                                  more == 1 ? "has" : "have"),
                                12, Align::start, Ink::quiet});
    }

    // Whether all points of the front chose the same there.
    [[nodiscard]] bool is_common(std::size_t choice) const {
        return front_.size() > 1 && std::all_of(front_.begin(), front_.end(), [&](std::size_t i) {
                   const std::vector<std::string>& own = chart_.points[i].choices;
                   const std::vector<std::string>& first = chart_.points[front_[0]].choices;
                   return choice < own.size() && own[choice] == first[choice];
               });
    }

    // What need not be told of each; returns the last baseline.
    double list_common(double x, double y) {
        const std::vector<std::string>& first = chart_.points[front_[0]].choices;
        std::string text;
        for (std::size_t i = 0; i < first.size(); ++i)
            if (is_common(i)) text += (text.empty() ? "all of them: " : ", ") + first[i];
        return text.empty() ? y : put_lines(text, {x, y + 17}, list_width, Ink::quiet);
    }

    // On as many lines as it needs and may have; returns the last baseline.
    double put_lines(const std::string& text, Point at, double width, Ink ink) {
        constexpr double most_lines = 4;
        const FittedLabel fitted = fit_label(text, width, most_lines * 12 * line_height, 12, 12);
        for (std::size_t begin = 0; begin <= fitted.label.size();) {
            const std::size_t end = std::min(fitted.label.find('\n', begin), fitted.label.size());
            if (begin > 0) at.y += 15;
            Text line{at.x, at.y, fitted.label.substr(begin, end - begin), 12, Align::start, ink};
            if (fitted.is_cut) line.tip = text;
            scene_.texts.push_back(std::move(line));
            begin = end + 1;
        }
        return at.y;
    }

    // The figures, then the choices; returns the last baseline.
    double list_one(std::size_t n, double x, double y) {
        const ParetoPoint& point = chart_.points[listed_[n]];
        std::string text = figure_text(point.x) + "; " + figure_text(point.y);
        const char* before = ": ";
        for (std::size_t i = 0; i < point.choices.size(); ++i) {
            if (is_common(i)) continue;
            text += std::exchange(before, ", ") + point.choices[i];
        }
        if (const std::size_t here = places_.at({point.x, point.y}).size(); here > 1)
            text += fmt::format(" (and {} the same)", grouped(here - 1));
        const std::string number = std::to_string(n + 1);
        const double indent = text_width("18  ", 12);
        scene_.texts.push_back({x, y + 21, number, 12});
        return put_lines(text, {x + indent, y + 21}, list_width - indent, Ink::text);
    }

    const ParetoChart& chart_;
    std::vector<std::size_t> front_;
    std::vector<std::size_t> listed_;
    std::map<std::pair<double, double>, std::vector<std::size_t>> places_;  // finite points by both figures
    Scene scene_;
};

}  // namespace

std::vector<std::size_t> pareto_front(const ParetoChart& chart) {
    std::vector<std::size_t> order(chart.points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto x = [&](std::size_t i) { return cost(chart.points[i].x, chart.x.better); };
    const auto y = [&](std::size_t i) { return cost(chart.points[i].y, chart.y.better); };
    order.erase(std::remove_if(order.begin(), order.end(),
                               [&](std::size_t i) { return !is_finite(chart.points[i]); }),
                order.end());
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return x(a) != x(b) ? x(a) < x(b) : y(a) < y(b); });
    std::vector<std::size_t> front;
    double best = std::numeric_limits<double>::infinity();
    for (const std::size_t i : order) {
        if (y(i) >= best) continue;
        best = y(i);
        front.push_back(i);
    }
    return front;
}

Scene pareto_scene(const ParetoChart& chart) {
    return Chart(chart).scene();
}

}  // namespace railyard::diagram
