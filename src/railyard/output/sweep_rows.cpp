#include "railyard/output/sweep_rows.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "railyard/output/point_counts.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {
namespace {

std::string shortest(double value) {
    char digits[40];
    const bool plain = value == 0 || (std::abs(value) >= 1e-6 && std::abs(value) < 1e15);
    const auto end = plain
                         ? std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed).ptr
                         : std::to_chars(digits, digits + sizeof digits, value).ptr;
    return {digits, end};
}

std::string json_text(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// As people read it in a table: four digits tell designs apart.
std::string table_cell(CellKind kind, const ResultCell& cell) {
    const auto* number = std::get_if<double>(&cell);
    if (number == nullptr || kind == CellKind::yes_no) {
        if (kind == CellKind::yes_no && number != nullptr) return *number != 0 ? "yes" : "no";
        const std::string text = cell_text(kind, cell);
        return text.empty() ? "-" : shortened(text, 32);
    }
    if (kind == CellKind::whole) return grouped(static_cast<std::uint64_t>(std::llround(*number)));
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.4g", *number);
    return std::abs(*number) >= 1e4 && std::abs(*number) < 1e15
               ? grouped(static_cast<std::uint64_t>(std::llround(std::abs(*number))))
               : digits;
}

// Over as many lines as its words, where it is long.
std::vector<std::string> title_lines(const std::string& title) {
    constexpr std::size_t longest = 12;
    std::vector<std::string> lines = {""};
    std::string word;
    const auto put = [&] {
        if (!lines.back().empty() && lines.back().size() + 1 + word.size() > longest) lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + word;
        word.clear();
    };
    for (const char c : title) {
        if (c != '_' && c != ' ') {
            word += c;
        } else if (!word.empty()) {
            put();
        }
    }
    put();
    return lines;
}

std::size_t widest_line(const std::string& text) {
    std::size_t widest = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        widest = std::max(widest, end - begin);
        begin = end + 1;
    }
    return widest;
}

// What is to be said of a design that is one.
std::string caveat_of(const ResultRow& row, std::size_t status) {
    const auto* text = std::get_if<std::string>(&row[status + 1]);
    return text == nullptr ? "" : *text;
}

std::string table_of(const std::vector<ResultColumn>& columns, const std::vector<ResultRow>& rows,
                     const std::vector<std::size_t>& shown, std::size_t status) {
    std::vector<TextTable::Column> heads;
    std::vector<std::vector<std::string>> titles;
    std::size_t lines = 1;
    const bool marked = std::any_of(rows.begin(), rows.end(),
                                    [&](const ResultRow& row) { return !caveat_of(row, status).empty(); });
    for (const std::size_t i : shown) {
        const bool left = columns[i].kind == CellKind::text;
        titles.push_back(title_lines(i < status ? short_name(columns, i) : columns[i].name));
        lines = std::max(lines, titles.back().size());
        heads.push_back({"", left ? Align::left : Align::right});
    }
    // All titles end on the last line of the head.
    for (auto& title : titles) title.insert(title.begin(), lines - title.size(), "");
    for (std::size_t i = 0; i < heads.size(); ++i) heads[i].title = titles[i][0];
    TextTable table(std::move(heads));
    for (std::size_t line = 1; line < lines; ++line) {
        std::vector<std::string> cells;
        for (const auto& title : titles) cells.push_back(title[line]);
        table.add(std::move(cells));
    }
    for (const ResultRow& row : rows) {
        std::vector<std::string> cells;
        const char* mark = caveat_of(row, status).empty() ? " " : "*";
        for (const std::size_t i : shown)
            cells.push_back(table_cell(columns[i].kind, row[i]) + (marked && i == 0 ? mark : ""));
        table.add(std::move(cells));
    }
    return table.text();
}

// As many columns as a page is wide, then a block with the others; the point tells which row it is.
std::vector<std::vector<std::size_t>> blocks_of(const std::vector<ResultColumn>& columns,
                                                const std::vector<ResultRow>& rows,
                                                const std::vector<std::size_t>& shown, std::size_t status) {
    std::vector<std::vector<std::size_t>> blocks = {{0}};
    for (const std::size_t column : shown) {
        if (column == 0) continue;
        blocks.back().push_back(column);
        if (blocks.back().size() < 3 ||
            widest_line(table_of(columns, rows, blocks.back(), status)) <= page_width)
            continue;
        blocks.back().pop_back();
        blocks.push_back({0, column});
    }
    return blocks;
}

