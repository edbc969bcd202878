#include "railyard/diagram/schedule_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/legend.hpp"
#include "railyard/diagram/text_fit.hpp"

namespace railyard::diagram {
namespace {

using schedule::percent_text;
using schedule::Schedule;
using schedule::Study;
using schedule::time_text;
using schedule::TimeUnit;

// Pixels.
constexpr double left = 90;                  // of the plot
constexpr double usual_width = 1040;         // of the plot
constexpr double widest = 1400;              // where operations would else be too narrow
constexpr double finest = 3;                 // narrowest operation that is drawn by itself
constexpr double least_column = 3;           // width of a column of shares
constexpr std::size_t most_drawn = 3000;     // operations drawn by themselves
constexpr std::size_t most_pieces = 26'000;  // of shares: about 35 bytes each in SVG
constexpr std::uint32_t most_rows = 128;
constexpr double levels = 24;           // heights that a share can have
constexpr std::size_t shade_count = 4;  // chunks told apart

constexpr std::array<Rgb, shade_count> forwards = {
    {{0x3a, 0x6e, 0xa8}, {0x5a, 0x8c, 0xc4}, {0x25, 0x4a, 0x75}, {0x7b, 0xa3, 0xd1}}};
constexpr std::array<Rgb, shade_count> backwards = {
    {{0x2b, 0x8a, 0x6b}, {0x48, 0xa5, 0x85}, {0x1c, 0x5e, 0x49}, {0x6f, 0xbd, 0xa3}}};
constexpr std::array<Rgb, shade_count> for_weights = {
    {{0x83, 0x60, 0xad}, {0x9a, 0x7b, 0xc0}, {0x5d, 0x41, 0x80}, {0xc0, 0xaa, 0xdb}}};

// Backwards in one are as those for inputs: a schedule has one of the two.
Rgb colour_of(std::size_t kind, std::size_t chunk) {
    const auto& shades = kind == 0 ? forwards : kind == 3 ? for_weights : backwards;
    return shades[chunk % shade_count];
}

BoxStyle idle_style() {
    return {Ink::idle, Ink::none, 1, Dash::solid, Pattern::striped};
}

double row_height(std::uint32_t rows) {
    if (rows <= 8) return 36;
    if (rows <= 16) return 26;
    if (rows <= 32) return 18;
    return rows <= 64 ? 12 : 8;
}

class Picture {
  public:
    Picture(const Study& study, TimeUnit unit)
        : study_(study),
          s_(study.schedule),
          unit_(unit),
          devices_per_row_((s_.devices + most_rows - 1) / most_rows),
          rows_((s_.devices + devices_per_row_ - 1) / devices_per_row_),
          height_(row_height(rows_)),
          width_for_operations_(width_for_operations()),
          plot_width_(width_for_operations_.value_or(usual_width)),
          scale_(study.timeline.makespan > 0 ? plot_width_ / study.timeline.makespan : 0) {}

    Scene scene() {
        const double y = add_heading(scene_, left, headline(), words());
        Legend legend(scene_, left, y, plot_width_);
        explain(legend);
        top_ = legend.bottom() + 26;
        scene_.boxes.push_back({left, top_, plot_width_, rows_ * height_, idle_style()});
        width_for_operations_ ? draw_operations() : draw_shares();
        draw_row_labels();
        draw_axis(top_ + rows_ * height_);
        scene_.fit(24);
        return std::move(scene_);
    }

  private:
    [[nodiscard]] double y_of(std::uint32_t row) const { return top_ + row * height_; }
    [[nodiscard]] double gap() const { return height_ >= 18 ? 2 : 1; }  // between rows

    [[nodiscard]] std::string headline() const {
        std::string text = fmt::format("{}: {}, {}", cut_to(s_.name, 500, 17), counted(s_.devices, "stage"),
                                       counted(s_.micro_batches, "micro-batch"));
        if (s_.model_stages > s_.devices) text += fmt::format(", {} chunks a stage", s_.chunks);
        return text;
    }

    [[nodiscard]] std::vector<std::string> words() const {
        const auto& summary = study_.summary;
        std::vector<std::string> lines = {fmt::format(
            "step {}{}, bubble {} of useful work, {} of the step", time_text(summary.makespan, unit_),
            unit_ == TimeUnit::arbitrary ? " (in the unit that times were given in)" : "",
            percent_text(summary.bubble_over_useful), percent_text(summary.bubble_over_step))};
        if (devices_per_row_ > 1)
            lines.push_back(fmt::format("{} devices: {} of them share a row", s_.devices, devices_per_row_));
        return lines;
    }

    // Of a plot that draws each operation by itself; none where they are too many, or too short for the
    // widest.
    [[nodiscard]] std::optional<double> width_for_operations() const {
        if (s_.operations.size() > most_drawn || devices_per_row_ > 1) return std::nullopt;
        double shortest = study_.timeline.makespan;
        for (std::size_t i = 0; i < s_.operations.size(); ++i) {
            const double ticks = study_.timeline.end[i] - study_.timeline.start[i];
            if (ticks > 0) shortest = std::min(shortest, ticks);
        }
        if (shortest <= 0) return usual_width;
        const double least = std::ceil(finest * study_.timeline.makespan / shortest);
        if (least > widest) return std::nullopt;
        return std::max(usual_width, least);
    }

