#include "railyard/output/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace railyard::output {
namespace {

std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

void append_cell(std::string& line, const std::string& cell, std::size_t width, Align align) {
    const std::string padding(width - std::min(width, width_of(cell)), ' ');
    line += align == Align::right ? padding + cell : cell + padding;
}

// Three significant digits without a trailing point: 3.88, 38.8, 388.
std::string three_digits(double value) {
    const double size = std::abs(value);
    if (size >= 99.95) return fmt::format("{:.0f}", value);
    std::string text = size >= 9.995 ? fmt::format("{:.1f}", value) : fmt::format("{:.2f}", value);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

template <std::size_t N>
std::string prefixed(double value, const std::array<std::string_view, N>& prefixes, std::string_view unit) {
    std::size_t step = 0;
    while (step + 1 < N && std::abs(value) >= 999.5) {
        value /= 1000;
        ++step;
    }
    return three_digits(value) + " " + std::string(prefixes[step]) + std::string(unit);
}

constexpr std::array<std::string_view, 7> large = {"", "k", "M", "G", "T", "P", "E"};

}  // namespace

std::vector<std::size_t> TextTable::widths() const {
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        std::size_t width = width_of(columns_[c].title);
        for (const auto& row : rows_) {
            if (c < row.size()) width = std::max(width, width_of(row[c]));
        }
        widths.push_back(width);
    }
    return widths;
}

std::string TextTable::line(const std::vector<std::string>& cells,
                            const std::vector<std::size_t>& widths) const {
    std::string line;
    for (std::size_t c = 0; c < cells.size() && c < columns_.size(); ++c) {
        if (c > 0) line += "  ";
        append_cell(line, cells[c], widths[c], columns_[c].align);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

// Each group's name in the middle of its columns.
std::string TextTable::group_line(const std::vector<std::size_t>& widths) const {
    std::string line;
    std::size_t end = 0;
    for (std::size_t c = 0; c < columns_.size();) {
        const std::string& group = columns_[c].group;
        const std::size_t begin = end;
        do {
            end += widths[c] + 2;
        } while (++c < columns_.size() && columns_[c].group == group);
        const std::size_t span = end - 2 - begin;
        const std::size_t name = width_of(group);
        line.resize(std::max(line.size(), begin + (span > name ? (span - name) / 2 : 0)), ' ');
        line += group;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

std::string TextTable::text() const {
    const auto widths = this->widths();
    std::vector<std::string> titles;
    bool has_titles = false;
    bool has_groups = false;
    for (const auto& column : columns_) {
        titles.push_back(column.title);
        has_titles = has_titles || !column.title.empty();
        has_groups = has_groups || !column.group.empty();
    }
    std::string text;
    if (has_groups) text += group_line(widths);
    if (has_titles) text += line(titles, widths);
    for (const auto& row : rows_) text += line(row, widths);
    return text;
}

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
    return text;
}

std::string rounded(double number) {
    constexpr double exact = 1e15;
    return number < exact ? grouped(static_cast<std::uint64_t>(std::llround(number))) : compact(number);
}

std::string compact(double number) {
    std::string text = fmt::format("{:.3g}", number);
    if (std::abs(number) >= 1000 && std::abs(number) < 1e6) text = fmt::format("{:.0f}", number);
    // 1e+06 -> 1e6
    const std::size_t exponent = text.find("e+");
    if (exponent == std::string::npos) return text;
    std::size_t digits = exponent + 2;
    while (digits + 1 < text.size() && text[digits] == '0') ++digits;
    return text.substr(0, exponent + 1) + text.substr(digits);
}

std::string with_sign(double number, int digits) {
    std::string text = fmt::format("{:+.{}f}", number, digits);
    const bool is_zero = text.find_first_not_of("+-0.") == std::string::npos;
    return is_zero ? text.substr(1) : text;
}

std::string human(Bytes size) {
    return prefixed(size.raw(), large, "B");
}
std::string human(BytesPerSecond rate) {
    return prefixed(rate.raw(), large, "B/s");
}
std::string human(FlopsPerSecond rate) {
    return prefixed(rate.raw(), large, "FLOP/s");
}

std::string human(Seconds time) {
    const double value = time.raw();
    if (value == 0) return "0 s";
    if (std::abs(value) < 999.5e-9) return three_digits(value * 1e9) + " ns";
    if (std::abs(value) < 999.5e-6) return three_digits(value * 1e6) + " us";
    if (std::abs(value) < 999.5e-3) return three_digits(value * 1e3) + " ms";
    return three_digits(value) + " s";
}

std::string human_to_milliseconds(Seconds time) {
    return time.raw() < 0.9995 ? human(time) : fmt::format("{:.3f} s", time.raw());
}

std::string percent(double part, double whole) {
    if (whole <= 0) return "-";
    const double share = 100 * part / whole;
    if (part == whole) return "100 %";
    if (part == 0) return "0 %";
    return fmt::format("{:.1f} %", std::clamp(share, 0.1, 99.9));
}

std::string shortened(std::string_view text, std::size_t most) {
    if (width_of(text) <= most) return std::string(text);
    std::size_t end = 0;
    for (std::size_t letters = 0; end < text.size(); ++end) {
        const bool begins = (static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U;
        if (begins && letters++ == most - 3) break;
    }
    return std::string(text.substr(0, end)) + "...";
}

std::string wrapped(std::string_view text, std::string_view indent, std::size_t width) {
    std::string result;
    std::size_t letters = 0;  // of the line so far
    while (text.find_first_not_of(' ') != std::string_view::npos) {
        const std::size_t end = std::min(text.find(' ', text.find_first_not_of(' ')), text.size());
        const std::string_view word = text.substr(0, end);  // with the spaces before it
        if (letters > indent.size() && letters + width_of(word) > width) {
            result += "\n" + std::string(indent);
            letters = indent.size();
            text.remove_prefix(text.find_first_not_of(' '));
            continue;
        }
        result += word;
        letters += width_of(word);
        text.remove_prefix(end);
    }
    return result;
}

std::string csv_cell(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

std::string counted(std::uint64_t number, std::string_view word) {
    const bool hisses = word.ends_with("x") || word.ends_with("s") || word.ends_with("ch");
    return grouped(number) + " " + std::string(word) + (number == 1 ? "" : hisses ? "es" : "s");
}

}  // namespace railyard::output
