#include "railyard/schedule/problem_list.hpp"

#include <algorithm>

namespace railyard::schedule {
namespace {

constexpr std::size_t longest_kept = 1000;  // bytes of a line

bool is_continuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::size_t code_points(std::string_view text) {
    return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
}

}  // namespace

void ProblemList::add(std::size_t offset, std::string message, std::string hint) {
    const std::size_t place = std::min(offset, text_.size());
    const std::string_view before = text_.substr(0, place);
    const std::size_t newline = before.rfind('\n');
    const std::size_t line_start = newline == std::string_view::npos ? 0 : newline + 1;
    std::string_view line = text_.substr(line_start, text_.find('\n', line_start) - line_start);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const std::size_t at = std::min(place - line_start, line.size());

    Diagnostic problem{{file_, 1, 1}, std::move(message), std::move(hint), "", 0};
    problem.span.line += static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    problem.span.column += code_points(line.substr(0, at));
    if (line.size() > longest_kept) {
        std::size_t begin = at > longest_kept / 2 ? at - longest_kept / 2 : 0;
        while (begin < at && is_continuation(line[begin])) ++begin;
        problem.columns_cut = code_points(line.substr(0, begin));
        line = line.substr(begin, longest_kept);
    }
    problem.source_line = std::string(line);
    problems_.push_back(std::move(problem));
}

void ProblemList::add_for_whole(std::string message, std::string hint) {
    problems_.push_back({{file_, 0, 0}, std::move(message), std::move(hint), "", 0});
}

void ProblemList::throw_if_any() const {
    if (!problems_.empty()) throw InputError(problems_);
}

}  // namespace railyard::schedule
