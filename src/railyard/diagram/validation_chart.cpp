#include "railyard/diagram/validation_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/escape.hpp"

namespace railyard::diagram {
namespace {

constexpr double width = 760;
constexpr double plot_left = 70;
constexpr double plot_top = 50;
constexpr double plot_size = 480;
constexpr double band = 0.10;

// Okabe and Ito's colours, safe for the colour-blind; light enough for dark, dark enough for light.
constexpr std::array<std::string_view, 7> colours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                     "#E69F00", "#56B4E9", "#8C8C00"};

// Not within a character of several bytes.
std::string shortened(std::string text, std::size_t longest) {
    if (text.size() <= longest) return text;
    std::size_t end = longest - 3;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    return text.substr(0, end) + "...";
}

class Chart {
  public:
    explicit Chart(const Validation& validation) : validation_(validation) {
        low_ = 1e300;
        high_ = 0;
        for (const auto& row : validation.rows) {
            for (const double seconds : {row.measured.raw(), row.predicted.raw()}) {
                low_ = std::min(low_, seconds);
                high_ = std::max(high_, seconds);
            }
        }
        if (validation.rows.empty()) low_ = high_ = 1;
        low_ /= 1.25;
        high_ *= 1.25;
    }

    std::string text() {
        const double legend = 26.0 * static_cast<double>(validation_.sources.size() + 1);
        const double height = plot_top + plot_size + 60 + legend;
        add(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" )"
            R"(aria-label="Predicted against measured step time">)"
            "\n",
            width, height);
        svg_ +=
            "<style>text{font:14px sans-serif;fill:#222}.axis{stroke:#555}.grid{stroke:#ccc}.band{fill:#999;"
            "opacity:.25}.back{fill:#fff}@media (prefers-color-scheme:dark){text{fill:#eee}.axis{stroke:#aaa}"
            ".grid{stroke:#444}.band{fill:#aaa}.back{fill:#16181c}}</style>\n";
        add(R"(<rect class="back" width="{}" height="{}"/>)"
            "\n",
            width, height);
        add(R"(<text x="{}" y="28" style="font-weight:bold">Step time: predicted ({} model) against measured</text>)"
            "\n",
            plot_left, cost_model_names[static_cast<std::size_t>(validation_.model)]);
        axes();
        diagonal();
        points();
        legend_lines(plot_top + plot_size + 84);
        return svg_ + "</svg>\n";
    }

  private:
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(svg_), format, std::forward<Args>(args)...);
    }

    [[nodiscard]] double along(double seconds) const {
        return plot_size * std::log(seconds / low_) / std::log(high_ / low_);
    }
    [[nodiscard]] double x(double seconds) const { return plot_left + along(seconds); }
    [[nodiscard]] double y(double seconds) const { return plot_top + plot_size - along(seconds); }

    void axes() {
        for (double decade = 1e-6; decade < 1e9; decade *= 10) {
            for (const double step : {1.0, 2.0, 5.0}) {
                const double tick = decade * step;
                if (tick < low_ || tick > high_) continue;
                add(R"(<path class="grid" d="M{0:.1f} {1}V{2}M{3} {4:.1f}H{5}"/>)"
                    "\n",
                    x(tick), plot_top, plot_top + plot_size, plot_left, y(tick), plot_left + plot_size);
                add(R"(<text x="{:.1f}" y="{}" text-anchor="middle">{:g}</text>)"
                    "\n",
                    x(tick), plot_top + plot_size + 20, tick);
                add(R"(<text x="{}" y="{:.1f}" text-anchor="end">{:g}</text>)"
                    "\n",
                    plot_left - 8, y(tick) + 5, tick);
            }
        }
        add(R"(<rect class="axis" x="{}" y="{}" width="{}" height="{}" fill="none"/>)"
            "\n",
            plot_left, plot_top, plot_size, plot_size);
        add(R"(<text x="{}" y="{}" text-anchor="middle">measured, seconds</text>)"
            "\n",
            plot_left + plot_size / 2, plot_top + plot_size + 44);
        add(R"(<text text-anchor="middle" transform="translate(20 {}) rotate(-90) ">predicted, seconds</text>)"
            "\n",
            plot_top + plot_size / 2);
    }

    // The band is a strip around the diagonal, cut off at the frame.
    void diagonal() {
        const auto point = [&](double measured, double predicted) {
            return fmt::format("{:.1f},{:.1f} ", x(measured), y(predicted));
        };
        const double up = 1 + band;
        add(R"(<polygon class="band" points="{}"/>)"
            "\n",
            point(low_, low_) + point(low_, low_ * up) + point(high_ / up, high_) + point(high_, high_) +
                point(high_, high_ / up) + point(low_ * up, low_));
        add(R"(<path class="axis" d="M{:.1f} {:.1f}L{:.1f} {:.1f}"/>)"
            "\n",
            x(low_), y(low_), x(high_), y(high_));
    }

    [[nodiscard]] std::size_t source_of(const ValidationRow& row) const {
        const auto found = std::find_if(validation_.sources.begin(), validation_.sources.end(),
                                        [&](const SourceErrors& s) { return s.source == row.source; });
        return static_cast<std::size_t>(found - validation_.sources.begin());
    }

    void mark(double at_x, double at_y, std::size_t source, RowUse use, const std::string& title) {
        const std::string_view colour = colours.at(source % colours.size());
        const std::string fill = use == RowUse::fitted ? "none" : std::string(colour);
        const std::string shape =
            source % 2 == 0
                ? fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="5.5")", at_x, at_y)
                : fmt::format(R"(<rect x="{:.1f}" y="{:.1f}" width="10" height="10")", at_x - 5, at_y - 5);
        add("{} fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"><title>{}</title></{}>\n", shape, fill, colour,
            xml_escaped(title), source % 2 == 0 ? "circle" : "rect");
    }

    void points() {
        for (const ValidationRow& row : validation_.rows) {
            mark(x(row.measured.raw()), y(row.predicted.raw()), source_of(row), row.use,
                 fmt::format("{}: measured {:.2f} s, predicted {:.2f} s ({} %)", row.id, row.measured.raw(),
                             row.predicted.raw(), with_sign(row.error_percent, 1)));
        }
    }

    void legend_lines(double top) {
        for (std::size_t s = 0; s < validation_.sources.size(); ++s) {
            const SourceErrors& source = validation_.sources[s];
            mark(plot_left + 6, top - 5, s, RowUse::predicted, source.source);
            constexpr std::size_t longest = 62;
            add(R"(<text x="{}" y="{}">{}: {}, mean {:.1f} %, worst {} %</text>)"
                "\n",
                plot_left + 22, top, xml_escaped(shortened(source.source, longest)),
                source.rows == 1 ? "1 row" : std::to_string(source.rows) + " rows", source.mean_percent,
                with_sign(source.worst_percent, 1));
            top += 26;
        }
        add(R"(<text x="{}" y="{}">Band: within 10 %. Hollow: the row that the model was fitted on.</text>)"
            "\n",
            plot_left, top);
    }

    const Validation& validation_;
    double low_ = 1;
    double high_ = 1;
    std::string svg_;
};

}  // namespace

std::string validation_chart(const Validation& validation) {
    return Chart(validation).text();
}

}  // namespace railyard::diagram
