#include "railyard/diagram/matrix_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/hop_lines.hpp"
#include "railyard/diagram/legend.hpp"
#include "railyard/diagram/matrix_places.hpp"
#include "railyard/diagram/text_fit.hpp"

namespace railyard::diagram {
namespace {

constexpr double left = 30;
constexpr double most_name_width = 230;
constexpr double whole = 660;      // of the matrix, about
constexpr std::size_t steps = 10;  // of colour
constexpr std::size_t most_with_tips = 48;

constexpr double name_font = 10.7;
constexpr double least_font = 10.2;  // of a cell's bytes: A4 shows it at 6 points
constexpr double band_width = 8;
constexpr double least_span = 2.5;  // pixels of one in a band

// Where spans end: of several that do in one place the one of the highest level.
struct Border {
    std::size_t place = 0;  // it lies before this one; rows and columns may hold several
    std::size_t level = 0;  // 0: a domain; tier + 1
};

// How it is shown where the spans of a level end.
enum class Mark : std::uint8_t { lines, band, none };

class MatrixDrawer {
  public:
    MatrixDrawer(const std::string& title, const Topology& topology, const TrafficMatrix& matrix)
        : title_(title),
          topology_(topology),
          matrix_(matrix),
          places_(topology, matrix),
          colours_(shades(steps)) {
        low_ = std::numeric_limits<double>::infinity();
        for (const Bytes bytes : matrix.cells) {
            if (bytes.raw() <= 0) continue;
            low_ = std::min(low_, bytes.raw());
            high_ = std::max(high_, bytes.raw());
        }
        cell_ = std::clamp(std::floor(whole / static_cast<double>(std::max<std::size_t>(1, matrix.size))),
                           4.0, 44.0);
    }

    Scene scene() {
        find_name_width();
        find_borders();
        choose_marks();
        scene_.order = LineOrder::over_boxes;
        const double y = add_heading(scene_, left, title_, words());
        Legend legend(scene_, left, y, most_name_width + whole);
        explain(legend);
        x_ = left + name_width_;
        y_ = legend.bottom() + 44;
        cells();
        names();
        borders();
        bands();
        scene_.fit(24);
        return std::move(scene_);
    }

  private:
    [[nodiscard]] std::string word() const {
        return matrix_.unit == MatrixUnit::domains ? "domain" : "server";
    }

    [[nodiscard]] std::vector<std::string> words() const {
        std::string line =
            fmt::format("bytes that a step sends from the row's {0} to the column's; {1} in all", word(),
                        human(matrix_.total()));
        std::vector<std::string> lines = {line};
        if (matrix_.per_cell > 1)
            lines.push_back(fmt::format("{}, {} in a row or column, as more than {} could not be told apart",
                                        counted(matrix_.places.size(), word()), matrix_.per_cell,
                                        most_matrix_cells));
        return lines;
    }

    [[nodiscard]] std::size_t step_of(double bytes) const {
        if (high_ <= low_) return steps - 1;
        const double part = std::log(bytes / low_) / std::log(high_ / low_);
        return std::min(steps - 1, static_cast<std::size_t>(part * steps));
    }

    void explain(Legend& legend) const {
        legend.swatch({Ink::none, Ink::faint}, "nothing");
        if (high_ <= 0) return;
        for (std::size_t i = 0; i < steps; ++i) {
            const double from = low_ * std::pow(high_ / low_, static_cast<double>(i) / steps);
            if (high_ <= low_ && i + 1 < steps) continue;
            legend.swatch({colours_[i], Ink::frame}, "from " + human(bytes(from)));
        }
        legend.new_row();
        const auto& tiers = topology_.network().tiers;
        explain_ends(legend, 0, "a domain ends", "domains");
        for (std::size_t t = 0; t + 1 < tiers.size(); ++t) {
            const std::string name = cut_to(tiers[t].name, 160, 12);
            explain_ends(legend, t + 1, "a span of " + name + " ends", "spans of " + name);
        }
    }

    void explain_ends(Legend& legend, std::size_t level, const std::string& one_ends,
                      const std::string& all) const {
        if (ends_[level].empty()) return;
        if (marks_[level] == Mark::lines) {
            const bool has_lines = std::any_of(borders_.begin(), borders_.end(),
                                               [&](const Border& border) { return border.level == level; });
            if (has_lines) {
                legend.line(border_line(level), one_ends);
            } else {
                legend.words(one_ends + " where a wider one does");
            }
        } else if (marks_[level] == Mark::band) {
            legend.swatch(band_style(level), all + ", in turn filled and empty at the edges");
        } else {
            const double in_a_row =
                static_cast<double>(ends_[level].size() + 1) / static_cast<double>(matrix_.size);
            legend.words(fmt::format(
                "{}: {} in a row, too narrow to be marked", all,
                in_a_row < 10 ? fmt::format("{:.2g}", in_a_row) : fmt::format("{:.0f}", in_a_row)));
        }
    }