    void explain(Legend& legend) const {
        std::array<bool, schedule::kinds> is_there{};
        for (const auto& it : s_.operations) is_there[static_cast<std::size_t>(it.kind)] = true;
        const auto& devices = study_.summary.devices;
        if (std::any_of(devices.begin(), devices.end(), [](const auto& d) { return d.idle.raw() > 0; }))
            legend.swatch(idle_style(), "idle");
        legend.swatch({colour_of(0, 0), Ink::none}, "forward");
        if (is_there[1]) legend.swatch({colour_of(1, 0), Ink::none}, "backward");
        if (is_there[2] && !is_there[1]) legend.swatch({colour_of(2, 0), Ink::none}, "backward for inputs");
        if (is_there[3]) legend.swatch({colour_of(3, 0), Ink::none}, "backward for weights");
        if (width_for_operations_) {
            legend.words(s_.chunks > 1 ? "shades: chunks; underlined: critical path"
                                       : "underlined: critical path");
        } else {
            legend.words("heights: shares of the time in a column");
        }
    }

    void draw_operations() {
        const double high = height_ - gap();
        for (std::uint32_t device = 0; device < s_.devices; ++device) {
            for (std::size_t i = s_.first[device]; i < s_.first[device + 1]; ++i) {
                const auto& it = s_.operations[i];
                const double x = left + study_.timeline.start[i] * scale_;
                const double width = left + study_.timeline.end[i] * scale_ - x;
                if (width <= 0) continue;
                Box box{x,
                        y_of(device),
                        width,
                        high,
                        {colour_of(static_cast<std::size_t>(it.kind), it.chunk), Ink::paper, 0.6}};
                box.tip = fmt::format("{}, {} to {}", describe(s_, device, it),
                                      time_text(study_.timeline.start_of(i), unit_),
                                      time_text(study_.timeline.end_of(i), unit_));
                label(box, it.micro_batch);
                scene_.boxes.push_back(std::move(box));
            }
        }
        draw_critical_path(high);
    }

    // The micro-batch, if the longest number would fit: equal operations have a label all or none.
    void label(Box& box, std::uint32_t micro_batch) const {
        const auto digits = static_cast<double>(std::to_string(s_.micro_batches - 1).size());
        const double font = std::min({12.0, box.height - 3, (box.width - 1) / (0.66 * digits)});
        if (font < 7) return;
        box.label = std::to_string(micro_batch);
        box.font = font;
    }

    void draw_critical_path(double high) {
        std::uint32_t device = 0;
        std::vector<std::size_t> on_path = study_.path.operations;
        std::sort(on_path.begin(), on_path.end());
        for (const std::size_t i : on_path) {
            while (i >= s_.first[device + 1]) ++device;
            const double x = left + study_.timeline.start[i] * scale_;
            const double width = left + study_.timeline.end[i] * scale_ - x;
            if (width > 0)
                scene_.boxes.push_back({x, y_of(device) + high - 2.5, width, 2.5, {Ink::text, Ink::none}});
        }
    }

    using Shares = std::array<double, schedule::kinds>;  // of the time in a column, per kind
    using Pieces = std::array<std::vector<Box>, schedule::kinds>;

    // A column holds a whole number of forwards with their backwards, so that steady work looks steady.
    [[nodiscard]] double column_ticks(double width) const {
        double busy = 0;
        for (const auto& device : study_.timeline.devices) busy += device.busy;
        const double pairs = double{1} * s_.micro_batches * s_.model_stages;
        const double period = busy / pairs;
        const double least = width / scale_;
        return period > 0 ? period * std::ceil(least / period) : least;
    }

    [[nodiscard]] std::vector<Shares> shares_of_row(std::uint32_t row, double ticks) const {
        const auto columns = static_cast<std::size_t>(std::ceil(study_.timeline.makespan / ticks));
        std::vector<Shares> shares(columns, Shares{});
        const std::uint32_t first = row * devices_per_row_;
        const std::uint32_t last = std::min(s_.devices, first + devices_per_row_);
        const double whole = ticks * (last - first);
        for (std::size_t i = s_.first[first]; i < s_.first[last]; ++i) {
            const double begin = study_.timeline.start[i];
            const double end = study_.timeline.end[i];
            for (auto c = static_cast<std::size_t>(begin / ticks); c < columns; ++c) {
                const double column = static_cast<double>(c) * ticks;
                if (column >= end) break;
                const double part = std::min(end, column + ticks) - std::max(begin, column);
                shares[c][static_cast<std::size_t>(s_.operations[i].kind)] += std::max(0.0, part) / whole;
            }
        }
        return shares;
    }

