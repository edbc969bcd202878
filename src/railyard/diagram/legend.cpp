#include "railyard/diagram/legend.hpp"

#include "railyard/diagram/text_fit.hpp"

namespace railyard::diagram {
namespace {

constexpr double font = 12;
constexpr double gap = 22;
constexpr double swatch_width = 18;
constexpr double line_width = 34;

}  // namespace

double Legend::room(double sample, const std::string& words) {
    const double needed = sample + text_width(words, font);
    if (x_ > left_ && x_ + needed > left_ + width_) new_row();
    const double begin = x_;
    x_ += needed + gap;
    return begin;
}

void Legend::swatch(const BoxStyle& style, const std::string& words) {
    const std::string cut = cut_to(words, width_ - swatch_width - 6, font);
    const double x = room(swatch_width + 6, cut);
    scene_.boxes.push_back({x, y_ + 2, swatch_width, 14, style});
    add_text(scene_, {x + swatch_width + 6, y_ + 13, words, font}, width_ - swatch_width - 6);
}

void Legend::mark(const BoxStyle& style, double size, const std::string& words) {
    const std::string cut = cut_to(words, width_ - size - 6, font);
    const double x = room(size + 6, cut);
    scene_.boxes.push_back({x, y_ + 9 - size / 2, size, size, style});
    add_text(scene_, {x + size + 6, y_ + 13, words, font}, width_ - size - 6);
}

void Legend::line(const Line& like, const std::string& words) {
    const std::string cut = cut_to(words, width_ - line_width - 6, font);
    const double x = room(line_width + 6, cut);
    Line sample = like;
    sample.points = {{x, y_ + 9}, {x + line_width, y_ + 9}};
    sample.from = sample.to = sample.tip = "";
    scene_.lines.push_back(sample);
    add_text(scene_, {x + line_width + 6, y_ + 13, words, font}, width_ - line_width - 6);
}

void Legend::words(const std::string& words) {
    const std::string cut = cut_to(words, width_, font);
    const double x = room(0, cut);
    add_text(scene_, {x, y_ + 13, words, font, Align::start, Ink::quiet}, width_);
}

bool Legend::has_room(const std::string& words) const {
    return x_ > left_ && x_ + text_width(words, font) <= left_ + width_;
}

void Legend::new_row() {
    if (x_ > left_) y_ += row_height;
    x_ = left_;
}

}  // namespace railyard::diagram
