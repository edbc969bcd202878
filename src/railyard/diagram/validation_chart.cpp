#include "railyard/diagram/validation_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/axis.hpp"
#include "railyard/diagram/text_fit.hpp"

namespace railyard::diagram {
namespace {

constexpr double plot_left = 90;
constexpr double plot_size = 480;
constexpr double list_width = 640;
constexpr double band = 0.10;
constexpr double mark_size = 11;

// Okabe and Ito's colours, safe for the colour-blind; light enough for dark, dark enough for light.
constexpr std::array<Rgb, 7> colours = {{{0x00, 0x72, 0xB2},
                                         {0xD5, 0x5E, 0x00},
                                         {0x00, 0x9E, 0x73},
                                         {0xCC, 0x79, 0xA7},
                                         {0xE6, 0x9F, 0x00},
                                         {0x56, 0xB4, 0xE9},
                                         {0x8C, 0x8C, 0x00}}};
constexpr std::array<Shape, 3> shapes = {Shape::ellipse, Shape::rectangle, Shape::diamond};

struct ComparedRun {
    std::string id;
    std::size_t source = 0;  // number into the sources
    Seconds measured;
    Seconds predicted;
    double error_percent = 0;
    bool is_fitted = false;
};

struct Comparison {
    std::string title;
    std::string words;
    std::vector<ComparedRun> runs;
    std::vector<SourceErrors> sources;
};

class Chart {
  public:
    explicit Chart(const Comparison& comparison) : comparison_(comparison) {
        for (const ComparedRun& run : comparison.runs) {
            for (const double seconds : {run.measured.raw(), run.predicted.raw()}) {
                low_ = std::min(low_, seconds);
                high_ = std::max(high_, seconds);
            }
        }
        if (comparison.runs.empty()) low_ = high_ = 1;
        low_ /= 1.25;
        high_ *= 1.25;
    }

    Scene scene() {
        const double top = add_heading(scene_, 30, comparison_.title, {comparison_.words}) + 30;
        const Axis across(Scale::logarithmic, low_, high_, plot_left, plot_left + plot_size);
        const Axis up(Scale::logarithmic, low_, high_, top + plot_size, top);
        add_axis(scene_, across, Direction::rightwards, up, "measured, seconds");
        add_axis(scene_, up, Direction::upwards, across, "predicted, seconds");
        diagonal(across, up, 1, Dash::solid);
        diagonal(across, up, 1 + band, Dash::dashed);
        diagonal(across, up, 1 / (1 + band), Dash::dashed);
        for (const ComparedRun& run : comparison_.runs) {
            mark({across.at(run.measured.raw()), up.at(run.predicted.raw())}, run.source, run.is_fitted,
                 fmt::format("{}: measured {:.2f} s, predicted {:.2f} s ({} %)", cut_to(run.id, 600, 12),
                             run.measured.raw(), run.predicted.raw(), with_sign(run.error_percent, 1)));
        }
        list(top + 8);
        scene_.fit(24);
        return std::move(scene_);
    }

  private:
    // Predicted = ratio times measured, as far as the frame goes.
    void diagonal(const Axis& across, const Axis& up, double ratio, Dash dash) {
        const double from = ratio < 1 ? low_ / ratio : low_;
        const double to = ratio > 1 ? high_ / ratio : high_;
        Line line{{{across.at(from), up.at(from * ratio)}, {across.at(to), up.at(to * ratio)}}, Ink::frame};
        line.dash = dash;
        if (from < to) scene_.lines.push_back(std::move(line));
    }

    void mark(Point at, std::size_t source, bool is_hollow, const std::string& tip) {
        const auto add = [&](double size, const Fill& fill) {
            Box box{at.x - size / 2, at.y - size / 2, size, size, {fill, Ink::none}};
            box.style.shape = shapes[source % shapes.size()];
            box.tip = tip;
            scene_.boxes.push_back(std::move(box));
        };
        add(mark_size, colours[source % colours.size()]);
        if (is_hollow) add(mark_size - 4.5, Ink::paper);
    }

    void list(double y) {
        const double x = plot_left + plot_size + 40;
        for (std::size_t s = 0; s < comparison_.sources.size(); ++s) {
            const SourceErrors& source = comparison_.sources[s];
            mark({x + 6, y - 4}, s, false, cut_to(source.source, 600, 12));
            const std::string errors =
                fmt::format(": {}, mean {:.1f} %, worst {} %", counted(source.rows, "row"),
                            source.mean_percent, with_sign(source.worst_percent, 1));
            Text text{x + 20, y, cut_to(source.source, list_width - text_width(errors, 12), 12) + errors, 12};
            if (text.text != source.source + errors) text.tip = source.source;
            scene_.texts.push_back(std::move(text));
            y += 22;
        }
    }

    const Comparison& comparison_;
    double low_ = 1e300;
    double high_ = 0;
    Scene scene_;
};

// The number of a source; a new one where it is not there.
std::size_t source_in(std::vector<SourceErrors>& sources, const std::string& name) {
    const auto found =
        std::find_if(sources.begin(), sources.end(), [&](const SourceErrors& s) { return s.source == name; });
    if (found != sources.end()) return static_cast<std::size_t>(found - sources.begin());
    sources.push_back({name});
    return sources.size() - 1;
}

}  // namespace

Scene validation_scene(const Validation& validation) {
    const std::string_view model = cost_model_names[static_cast<std::size_t>(validation.model)];
    Comparison comparison;
    comparison.title = fmt::format("Step time: predicted ({} model) against measured", model);
    comparison.words =
        "solid line: as measured; dashed: 10 % apart; hollow: the run that the model was fitted on; errors "
        "of "
        "throughput";
    comparison.sources = validation.sources;
    for (const ValidationRow& row : validation.rows)
        comparison.runs.push_back({row.id, source_in(comparison.sources, row.source), row.measured,
                                   row.predicted, row.error_percent, row.use == RowUse::fitted});
    return Chart(comparison).scene();
}

Scene validation_scene(const CalibratedValidation& validation) {
    Comparison comparison;
    comparison.title = fmt::format("Step time: predicted (calibrated model, '{}') against measured",
                                   cut_to(validation.calibration, 200, 17));
    comparison.words =
        "each run predicted without its source; solid line: as measured; dashed: 10 % apart; errors of step "
        "time";
    for (const CalibratedRow& row : validation.rows) {
        const double error = row.left_out_percent();
        const std::size_t number = source_in(comparison.sources, row.source);
        SourceErrors& source = comparison.sources[number];
        source.mean_percent += (std::abs(error) - source.mean_percent) / static_cast<double>(++source.rows);
        if (std::abs(error) > std::abs(source.worst_percent)) source.worst_percent = error;
        comparison.runs.push_back({row.id, number, row.measured, row.left_out, error, false});
    }
    return Chart(comparison).scene();
}

}  // namespace railyard::diagram
