#include "railyard/base/error.hpp"

#include <algorithm>
#include <utility>

namespace railyard {
namespace {

constexpr std::size_t widest_line = 100;  // columns of source shown

bool is_continuation_byte(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// One character cell per code point, nothing a terminal would act upon. A stray byte becomes '?'.
std::vector<std::string> cells_of(std::string_view line) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < line.size();) {
        const auto c = static_cast<unsigned char>(line[i]);
        const std::size_t length = c < 0x80 ? 1 : c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC2 ? 2 : 1;
        std::size_t end = i + 1;
        while (end < line.size() && end < i + length && is_continuation_byte(line[end])) ++end;
        if (c == '\t') {
            cells.emplace_back(" ");
        } else if (c < 0x20 || c == 0x7F || (c >= 0x80 && (length == 1 || end != i + length)) ||
                   (c == 0xC2 && static_cast<unsigned char>(line[i + 1]) < 0xA0)) {
            cells.emplace_back("?");
        } else {
            cells.emplace_back(line.substr(i, end - i));
        }
        i = end;
    }
    return cells;
}

// Names and values from a file find their way into messages: they are as little to be trusted as its lines.
std::string printable(std::string_view text) {
    std::string result;
    for (const auto& cell : cells_of(text)) result += cell;
    return result;
}

std::string cut_and_point(const Diagnostic& problem) {
    const auto cells = cells_of(problem.source_line);
    const std::size_t before = problem.columns_cut + 1;
    const std::size_t column =
        std::min(problem.span.column < before ? 0 : problem.span.column - before, cells.size());
    const std::size_t first = column > widest_line * 3 / 4 ? column - widest_line / 2 : 0;
    const std::size_t last = std::min(cells.size(), first + widest_line);
    std::string text = first + problem.columns_cut > 0 ? "..." : "";
    std::string pointer(text.size() + column - first, ' ');
    for (std::size_t i = first; i < last; ++i) text += cells[i];
    if (last < cells.size()) text += "...";
    const std::string number = std::to_string(problem.span.line);
    const std::string gutter(std::max<std::size_t>(number.size(), 5), ' ');
    return gutter.substr(number.size()) + number + " | " + text + "\n" + gutter + " | " + pointer + "^\n";
}

}  // namespace

std::string render(const Diagnostic& problem) {
    std::string text = printable(problem.span.file);
    if (problem.span.line > 0) {
        text += ':' + std::to_string(problem.span.line) + ':' + std::to_string(problem.span.column);
    }
    if (!text.empty()) text += ": ";
    text += "error: " + printable(problem.message) + "\n";
    if (problem.span.line > 0) text += cut_and_point(problem);
    if (!problem.hint.empty()) text += "  hint: " + printable(problem.hint) + "\n";
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
