#include "railyard/sweep/journal_line.hpp"

#include <charconv>
#include <cstdio>

#include "railyard/sweep/checksum.hpp"

namespace railyard::sweep {
namespace {

void append_escaped(std::string& out, std::string_view text) {
    if (text.find_first_of("\\\t\n") == std::string_view::npos) {
        out += text;
        return;
    }
    for (const char c : text) {
        if (c == '\\') {
            out += "\\\\";
        } else if (c == '\t') {
            out += "\\t";
        } else if (c == '\n') {
            out += "\\n";
        } else {
            out += c;
        }
    }
}

std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i];
            continue;
        }
        const char c = text[++i];
        out += c == 't' ? '\t' : c == 'n' ? '\n' : c;
    }
    return out;
}

std::string sum_of(std::string_view text) {
    Checksum sum;
    sum.add(text);
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(sum.value()));
    return digits;
}

// Behind `text`, without escapes.
void append_number(std::string& text, double number) {
    char digits[40];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    text += '=';
    text.append(digits, end);
}

void end_line(std::string& text, std::size_t begin) {
    text += sum_of(std::string_view(text).substr(begin));
    text += '\n';
}

}  // namespace

std::string journal_line(const std::vector<std::string>& cells) {
    std::string line;
    for (const std::string& cell : cells) {
        append_escaped(line, cell);
        line += '\t';
    }
    end_line(line, 0);
    return line;
}

void append_line(std::string& text, const ResultRow& row) {
    const std::size_t begin = text.size();
    for (const ResultCell& cell : row) {
        if (const auto* words = std::get_if<std::string>(&cell)) {
            text += '\'';
            append_escaped(text, *words);
        } else if (const auto* number = std::get_if<double>(&cell)) {
            append_number(text, *number);
        }
        text += '\t';
    }
    end_line(text, begin);
}

std::optional<std::vector<std::string>> cells_of_line(std::string_view line) {
    const std::size_t last = line.rfind('\t');
    if (last == std::string_view::npos) return std::nullopt;
    if (line.substr(last + 1) != sum_of(line.substr(0, last + 1))) return std::nullopt;
    std::vector<std::string> cells;
    for (std::size_t begin = 0; begin <= last;) {
        const std::size_t end = line.find('\t', begin);
        cells.push_back(unescaped(line.substr(begin, end - begin)));
        begin = end + 1;
    }
    return cells;
}

std::string text_of_cell(const ResultCell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) return "'" + *text;
    std::string digits;
    if (const auto* number = std::get_if<double>(&cell)) append_number(digits, *number);
    return digits;
}

std::optional<ResultCell> cell_of_text(std::string_view text) {
    if (text.empty()) return ResultCell{};
    if (text.front() == '\'') return ResultCell{std::string(text.substr(1))};
    double number = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
    if (text.front() != '=' || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return ResultCell{number};
}

}  // namespace railyard::sweep
