#include "railyard/output/point_counts.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "railyard/output/text_table.hpp"

namespace railyard::output {
namespace {

constexpr const char* ok_but = "ok, but";

}  // namespace

bool is_over_memory(const std::vector<ResultColumn>& columns, const ResultRow& row) {
    const std::size_t reason = column_named(columns, reason_column);
    const auto* text = reason < row.size() ? std::get_if<std::string>(&row[reason]) : nullptr;
    return text != nullptr && text->find(over_memory) != std::string::npos;
}

std::size_t column_named(const std::vector<ResultColumn>& columns, const std::string& name) {
    const auto at = std::find_if(columns.begin(), columns.end(),
                                 [&](const ResultColumn& column) { return column.name == name; });
    return static_cast<std::size_t>(at - columns.begin());
}

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

PointCounts::PointCounts(const std::vector<ResultColumn>& columns)
    : status_(column_named(columns, status_column)), reason_(column_named(columns, reason_column)) {}

void PointCounts::add(const ResultRow& row) {
    ++points_;
    const auto& status = std::get<std::string>(row[status_]);
    const auto& reason = std::get<std::string>(row[reason_]);
    const bool ok = status == status_names[0];
    if (ok) ++ok_;
    if (ok && reason.empty()) return;
    // A constraint says the same of every point.
    const bool excluded = status == status_names[static_cast<std::size_t>(PointStatus::excluded)];
    const auto* point = std::get_if<double>(&row[0]);
    count({ok ? ok_but : status, excluded ? reason : without_numbers(reason), 1, reason,
           point == nullptr ? 0 : static_cast<std::uint64_t>(*point)});
}

void PointCounts::add(const PointCounts& others) {
    points_ += others.points_;
    ok_ += others.ok_;
    for (const ReasonCount& reason : others.reasons_) count(reason);
}

void PointCounts::count(ReasonCount more) {
    for (ReasonCount& known : reasons_) {
        if (known.status != more.status || known.kind != more.kind) continue;
        known.points += more.points;
        known.all_alike = known.all_alike && more.all_alike && known.example == more.example;
        return;
    }
    reasons_.push_back(std::move(more));
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
    for (std::size_t i = most; i < sorted.size(); ++i) rest += sorted[i].points;
    if (sorted.size() > most) sorted.resize(most);
    if (rest > 0) sorted.push_back({"other reasons", "", rest, ""});
    std::size_t widest_status = 0;
    std::size_t widest_number = 0;
    for (const ReasonCount& reason : sorted) {
        widest_status = std::max(widest_status, reason.status.size());
        widest_number = std::max(widest_number, grouped(reason.points).size());
    }
    for (const ReasonCount& reason : sorted) {
        const std::string number = grouped(reason.points);
        std::string line = "  " + reason.status + std::string(widest_status - reason.status.size() + 2, ' ') +
                           std::string(widest_number - number.size(), ' ') + number;
        const std::string indent(2 + widest_status + 2 + widest_number + 2, ' ');
        if (!reason.example.empty()) {
            const std::string such =
                reason.all_alike ? "" : "such as point " + std::to_string(reason.example_point) + ": ";
            line += "  " + wrapped(such + reason.example, "", page_width - indent.size());
            for (std::size_t at = line.find('\n'); at != std::string::npos; at = line.find('\n', at + 1))
                line.insert(at + 1, indent);
        }
        text += line + "\n";
    }
    return text;
}

}  // namespace railyard::output
