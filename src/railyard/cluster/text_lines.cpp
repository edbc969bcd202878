#include "railyard/cluster/text_lines.hpp"

#include <algorithm>
#include <variant>

namespace railyard::cluster {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

}  // namespace

bool Lines::next(Line& line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line.text = rest_.substr(0, end);
    line.number = ++number_;
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    if (!line.text.empty() && line.text.back() == '\r') line.text.remove_suffix(1);
    return true;
}

std::vector<Field> words_of(std::string_view line) {
    std::vector<Field> words;
    std::size_t at = 0;
    while (true) {
        while (at < line.size() && is_blank(line[at])) ++at;
        if (at == line.size()) return words;
        const std::size_t begin = at;
        while (at < line.size() && !is_blank(line[at])) ++at;
        words.push_back({line.substr(begin, at - begin), static_cast<std::uint32_t>(begin + 1)});
    }
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && (is_blank(text.back()) || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

std::string quoted(std::string_view text) {
    constexpr std::size_t most = 60;
    return "'" + std::string(text.substr(0, most)) + (text.size() > most ? "...'" : "'");
}

std::vector<std::string> HostlistReader::read(std::string_view text, input::Mark mark) {
    auto expanded = expand_hostlist(text, left_);
    if (auto* problem = std::get_if<HostlistProblem>(&expanded)) {
        // Values that run over lines have no column of their own.
        const std::string_view before = text.substr(0, problem->offset);
        if (mark.line != 0 && before.find('\n') == std::string_view::npos) {
            mark.column += static_cast<std::uint32_t>(problem->offset);
        }
        problems_.add(mark, std::move(problem->message), std::move(problem->hint));
        return {};
    }
    auto& names = std::get<std::vector<std::string>>(expanded);
    left_ -= names.size();
    return std::move(names);
}

}  // namespace railyard::cluster
