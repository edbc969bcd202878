#include "railyard/diagram/schedule_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "railyard/diagram/escape.hpp"
#include "railyard/diagram/svg_parts.hpp"

namespace railyard::diagram {
namespace {

using schedule::percent_text;
using schedule::Schedule;
using schedule::Study;
using schedule::time_text;
using schedule::TimeUnit;

// Pixels.
constexpr double left = 76;  // of the plot
constexpr double plot_width = 1040;
constexpr double right = 84;  // beside the plot
constexpr double top = 78;
constexpr double bottom = 34;
constexpr double finest = 3;                    // narrowest operation that is drawn by itself
constexpr double least_column = 3;              // width of a column of shares
constexpr std::size_t most_drawn = 3000;        // operations drawn by themselves
constexpr std::size_t longest_paths = 900'000;  // bytes
constexpr std::uint32_t most_rows = 128;
constexpr double levels = 24;      // heights that a share can have
constexpr std::size_t shades = 4;  // chunks told apart

constexpr const char* style = R"(<style>
svg{font-family:system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif;font-size:12px}
.paper{fill:#fff}text{fill:#1d2733}.quiet{fill:#5a6673}.axis{stroke:#c3cad2;fill:none}
.idle{fill:#ffc14d}.hatch{stroke:#d98200;stroke-width:1.6}
.op{stroke:#fff;stroke-width:.6}
.F0{fill:#3a6ea8}.F1{fill:#5a8cc4}.F2{fill:#254a75}.F3{fill:#7ba3d1}
.B0{fill:#2b8a6b}.B1{fill:#48a585}.B2{fill:#1c5e49}.B3{fill:#6fbda3}
.I0{fill:#2b8a6b}.I1{fill:#48a585}.I2{fill:#1c5e49}.I3{fill:#6fbda3}
.W0{fill:#8360ad}.W1{fill:#9a7bc0}.W2{fill:#5d4180}.W3{fill:#c0aadb}
.in text{fill:#fff}.path{fill:#111}
@media (prefers-color-scheme:dark){
.paper{fill:#14181d}text{fill:#e6eaee}.quiet{fill:#9aa5b1}.axis{stroke:#3a434d}
.idle{fill:#e09a1f}.hatch{stroke:#8a5600}.op{stroke:#14181d}.path{fill:#fff}}
</style>
<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform='rotate(45)'><rect class="idle" width="7" height="7"/><line class="hatch" x1="0" y1="0" x2="0" y2="7"/></pattern></defs>
)";

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
          scale_(study.timeline.makespan > 0 ? plot_width / study.timeline.makespan : 0) {}

    std::string draw() {
        const double width = left + plot_width + right;
        const double whole = top + rows_ * height_ + bottom;
        const std::string size = px(width) + " " + px(whole);
        out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size + "\" width=\"" + px(width) +
               "\" height=\"" + px(whole) + "\" role=\"img\">\n<title>" + xml_escaped(headline()) +
               "</title>\n" + style;
        out_ += "<rect class=\"paper\" width=\"" + px(width) + "\" height=\"" + px(whole) + "\"/>\n";
        const bool one_by_one = is_drawn_one_by_one();
        draw_head(one_by_one);
        out_ += "<rect fill=\"url(#hatch)\" x=\"" + px(left) + "\" y=\"" + px(top) + "\" width=\"" +
                px(plot_width) + "\" height=\"" + px(rows_ * height_) + "\"/>\n";
        one_by_one ? draw_operations() : draw_shares();
        draw_row_labels();
        draw_axis(top + rows_ * height_);
        return out_ + "</svg>\n";
    }

  private:
    [[nodiscard]] double y_of(std::uint32_t row) const { return top + row * height_; }
    [[nodiscard]] double gap() const { return height_ >= 18 ? 2 : 1; }  // between rows

    void text(double x, double y, const std::string& attributes, const std::string& content) {
        out_ += "<text x=\"" + px(x) + "\" y=\"" + px(y) + "\"" + attributes + ">" + xml_escaped(content) +
                "</text>\n";
    }
    // A rectangle as a piece of a path, which is shorter than an element.
    static std::string box(double x, double y, double width, double height) {
        return "M" + px(x) + " " + px(y) + "h" + px(width) + "v" + px(height) + "h-" + px(width) + "z";
    }

    [[nodiscard]] std::string headline() const {
        std::string text =
            fmt::format("{}: {} stages, {} micro-batches", s_.name, s_.devices, s_.micro_batches);
        if (s_.model_stages > s_.devices) text += fmt::format(", {} chunks a stage", s_.chunks);
        return text;
    }

    [[nodiscard]] bool is_drawn_one_by_one() const {
        if (s_.operations.size() > most_drawn || devices_per_row_ > 1) return false;
        for (std::size_t i = 0; i < s_.operations.size(); ++i) {
            const double width = (study_.timeline.end[i] - study_.timeline.start[i]) * scale_;
            if (width > 0 && width < finest) return false;
        }
        return true;
    }

    void draw_head(bool one_by_one) {
        text(left, 24, " font-size=\"17\" font-weight=\"600\"", headline());
        const auto& summary = study_.summary;
        text(left, 44, " class=\"quiet\"",
             fmt::format("step {}{}, bubble {} of useful work, {} of the step",
                         time_text(summary.makespan, unit_),
                         unit_ == TimeUnit::arbitrary ? " (in the unit that times were given in)" : "",
                         percent_text(summary.bubble_over_useful), percent_text(summary.bubble_over_step)));
        double x = left;
        const auto entry = [&](const std::string& fill, const std::string& word) {
            out_ += "<rect " + fill + " x=\"" + px(x) + "\" y=\"55\" width=\"14\" height=\"12\"/>\n";
            text(x + 19, 65, "", word);
            x += 32 + 6.6 * static_cast<double>(word.size());
        };
        std::array<bool, schedule::kinds> is_there{};
        for (const auto& it : s_.operations) is_there[static_cast<std::size_t>(it.kind)] = true;
        entry("fill=\"url(#hatch)\"", "idle");
        entry("class=\"F0\"", "forward");
        if (is_there[1]) entry("class=\"B0\"", "backward");
        if (is_there[2] && !is_there[1]) entry("class=\"I0\"", "backward for inputs");
        if (is_there[3]) entry("class=\"W0\"", "backward for weights");
        if (one_by_one) {
            if (s_.chunks > 1) text(x, 65, " class=\"quiet\"", "shades: chunks; underlined: critical path");
            if (s_.chunks == 1) text(x, 65, " class=\"quiet\"", "underlined: critical path");
        } else {
            text(x, 65, " class=\"quiet\"", "heights: shares of the time in a column");
        }
    }

    void draw_operations() {
        const double high = height_ - gap();
        std::string labels;
        for (std::uint32_t device = 0; device < s_.devices; ++device) {
            for (std::size_t i = s_.first[device]; i < s_.first[device + 1]; ++i) {
                const auto& it = s_.operations[i];
                const double x = left + study_.timeline.start[i] * scale_;
                const double width = left + study_.timeline.end[i] * scale_ - x;
                if (width <= 0) continue;
                out_ += fmt::format("<rect class=\"op {}{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\">",
                                    letter_of(it.kind), it.chunk % shades, px(x), px(y_of(device)), px(width),
                                    px(high));
                out_ += fmt::format("<title>{}, {} to {}</title></rect>\n", describe(s_, device, it),
                                    time_text(study_.timeline.start_of(i), unit_),
                                    time_text(study_.timeline.end_of(i), unit_));
                labels += label_of(it, x + width / 2, y_of(device) + high / 2, width, high);
            }
        }
        out_ += "<g class=\"in\" text-anchor=\"middle\" pointer-events=\"none\">\n" + labels + "</g>\n";
        draw_critical_path(high);
    }

    // The micro-batch, if the longest number would fit: equal operations have a label all or none.
    [[nodiscard]] std::string label_of(const schedule::Operation& it, double x, double y, double width,
                                       double high) const {
        const auto digits = static_cast<double>(std::to_string(s_.micro_batches - 1).size());
        const double font = std::min({12.0, high - 3, (width - 1) / (0.6 * digits)});
        if (font < 7) return "";
        return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>\n", px(x), px(y + font * 0.36),
                           px(font), it.micro_batch);
    }

    void draw_critical_path(double high) {
        std::string path;
        std::uint32_t device = 0;
        std::vector<std::size_t> on_path = study_.path.operations;
        std::sort(on_path.begin(), on_path.end());
        for (const std::size_t i : on_path) {
            while (i >= s_.first[device + 1]) ++device;
            const double x = left + study_.timeline.start[i] * scale_;
            const double width = left + study_.timeline.end[i] * scale_ - x;
            if (width > 0) path += box(x, y_of(device) + high - 2.5, width, 2.5);
        }
        out_ += "<path class=\"path\" d=\"" + path + "\"/>\n";
    }

    using Shares = std::array<double, schedule::kinds>;  // of the time in a column, per kind

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
        // Columns get wider until the paths are short enough.
        std::array<std::string, schedule::kinds> paths;
        for (const double factor : {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0}) {
            const double ticks = column_ticks(least_column * factor);
            for (auto& path : paths) path.clear();
            for (std::uint32_t row = 0; row < rows_; ++row) {
                append_row(paths, row, shares_of_row(row, ticks), ticks);
            }
            std::size_t size = 0;
            for (const auto& path : paths) size += path.size();
            if (size <= longest_paths) break;
        }
        constexpr std::array<char, schedule::kinds> letters = {'F', 'B', 'I', 'W'};
        for (std::size_t k = 0; k < schedule::kinds; ++k) {
            if (!paths[k].empty())
                out_ += fmt::format("<path class=\"{}0\" d=\"{}\"/>\n", letters[k], paths[k]);
        }
    }

    // Equal neighbours become one box. Backwards lie on top of forwards, idle time is what is left above.
    void append_row(std::array<std::string, schedule::kinds>& paths, std::uint32_t row,
                    std::vector<Shares> shares, double ticks) const {
        const double high = height_ - gap();
        for (auto& column : shares) {
            double sum = 0;
            for (double& share : column) {  // rounded as running sums, so that full columns stay full
                const double before = std::round(sum * levels) / levels;
                sum += share;
                share = std::round(sum * levels) / levels - before;
            }
        }
        const double end_of_plot = left + plot_width;
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
                paths[k] += box(x, y, width, tall);
            }
            begin = end;
        }
    }

    void draw_row_labels() {
        const auto step = static_cast<std::uint32_t>(std::ceil(13 / height_));
        text(left + plot_width + 10, top - 6, " class=\"quiet\"", "idle");
        for (std::uint32_t row = 0; row < rows_; row += step) {
            const std::uint32_t first = row * devices_per_row_;
            const std::uint32_t last = std::min(s_.devices, first + devices_per_row_);
            const double y = y_of(row) + (height_ - gap()) / 2 + 4;
            const std::string name = last - first == 1
                                         ? fmt::format("{}{}", rows_ <= 16 ? "device " : "", first)
                                         : fmt::format("{}-{}", first, last - 1);
            text(left - 8, y, " text-anchor=\"end\"", name);
            Seconds idle;
            for (std::uint32_t d = first; d < last; ++d) idle += study_.summary.devices[d].idle;
            const Seconds whole = study_.summary.makespan * (last - first);
            text(left + plot_width + 10, y, " class=\"quiet\"",
                 percent_text(whole > Seconds{} ? idle / whole : 0));
        }
        // A thin line between rows keeps the hatching of one from running into the next.
        std::string lines;
        for (std::uint32_t row = 0; row < rows_; ++row) {
            lines += box(left, y_of(row) + height_ - gap(), plot_width, gap());
        }
        out_ += "<path class=\"paper\" d=\"" + lines + "\"/>\n";
    }

    // Marks at 1, 2 or 5 times a power of ten, six to fifteen of them.
    void draw_axis(double y) {
        const double whole = study_.summary.makespan.raw();
        if (whole <= 0) return;
        double step = std::pow(10, std::floor(std::log10(whole / 6)));
        for (const double factor : {5.0, 2.0}) {
            if (whole / (step * factor) >= 6) {
                step *= factor;
                break;
            }
        }
        std::string marks;
        for (int i = 0; i * step <= whole * (1 + 1e-9); ++i) {
            const double x = left + i * step / whole * plot_width;
            marks += "M" + px(x) + " " + px(y) + "v5";
            text(x, y + 19, " class=\"quiet\" text-anchor=\"middle\"",
                 time_text(Seconds::raw(i * step), unit_));
        }
        out_ += "<path class=\"axis\" d=\"" + marks + "\"/>\n";
    }

    const Study& study_;
    const Schedule& s_;
    TimeUnit unit_;
    std::uint32_t devices_per_row_;
    std::uint32_t rows_;
    double height_;
    double scale_;  // pixels per tick
    std::string out_;
};

}  // namespace

std::string schedule_svg(const Study& study, TimeUnit unit) {
    return Picture(study, unit).draw();
}

}  // namespace railyard::diagram
