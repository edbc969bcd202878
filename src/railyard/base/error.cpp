#include "railyard/base/error.hpp"

#include <algorithm>
#include <utility>

#include "railyard/base/printable.hpp"

namespace railyard {
namespace {

constexpr std::size_t page = 100;  // columns of a whole line
constexpr std::string_view ellipsis = "...";

// The cells of a line from `first` to before `last`, of which the rest is left out.
struct Window {
    std::size_t first = 0, last = 0;
};

// So many of `count` cells as `room` columns hold beside the ellipses, with `column` among them. One column
// is kept for a caret behind the line's end.
Window window_around(std::size_t column, std::size_t count, std::size_t room, bool cut_before) {
    const std::size_t before = cut_before ? ellipsis.size() : 0;
    if (before + std::max(count, column + 1) <= room) return {0, count};
    const std::size_t inner = room - 2 * ellipsis.size();
    const std::size_t first = column > inner * 3 / 4 ? column - inner / 2 : 0;
    const std::size_t left = room - (first > 0 || cut_before ? ellipsis.size() : 0);
    if (count - first <= left) return {first, count};
    return {first, first + left - ellipsis.size()};
}

std::string cut_and_point(const Diagnostic& problem) {
    const auto cells = printable_cells(problem.source_line);
    const std::size_t before = problem.columns_cut + 1;
    const std::size_t column =
        std::min(problem.span.column < before ? 0 : problem.span.column - before, cells.size());
    const std::string number = std::to_string(problem.span.line);
    const std::string gutter(std::max<std::size_t>(number.size(), 5), ' ');
    constexpr std::string_view rule = " | ";
    const auto [first, last] =
        window_around(column, cells.size(), page - gutter.size() - rule.size(), problem.columns_cut > 0);
    std::string text(first + problem.columns_cut > 0 ? ellipsis : "");
    const std::string pointer(text.size() + column - first, ' ');
    for (std::size_t i = first; i < last; ++i) text += cells[i];
    if (last < cells.size()) text += ellipsis;
    std::string shown = gutter.substr(number.size()) + number;
    shown.append(rule).append(text).append("\n").append(gutter).append(rule).append(pointer).append("^\n");
    return shown;
}

// `text` behind `lead` on one line, or where that is wider than a page on several, the others behind `indent`
// spaces. Words stay whole.
std::string folded(const std::string& lead, std::string_view text, std::size_t indent) {
    std::string result = lead;
    std::size_t letters = lead.size();
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin + 1), text.size());
        const std::string_view word = text.substr(begin, end - begin);  // with the space before it
        const std::size_t wide = printable_cells(word).size();
        if (begin > 0 && letters + wide > page) {
            result += "\n" + std::string(indent, ' ');
            result += word.substr(1);
            letters = indent + wide - 1;
        } else {
            result += word;
            letters += wide;
        }
        begin = end;
    }
    return result + "\n";
}

}  // namespace

std::string render(const Diagnostic& problem) {
    std::string text = printable_line(problem.span.file);
    if (problem.span.line > 0) {
        text += ':' + std::to_string(problem.span.line) + ':' + std::to_string(problem.span.column);
    }
    if (!text.empty()) text += ": ";
    text += "error: ";
    const std::string message = printable_line(problem.message);
    // With a place before it a message stays on one line, as editors and grep take it.
    text = problem.span.line > 0 ? text + message + "\n" : folded(text, message, 2);
    if (problem.span.line > 0) text += cut_and_point(problem);
    if (!problem.hint.empty()) text += folded("  hint: ", printable_line(problem.hint), 4);
    return text;
}

std::string render(const std::vector<Diagnostic>& problems) {
    std::string text;
    for (const auto& problem : problems) text += render(problem);
    return text;
}

InputError::InputError(std::vector<Diagnostic> problems)
    : std::runtime_error(render(problems)), problems_(std::move(problems)) {}

InputError::InputError(Diagnostic problem) : InputError(std::vector<Diagnostic>{std::move(problem)}) {}

}  // namespace railyard
