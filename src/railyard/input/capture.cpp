#include "railyard/input/capture.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace railyard::input {
namespace {

constexpr char escape = '\x1b';

bool is_within(char c, char first, char last) {
    return c >= first && c <= last;
}

// Behind the escape code at `at` (ECMA-48): a control sequence, a command that BEL or ESC \ ends, or a few
// letters. A command without its end stops at the end of the line.
std::size_t behind_escape(std::string_view text, std::size_t at) {
    const auto skip = [&](char first, char last) {
        while (at < text.size() && is_within(text[at], first, last)) ++at;
    };
    ++at;
    if (at == text.size()) return at;
    if (text[at] == ']') {
        while (at < text.size() && text[at] != '\n' && text[at] != '\a' && text[at] != escape) ++at;
        if (at < text.size() && text[at] == '\a') return at + 1;
        return at + 1 < text.size() && text[at] == escape && text[at + 1] == '\\' ? at + 2 : at;
    }
    if (text[at] == '[') {
        ++at;
        skip('0', '?');
    }
    skip(' ', '/');
    return at < text.size() && is_within(text[at], '0', '~') ? at + 1 : at;
}

std::string without_escapes(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t next = std::min(text.find(escape, at), text.size());
        result += text.substr(at, next - at);
        at = next == text.size() ? next : behind_escape(text, next);
    }
    return result;
}

// "\r\n" and "\r\r\n", which a terminal that is recorded writes, become "\n"; so does every "\r" where there
// is no other line end.
std::string with_line_ends(std::string text) {
    if (text.find('\r') == std::string::npos) return text;
    if (text.find('\n') == std::string::npos) {
        std::replace(text.begin(), text.end(), '\r', '\n');
        return text;
    }
    std::string result;
    result.reserve(text.size());
    std::size_t returns = 0;  // that are held back
    for (const char c : text) {
        if (c == '\r') {
            ++returns;
            continue;
        }
        if (c != '\n') result.append(returns, '\r');
        returns = 0;
        result += c;
    }
    return result.append(returns, '\r');
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// Begin and end of each line, the latter without its line end.
using Span = std::pair<std::size_t, std::size_t>;
std::vector<Span> lines_of(std::string_view text) {
    std::vector<Span> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.emplace_back(at, end);
        at = end + 1;
    }
    return lines;
}

// Blanks for the letters of prompts, from either end up to the first line that says something else.
template <class Lines>
void blank_prompts(std::string& text, const Lines& begin, const Lines& end) {
    for (auto line = begin; line != end; ++line) {
        const std::string_view shown = std::string_view(text).substr(line->first, line->second - line->first);
        if (trimmed(shown).empty()) continue;
        if (!is_prompt(shown)) return;
        std::fill(text.begin() + static_cast<std::ptrdiff_t>(line->first),
                  text.begin() + static_cast<std::ptrdiff_t>(line->second), ' ');
    }
}

}  // namespace

bool is_prompt(std::string_view line) {
    constexpr std::size_t longest = 120;  // of what stands before the sign
    line = trimmed(line);
    if (line.starts_with("Script started on") || line.starts_with("Script done on")) return true;
    const std::size_t sign = line.find_first_of("$#%");
    if (sign == std::string_view::npos || sign > longest) return false;
    if (sign + 1 < line.size() && line[sign + 1] != ' ') return false;
    const std::string_view before = trimmed(line.substr(0, sign));
    if (before.empty()) return line[sign] == '$';
    if (before.find_first_of("<>=\"\t,{}") != std::string_view::npos) return false;
    return before.find('@') != std::string_view::npos || before.starts_with("bash-") ||
           before.starts_with("sh-");
}

std::string as_shown(std::string_view text) {
    std::string shown = with_line_ends(without_escapes(text));
    const auto lines = lines_of(shown);
    blank_prompts(shown, lines.begin(), lines.end());
    blank_prompts(shown, lines.rbegin(), lines.rend());
    return shown;
}

SourcePtr as_shown(const SourcePtr& source) {
    std::string shown = as_shown(source->text());
    if (shown == source->text()) return source;
    return std::make_shared<const Source>(source->name(), std::move(shown));
}

}  // namespace railyard::input