    [[nodiscard]] static Line border_line(std::size_t level) {
        Line line = level == 0 ? hop_stroke(Reach::nvlink()) : hop_stroke(Reach::tier(level - 1));
        line.width = 0.7 + 0.5 * static_cast<double>(level);
        return line;
    }

    void cells() {
        const auto n = static_cast<double>(matrix_.size);
        scene_.boxes.push_back({x_, y_, n * cell_, n * cell_, {Ink::none, Ink::faint}});
        std::vector<Box> boxes;
        for (std::size_t from = 0; from < matrix_.size; ++from) {
            for (std::size_t to = 0; to < matrix_.size; ++to) {
                const Bytes sent = matrix_.at(from, to);
                if (sent.raw() <= 0) continue;
                Box box{x_ + static_cast<double>(to) * cell_,
                        y_ + static_cast<double>(from) * cell_,
                        cell_,
                        cell_,
                        {colours_[step_of(sent.raw())], Ink::none}};
                if (matrix_.size <= most_with_tips) {
                    box.tip = fmt::format("{} to {}: {}", places_.name(from), places_.name(to), human(sent));
                    box.style.stroke = Ink::faint;
                }
                write(box, human(sent));
                boxes.push_back(std::move(box));
            }
        }
        // Like cells beside each other become one path.
        if (matrix_.size > most_with_tips) {
            std::stable_sort(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) {
                return hex(std::get<Shade>(a.style.fill).light) < hex(std::get<Shade>(b.style.fill).light);
            });
        }
        scene_.boxes.insert(scene_.boxes.end(), boxes.begin(), boxes.end());
    }

    // On one line, or the unit below the number.
    void write(Box& box, std::string bytes) const {
        double font = size_that_fits(bytes, cell_ - 4, name_font, name_font);
        if (const std::size_t space = bytes.find(' '); font == 0 && space != std::string::npos) {
            bytes[space] = '\n';
            const double most = std::min(name_font, (cell_ - 2) / (1 + line_height));
            font = most < least_font ? 0 : size_that_fits(bytes, cell_ - 4, least_font, most);
        }
        if (font == 0) return;
        box.label = std::move(bytes);
        box.font = font;
    }

    [[nodiscard]] std::size_t row_stride() const { return static_cast<std::size_t>(std::ceil(15 / cell_)); }

    void find_name_width() {
        const bool is_one_word = places_.are_named_by_number();
        double names = 0;
        for (std::size_t i = 0; i < matrix_.size; i += row_stride()) {
            const std::string name = is_one_word ? places_.names(i) : places_.name(i);
            names = std::max(names, text_width(name, name_font) + 1);
            numbers_ = std::max(numbers_, text_width(places_.numbers(i), name_font));
        }
        name_width_ = std::clamp(names + (is_one_word ? 12 : 22 + numbers_), 40.0, most_name_width);
    }

    // As many as have room. Rows and columns have the same numbers, rows the names as well.
    void names() {
        const std::string whose =
            matrix_.unit == MatrixUnit::domains ? "the " + word() : "the " + word() + ", over all domains";
        add_text(scene_, {x_, y_ - 22, "to: number of " + whose + ", from 0", 11, Align::start, Ink::text},
                 whole);
        scene_.texts.push_back({x_ - 8, y_ - 8, "from", 11, Align::end, Ink::text});
        const std::size_t stride = row_stride();
        for (std::size_t i = 0; i < matrix_.size; i += stride) {
            const double y = y_ + (static_cast<double>(i) + 0.5) * cell_ + 3.5;
            if (places_.are_named_by_number()) {
                add_text(scene_, {x_ - 8, y, places_.names(i), name_font, Align::end, Ink::quiet},
                         name_width_ - 12);
                continue;
            }
            scene_.texts.push_back({x_ - 8, y, places_.numbers(i), name_font, Align::end, Ink::quiet});
            add_text(scene_, {x_ - 18 - numbers_, y, places_.name(i), name_font, Align::end, Ink::quiet},
                     name_width_ - 22 - numbers_);
        }
        const double widest = text_width(std::to_string(places_.number(matrix_.size - 1)), name_font);
        const auto wide = static_cast<std::size_t>(std::ceil((widest + 10) / cell_));
        for (std::size_t i = 0; i < matrix_.size; i += wide) {
            const double x = x_ + (static_cast<double>(i) + 0.5) * cell_;
            scene_.texts.push_back(
                {x, y_ - 8, std::to_string(places_.number(i)), name_font, Align::middle, Ink::quiet});
        }
    }

