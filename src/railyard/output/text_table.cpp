#include "railyard/output/text_table.hpp"

#include <algorithm>

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

std::string bold(std::string_view text, Colour colour) {
    return colour == Colour::ansi ? "\x1b[1m" + std::string(text) + "\x1b[0m" : std::string(text);
}

std::string middle_left_out(std::string_view name, std::size_t most) {
    if (name.size() <= most) return std::string(name);
    const std::size_t end = (most - 3) * 9 / 20;
    std::size_t begin = most - 3 - end;
    std::size_t rest = name.size() - end;
    // Not within a letter.
    const auto continues = [&](std::size_t at) {
        return (static_cast<unsigned char>(name[at]) & 0xC0U) == 0x80U;
    };
    while (begin > 0 && continues(begin)) --begin;
    while (rest < name.size() && continues(rest)) ++rest;
    return std::string(name.substr(0, begin)) + "..." + std::string(name.substr(rest));
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

}  // namespace railyard::output
