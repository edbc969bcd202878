#include "railyard/diagram/stacked_bars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/axis.hpp"
#include "railyard/diagram/legend.hpp"
#include "railyard/diagram/text_fit.hpp"

namespace railyard::diagram {
namespace {

constexpr double left = 30;
constexpr double least_names = 250;  // width of the names and notes
constexpr double most_names = 340;
constexpr double whole_width = 870;  // with the bars
constexpr double name_font = 13;
constexpr double note_font = 11;
constexpr double bar_height = 34;
constexpr double bar_pitch = 56;

class Chart {
  public:
    explicit Chart(const StackedBars& chart) : chart_(chart) {
        for (std::size_t p = 0; p < chart.part_names.size(); ++p) {
            const auto has = [&](const StackedBar& bar) { return bar.parts[p] > 0; };
            if (std::any_of(chart.bars.begin(), chart.bars.end(), has)) shown_.push_back(p);
        }
        colours_ = ramp(std::max<std::size_t>(shown_.size(), 2));
        double widest = 0;
        for (const StackedBar& bar : chart.bars)
            widest = std::max({widest, text_width(bar.name, name_font), text_width(bar.note, note_font)});
        names_ = std::clamp(widest + 21, least_names, most_names);
    }

    Scene scene() {
        const double y = add_heading(scene_, left, chart_.title, chart_.lines);
        Legend legend(scene_, left, y, whole_width);
        for (std::size_t i = 0; i < shown_.size(); ++i)
            legend.swatch(style_of(i), chart_.part_names[shown_[i]]);
        if (!chart_.limit_name.empty()) legend.line(limit_line(), chart_.limit_name);
        const double top = legend.bottom() + 30;
        const double bottom = top + static_cast<double>(chart_.bars.size()) * bar_pitch;
        const Axis across = axis_with_room();
        add_axis(scene_, across, Direction::rightwards, Axis(Scale::linear, 0, 1, bottom, top),
                 cut_to(chart_.axis, whole_width - names_, 12));
        for (std::size_t b = 0; b < chart_.bars.size(); ++b)
            draw(chart_.bars[b], across,
                 top + static_cast<double>(b) * bar_pitch + (bar_pitch - bar_height) / 2);
        scene_.fit(24);
        return std::move(scene_);
    }

  private:
    [[nodiscard]] Axis axis_to(double most) const {
        return {Scale::linear, 0, most, left + names_, left + whole_width};
    }

    // Long enough for the words behind the bars.
    [[nodiscard]] Axis axis_with_room() const {
        double most = 0;
        for (const StackedBar& bar : chart_.bars) most = std::max({most, sum(bar), bar.limit.value_or(0)});
        most = round_up(most);
        constexpr int tries = 100;
        constexpr double longer = 1.05;
        for (int i = 0; i < tries; ++i) {
            const Axis axis = axis_to(most);
            const auto runs_out = [&](const StackedBar& bar) {
                return extent_of(total_of(bar, axis, 0)).right > axis.to();
            };
            if (std::none_of(chart_.bars.begin(), chart_.bars.end(), runs_out)) return axis;
            most *= longer;
        }
        return axis_to(most);
    }

    // The words behind a bar: at its end, or behind the mark of its limit where they would run over that.
    [[nodiscard]] static Text total_of(const StackedBar& bar, const Axis& across, double y) {
        const double end = across.at(sum(bar));
        Text text{end + 8,      y + bar_height / 2 + 4, cut_to(bar.total, 300, 12),
                  12,           Align::start,           Ink::text,
                  Weight::bold, Ground::paper};
        if (!bar.limit) return text;
        constexpr double room = 5;
        const double mark = across.at(*bar.limit);
        const Extent words = extent_of(text);
        if (words.left - room < mark && mark < words.right + room) text.x = mark + 8;
        return text;
    }

    static double sum(const StackedBar& bar) {
        double total = 0;
        for (const double part : bar.parts) total += part;
        return total;
    }

    [[nodiscard]] BoxStyle style_of(std::size_t shown) const {
        if (chart_.wasted == shown_[shown]) return {Ink::idle, Ink::frame, 1, Dash::solid, Pattern::striped};
        return {colours_[shown], Ink::frame};
    }

    static Line limit_line() {
        Line line;
        line.stroke = Ink::network;
        line.width = 2.5;
        return line;
    }

    void draw(const StackedBar& bar, const Axis& across, double y) {
        const double words = names_ - 20;
        const auto size = [&](const std::string& text, double least, double most) {
            const double fits = size_that_fits(text, words, least, most);
            return fits > 0 ? fits : least;
        };
        add_text(scene_, {left, y + 14, bar.name, size(bar.name, 11, name_font)}, words);
        add_text(scene_, {left, y + 30, bar.note, size(bar.note, 10.7, note_font), Align::start, Ink::quiet},
                 words);
        double before = 0;
        for (std::size_t i = 0; i < shown_.size(); ++i) {
            const double value = bar.parts[shown_[i]];
            const double x = across.at(before);
            const double width = across.at(before + value) - x;
            before += value;
            if (width < 0.2) continue;
            Box box{x, y, width, bar_height, style_of(i)};
            box.tip = fmt::format("{}, {}: {}", cut_to(bar.name, 400, 12), chart_.part_names[shown_[i]],
                                  number_text(value, 4));
            const std::string label = number_text(value);
            const double words_width = text_width(label, 11);
            const bool is_crossed =
                bar.limit && std::abs(across.at(*bar.limit) - (x + width / 2)) < words_width / 2 + 4;
            const bool reads = box.style.pattern == Pattern::plain && words_width + 6 <= width && !is_crossed;
            if (reads) box.label = label;
            scene_.boxes.push_back(std::move(box));
        }
        if (bar.limit) {
            // Over its bar: a line would lie under it.
            const double at = across.at(*bar.limit);
            scene_.boxes.push_back({at - 1.25, y - 6, 2.5, bar_height + 12, {Ink::network, Ink::none}});
        }
        scene_.texts.push_back(total_of(bar, across, y));
    }

    const StackedBars& chart_;
    std::vector<std::size_t> shown_;
    std::vector<Rgb> colours_;
    double names_ = least_names;
    Scene scene_;
};

}  // namespace

std::string number_text(double value, int digits) {
    return value >= 999.5 ? rounded(value) : fmt::format("{:.{}g}", value, digits);
}

Scene stacked_bars_scene(const StackedBars& chart) {
    return Chart(chart).scene();
}

}  // namespace railyard::diagram