    void find_borders() {
        const auto& tiers = topology_.network().tiers;
        ends_.assign(std::max<std::size_t>(1, tiers.size()), {});
        for (std::size_t i = 1; i < matrix_.places.size(); ++i) {
            const GpuPlace before = places_.place(i - 1);
            const GpuPlace here = places_.place(i);
            std::optional<std::size_t> level;
            const auto end = [&](std::size_t of) {
                level = of;
                ends_[of].push_back(i);
            };
            if (matrix_.unit == MatrixUnit::servers && before.domain != here.domain) end(0);
            for (std::size_t t = 0; t + 1 < tiers.size(); ++t) {
                if (topology_.span_of(before, tiers[t]) != topology_.span_of(here, tiers[t])) end(t + 1);
            }
            if (level) borders_.push_back({i, *level});
        }
    }

    // Where a row holds several places a line may run through it.
    void borders() {
        const double end = static_cast<double>(matrix_.size) * cell_;
        for (const Border& border : borders_) {
            if (marks_[border.level] != Mark::lines) continue;
            const double at =
                static_cast<double>(border.place) / static_cast<double>(matrix_.per_cell) * cell_;
            Line line = border_line(border.level);
            line.points = {{x_ + at, y_}, {x_ + at, y_ + end}};
            scene_.lines.push_back(line);
            line.points = {{x_, y_ + at}, {x_ + end, y_ + at}};
            scene_.lines.push_back(line);
        }
    }

    // In rows or columns, rising.
    [[nodiscard]] std::vector<double> spans(std::size_t level) const {
        std::vector<double> widths;
        std::size_t from = 0;
        for (const std::size_t end : ends_[level]) {
            widths.push_back(static_cast<double>(end - from) / static_cast<double>(matrix_.per_cell));
            from = end;
        }
        widths.push_back(static_cast<double>(matrix_.places.size() - from) /
                         static_cast<double>(matrix_.per_cell));
        std::sort(widths.begin(), widths.end());
        return widths;
    }

    // Small cells, and several spans of less than three of them: lines so close would hide what they part.
    // Such a level is marked beside the cells, where most of its spans are not too narrow for that either.
    void choose_marks() {
        constexpr std::size_t most_narrow = 8;
        for (std::size_t level = 0; level < ends_.size(); ++level) {
            const std::vector<double> widths = spans(level);
            const bool is_crowded = cell_ < 8 && widths.size() > most_narrow && widths[most_narrow] < 3;
            const bool is_wide_enough = widths[widths.size() / 2] * cell_ >= least_span;
            marks_.push_back(!is_crowded ? Mark::lines : is_wide_enough ? Mark::band : Mark::none);
        }
    }

    [[nodiscard]] static BoxStyle band_style(std::size_t level) {
        const Ink ink = border_line(level).stroke;
        return {ink, Ink::none};
    }

    // Right of the cells and below them, a band for each crowded level, the narrowest spans next to the
    // cells.
    void bands() {
        double away = 6;
        for (std::size_t level = 0; level < ends_.size(); ++level) {
            if (marks_[level] != Mark::band) continue;
            band(level, away);
            away += band_width + 4;
        }
    }

    void band(std::size_t level, double away) {
        const double end = static_cast<double>(matrix_.size) * cell_;
        const auto pixels = [&](std::size_t place) {
            return std::min(end, static_cast<double>(place) / static_cast<double>(matrix_.per_cell) * cell_);
        };
        const BoxStyle style = band_style(level);
        BoxStyle frame = style;
        frame.stroke = std::get<Ink>(style.fill);
        frame.fill = Ink::paper;
        scene_.boxes.push_back({x_ + end + away, y_, band_width, end, frame});
        scene_.boxes.push_back({x_, y_ + end + away, end, band_width, frame});
        // Every other span is filled, from the first on.
        for (std::size_t span = 0; span <= ends_[level].size(); span += 2) {
            const double from = span == 0 ? 0 : pixels(ends_[level][span - 1]);
            const double to = span == ends_[level].size() ? end : pixels(ends_[level][span]);
            scene_.boxes.push_back({x_ + end + away, y_ + from, band_width, to - from, style});
            scene_.boxes.push_back({x_ + from, y_ + end + away, to - from, band_width, style});
        }
    }

    const std::string& title_;
    const Topology& topology_;
    const TrafficMatrix& matrix_;
    MatrixPlaces places_;
    std::vector<Shade> colours_;
    std::vector<Border> borders_;
    // By level, the places before which one ends, those where one of a higher level does too.
    std::vector<std::vector<std::size_t>> ends_;
    std::vector<Mark> marks_;  // by level
    double low_ = 0;
    double high_ = 0;
    double cell_ = 0;
    double name_width_ = 0;
    double numbers_ = 0;  // the widest of a row's
    double x_ = 0;
    double y_ = 0;
    Scene scene_;
};

}  // namespace

Scene matrix_scene(const std::string& title, const Topology& topology, const TrafficMatrix& matrix) {
    return MatrixDrawer(title, topology, matrix).scene();
}

}  // namespace railyard::diagram
