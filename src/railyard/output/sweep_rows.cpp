#include "railyard/output/sweep_rows.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

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

// "tp x pp = 48 does not divide 16,384 GPUs" -> "tp x pp = N does not divide N GPUs". Digits within a word
// (gpt3) stay.
std::string without_numbers(const std::string& text) {
    std::string out;
    bool in_word = false;
    for (std::size_t i = 0; i < text.size();) {
        const bool digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
        if (digit && !in_word) {
            while (i < text.size() && (std::isdigit(static_cast<unsigned char>(text[i])) != 0 ||
                                       ((text[i] == ',' || text[i] == '.') && i + 1 < text.size() &&
                                        std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0))) {
                ++i;
            }
            out += 'N';
            continue;
        }
        in_word = std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '-' || text[i] == '_';
        out += text[i++];
    }
    return out;
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

std::size_t column_named(const std::vector<ResultColumn>& columns, const std::string& name) {
    const auto at = std::find_if(columns.begin(), columns.end(),
                                 [&](const ResultColumn& column) { return column.name == name; });
    return static_cast<std::size_t>(at - columns.begin());
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

std::string table_of(const std::vector<ResultColumn>& columns, const std::vector<ResultRow>& rows,
                     const std::vector<std::size_t>& shown, std::size_t status) {
    std::vector<TextTable::Column> heads;
    std::vector<std::vector<std::string>> titles;
    std::size_t lines = 1;
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
        for (const std::size_t i : shown) cells.push_back(table_cell(columns[i].kind, row[i]));
        table.add(std::move(cells));
    }
    return table.text();
}

}  // namespace

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

PointCounts::PointCounts(const std::vector<ResultColumn>& columns)
    : status_(column_named(columns, status_column)), reason_(column_named(columns, reason_column)) {}

void PointCounts::add(const ResultRow& row) {
    ++points_;
    const auto& status = std::get<std::string>(row[status_]);
    if (status == status_names[0]) {
        ++ok_;
        return;
    }
    // A constraint says the same of every point.
    const auto& reason = std::get<std::string>(row[reason_]);
    count({status,
           status == status_names[static_cast<std::size_t>(PointStatus::excluded)] ? reason
                                                                                   : without_numbers(reason),
           1});
}

void PointCounts::add(const PointCounts& others) {
    points_ += others.points_;
    ok_ += others.ok_;
    for (const ReasonCount& reason : others.reasons_) count(reason);
}

void PointCounts::count(const ReasonCount& more) {
    for (ReasonCount& known : reasons_) {
        if (known.status != more.status || known.reason != more.reason) continue;
        known.points += more.points;
        return;
    }
    reasons_.push_back(more);
}

std::string PointCounts::text() const {
    std::string text = counted(points_, "point") + ": " + grouped(ok_) + " ok";
    if (ok_ < points_) text += ", " + grouped(points_ - ok_) + " not";
    text += "\n";
    std::vector<ReasonCount> sorted = reasons_;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const ReasonCount& a, const ReasonCount& b) { return a.points > b.points; });
    constexpr std::size_t most = 12;
    std::uint64_t rest = 0;
    TextTable table({{"", Align::left}, {"", Align::right}, {"", Align::left}});
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (i >= most) {
            rest += sorted[i].points;
            continue;
        }
        table.add({"  " + sorted[i].status, grouped(sorted[i].points), shortened(sorted[i].reason, 70)});
    }
    if (rest > 0) table.add({"  other reasons", grouped(rest), ""});
    if (sorted.empty()) return text;
    std::string lines = table.text();
    if (lines.starts_with("\n")) lines.erase(0, 1);
    return text + lines;
}

std::string sweep_table(const std::vector<ResultColumn>& columns, const std::vector<ResultRow>& rows,
                        const std::vector<std::string>& wanted) {
    const std::size_t status = column_named(columns, status_column);
    std::vector<std::size_t> shown;
    std::string alike;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (i == status || i == status + 1) continue;
        bool differs = i == 0 || rows.size() < 2;
        bool told = false;
        for (const ResultRow& row : rows) {
            differs = differs || row[i] != rows.front()[i];
            told = told || !std::holds_alternative<std::monostate>(row[i]);
        }
        if (differs && told) shown.push_back(i);
        if (!differs && told) {
            alike += (alike.empty() ? "" : ", ") + columns[i].name + " " +
                     table_cell(columns[i].kind, rows.front()[i]);
        }
    }
    std::string table = table_of(columns, rows, shown, status);
    std::string left_out;
    // Figures that were not asked for go first, choices only then; the point tells which it is.
    for (const bool choices : {false, true}) {
        for (std::size_t at = shown.size(); at-- > 1 && widest_line(table) > page_width;) {
            const std::string& name = columns[shown[at]].name;
            const bool is_wanted = std::find(wanted.begin(), wanted.end(), name) != wanted.end();
            if ((shown[at] <= status) != choices || is_wanted) continue;
            left_out = name + (left_out.empty() ? "" : ", ") + left_out;
            shown.erase(shown.begin() + static_cast<std::ptrdiff_t>(at));
            table = table_of(columns, rows, shown, status);
        }
    }
    if (!left_out.empty())
        table += wrapped("Too wide for this page (--format csv): " + left_out, "  ") + "\n";
    return table + (alike.empty() ? "" : wrapped("The same for all: " + alike, "  ") + "\n");
}

}  // namespace railyard::output
