#include "railyard/diagram/pareto_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

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
        const double slack = 0.06 * (high - low);
        const double start = low >= 0 ? std::max(0.0, low - slack) : low - slack;
        return {Scale::linear, start, high + slack, from, to};
    }
};

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
        const double y_legend =
            add_heading(scene_, 30, chart_.title,
                        {fmt::format("{}, {} of them on the front (nothing is better in both)",
                                     counted(shown, "point"), grouped(front_.size()))});
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
    [[nodiscard]] static std::string told(const ParetoPoint& point) {
        return fmt::format("{}: {:.4g}, {:.4g}", cut_to(point.label, 800, 12), point.x, point.y);
    }

    double explain(double y) {
        Legend legend(scene_, 30, y, plot_width);
        BoxStyle style = mark_style(front_fill());
        legend.swatch(style, "on the front; with a number: in the list");
        style.fill = Ink::frame;
        legend.swatch(style, "another point");
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
        box.tip = told(point);
        box.label = label;
        box.font = 10;
        scene_.boxes.push_back(std::move(box));
    }

    void points(const Axis& across, const Axis& up) {
        std::vector<bool> on_front(chart_.points.size(), false);
        for (const std::size_t i : front_) on_front[i] = true;
        for (std::size_t i = 0; i < chart_.points.size(); ++i) {
            const ParetoPoint& point = chart_.points[i];
            if (is_finite(point) && !on_front[i])
                mark({across.at(point.x), up.at(point.y)}, dot, Ink::frame, point, "");
        }
        Line line{{}, Ink::network, 2};
        std::vector<Point> numbered;
        for (const std::size_t i : front_) {
            const ParetoPoint& point = chart_.points[i];
            const Point at{across.at(point.x), up.at(point.y)};
            line.points.push_back(at);
            // A number where it has room: marks do not hide each other.
            const bool has_room = listed_.size() < most_listed &&
                                  std::all_of(numbered.begin(), numbered.end(), [&](Point other) {
                                      return std::hypot(other.x - at.x, other.y - at.y) > marker + 1;
                                  });
            if (has_room) {
                numbered.push_back(at);
                listed_.push_back(i);
            }
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
        for (std::size_t n = 0; n < listed_.size(); ++n) {
            y += 21;
            scene_.texts.push_back(
                {x, y,
                 cut_to(fmt::format("{}  {}", n + 1, told(chart_.points[listed_[n]])), list_width, 12)});
        }
        if (listed_.size() == front_.size()) return;
        scene_.texts.push_back(
            {x, y + 21, fmt::format("and {} that have no room for a number", front_.size() - listed_.size()),
             12, Align::start, Ink::quiet});
    }

    const ParetoChart& chart_;
    std::vector<std::size_t> front_;
    std::vector<std::size_t> listed_;
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
