#include "railyard/diagram/text_fit.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "railyard/diagram/escape.hpp"

namespace railyard::diagram {
namespace {

// Thousandths of an em, space to tilde.
constexpr std::array<short, 95> widths = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838};

bool is_tail(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

double em_of(char c) {
    if (is_tail(c)) return 0;
    const auto code = static_cast<unsigned char>(c);
    return code >= 32 && code < 127 ? widths[code - 32U] / 1000.0 : 1;
}

}  // namespace

double text_width(std::string_view text, double size) {
    double widest = 0;
    double line = 0;
    for (const char c : text) {
        line = c == '\n' ? 0 : line + em_of(c);
        widest = std::max(widest, line);
    }
    return widest * size;
}

std::string cut_to(std::string_view text, double width, double size) {
    // Whatever is far longer than the line is cut first: names may have any length.
    constexpr double narrowest = 0.2;
    const auto most_bytes = static_cast<std::size_t>(std::max(0.0, 4 * width / (narrowest * size))) + 16;
    std::string line = printable(text.substr(0, most_bytes));
    std::replace(line.begin(), line.end(), '\n', ' ');
    if (text.size() <= most_bytes && text_width(line, size) <= width) return line;
    constexpr std::string_view dots = "...";
    double used = text_width(dots, size);
    if (used > width) return "";
    std::size_t end = 0;
    while (end < line.size() && used + em_of(line[end]) * size <= width) {
        used += em_of(line[end]) * size;
        ++end;
        while (end < line.size() && is_tail(line[end])) ++end;
    }
    while (end > 0 && line[end - 1] == ' ') --end;
    return line.substr(0, end) + std::string(dots);
}

double size_that_fits(std::string_view text, double width, double least, double most) {
    const double em = text_width(text, 1);
    const double size = em > 0 ? std::min(most, width / em) : most;
    return size < least ? 0 : size;
}

}  // namespace railyard::diagram