// What the stars say: a line for each kind of reason.
std::string marks_of(const std::vector<ResultRow>& rows, std::size_t status) {
    std::vector<std::pair<std::string, std::vector<const ResultRow*>>> kinds;
    for (const ResultRow& row : rows) {
        const std::string kind = without_numbers(caveat_of(row, status));
        if (kind.empty()) continue;
        const auto known =
            std::find_if(kinds.begin(), kinds.end(), [&](const auto& other) { return other.first == kind; });
        if (known != kinds.end()) {
            known->second.push_back(&row);
        } else {
            kinds.push_back({kind, {&row}});
        }
    }
    std::string text;
    for (const auto& [kind, marked] : kinds) {
        std::string points;
        for (const ResultRow* row : marked)
            points += (points.empty() ? "" : ", ") + table_cell(CellKind::whole, (*row)[0]);
        text += wrapped(std::string("* ") + (marked.size() > 1 ? "points " : "point ") + points + ": " +
                            caveat_of(*marked[0], status) + (marked.size() > 1 ? " (the first of them)" : ""),
                        "  ") +
                "\n";
    }
    return text;
}

}  // namespace

bool is_twin(const std::vector<ResultColumn>& columns, std::size_t at, std::size_t status) {
    return at > 1 && at < status && columns[at].kind == CellKind::number &&
           columns[at].name.starts_with(columns[at - 1].name + "_");
}

std::string short_name(const std::vector<ResultColumn>& columns, std::size_t at) {
    const auto last = [](const std::string& name) { return name.substr(name.rfind('.') + 1); };
    const std::string& name = columns[at].name;
    const std::size_t dot = name.rfind('.');
    if (dot == std::string::npos) return name;
    const bool is_told_by_last =
        std::count_if(columns.begin(), columns.end(),
                      [&](const ResultColumn& column) { return last(column.name) == last(name); }) == 1;
    const std::string parent = last(name.substr(0, dot));
    if (last(name) == "bandwidth_per_direction") return parent + " bandwidth";
    return is_told_by_last ? last(name) : parent + " " + last(name);
}

std::string cell_text(CellKind kind, const ResultCell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    const auto* number = std::get_if<double>(&cell);
    if (number == nullptr) return "";
    if (kind == CellKind::yes_no) return *number != 0 ? "true" : "false";
    return kind == CellKind::whole ? std::to_string(std::llround(*number)) : shortest(*number);
}

std::string csv_header(const std::vector<ResultColumn>& columns) {
    std::string line;
    for (const ResultColumn& column : columns) line += (line.empty() ? "" : ",") + csv_cell(column.name);
    return line + "\n";
}

std::string csv_row(const std::vector<ResultColumn>& columns, const ResultRow& row) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
        line += (i == 0 ? "" : ",") + csv_cell(cell_text(columns[i].kind, row[i]));
    return line + "\n";
}

std::string json_row(const std::vector<ResultColumn>& columns, const ResultRow& row) {
    std::string line = "{";
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string text = cell_text(columns[i].kind, row[i]);
        const bool nothing = std::holds_alternative<std::monostate>(row[i]);
        line += (i == 0 ? "" : ", ") + json_text(columns[i].name) + ": " +
                (nothing                             ? "null"
                 : columns[i].kind == CellKind::text ? json_text(text)
                                                     : text);
    }
    return line + "}\n";
}

std::string sweep_table(const std::vector<ResultColumn>& columns, const std::vector<ResultRow>& rows) {
    const std::size_t status = column_named(columns, status_column);
    std::vector<std::size_t> shown;
    std::string alike;
    std::string empty;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (i == status || i == status + 1 || is_twin(columns, i, status)) continue;
        bool differs = i == 0 || rows.size() < 2;
        bool told = false;
        for (const ResultRow& row : rows) {
            differs = differs || row[i] != rows.front()[i];
            told = told || !std::holds_alternative<std::monostate>(row[i]);
        }
        if (!told) {
            empty += (empty.empty() ? "" : ", ") + columns[i].name;
        } else if (differs) {
            shown.push_back(i);
        } else {
            alike += (alike.empty() ? "" : ", ") + columns[i].name + " " +
                     table_cell(columns[i].kind, rows.front()[i]);
        }
    }
    std::string text;
    for (const auto& block : blocks_of(columns, rows, shown, status))
        text += (text.empty() ? "" : "\n") + table_of(columns, rows, block, status);
    text += marks_of(rows, status);
    if (!alike.empty()) text += wrapped("The same for all: " + alike, "  ") + "\n";
    if (!empty.empty()) text += wrapped("Without a value: " + empty, "  ") + "\n";
    return text;
}

}  // namespace railyard::output