    void draw_shares() {
        if (scale_ <= 0) return;
        // Columns get wider until there are few enough pieces.
        Pieces pieces;
        for (const double factor : {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0}) {
            const double ticks = column_ticks(least_column * factor);
            for (auto& boxes : pieces) boxes.clear();
            for (std::uint32_t row = 0; row < rows_; ++row) {
                append_row(pieces, row, shares_of_row(row, ticks), ticks);
            }
            std::size_t count = 0;
            for (const auto& boxes : pieces) count += boxes.size();
            if (count <= most_pieces) break;
        }
        for (auto& boxes : pieces) scene_.boxes.insert(scene_.boxes.end(), boxes.begin(), boxes.end());
    }

    // Equal neighbours become one box. Backwards lie on top of forwards, idle time is what is left above.
    void append_row(Pieces& pieces, std::uint32_t row, std::vector<Shares> shares, double ticks) const {
        const double high = height_ - gap();
        for (auto& column : shares) {
            double sum = 0;
            for (double& share : column) {  // rounded as running sums, so that full columns stay full
                const double before = std::round(sum * levels) / levels;
                sum += share;
                share = std::round(sum * levels) / levels - before;
            }
        }
        const double end_of_plot = left + plot_width_;
        for (std::size_t begin = 0; begin < shares.size();) {
            std::size_t end = begin + 1;
            while (end < shares.size() && shares[end] == shares[begin]) ++end;
            const double x = left + static_cast<double>(begin) * ticks * scale_;
            const double width = std::min(end_of_plot, left + static_cast<double>(end) * ticks * scale_) - x;
            double y = y_of(row) + high;
            for (std::size_t k = 0; k < schedule::kinds; ++k) {
                const double tall = shares[begin][k] * high;
                if (tall <= 0 || width <= 0) continue;
                y -= tall;
                pieces[k].push_back({x, y, width, tall, {colour_of(k, 0), Ink::none}});
            }
            begin = end;
        }
    }

    void draw_row_labels() {
        const auto step = static_cast<std::uint32_t>(std::ceil(15 / height_));
        const auto say = [&](double x, double y, const std::string& words, Align align, Ink ink) {
            scene_.texts.push_back({x, y, words, 12, align, ink});
        };
        say(left + plot_width_ + 10, top_ - 6, "idle", Align::start, Ink::quiet);
        for (std::uint32_t row = 0; row < rows_; row += step) {
            const std::uint32_t first = row * devices_per_row_;
            const std::uint32_t last = std::min(s_.devices, first + devices_per_row_);
            const double y = y_of(row) + (height_ - gap()) / 2 + 4;
            const std::string name = last - first == 1
                                         ? fmt::format("{}{}", rows_ <= 16 ? "device " : "", first)
                                         : fmt::format("{}-{}", first, last - 1);
            say(left - 8, y, name, Align::end, Ink::text);
            Seconds idle;
            for (std::uint32_t d = first; d < last; ++d) idle += study_.summary.devices[d].idle;
            const Seconds whole = study_.summary.makespan * (last - first);
            say(left + plot_width_ + 10, y, percent_text(whole > Seconds{} ? idle / whole : 0), Align::start,
                Ink::quiet);
        }
        // A thin line between rows keeps the stripes of one from running into the next.
        for (std::uint32_t row = 0; row < rows_; ++row)
            scene_.boxes.push_back(
                {left, y_of(row) + height_ - gap(), plot_width_, gap(), {Ink::paper, Ink::none}});
    }

    // Marks at 1, 2 or 5 times a power of ten, six to fifteen of them.
    void draw_axis(double y) {
        const double whole = study_.summary.makespan.raw();
        if (whole <= 0) return;
        scene_.texts.push_back(
            {left + plot_width_, y + 38,
             unit_ == TimeUnit::arbitrary ? "time, in the unit that times were given in" : "time in the step",
             12, Align::end, Ink::text});
        double step = std::pow(10, std::floor(std::log10(whole / 6)));
        for (const double factor : {5.0, 2.0}) {
            if (whole / (step * factor) >= 6) {
                step *= factor;
                break;
            }
        }
        for (int i = 0; i * step <= whole * (1 + 1e-9); ++i) {
            const double x = left + i * step / whole * plot_width_;
            scene_.lines.push_back({{{x, y}, {x, y + 5}}, Ink::frame});
            scene_.texts.push_back(
                {x, y + 19, time_text(Seconds::raw(i * step), unit_), 12, Align::middle, Ink::quiet});
        }
    }

    const Study& study_;
    const Schedule& s_;
    TimeUnit unit_;
    std::uint32_t devices_per_row_;
    std::uint32_t rows_;
    double height_;
    std::optional<double> width_for_operations_;
    double plot_width_;
    double scale_;  // pixels per tick
    double top_ = 0;
    Scene scene_;
};

}  // namespace

Scene schedule_scene(const Study& study, TimeUnit unit) {
    return Picture(study, unit).scene();
}

}  // namespace railyard::diagram
