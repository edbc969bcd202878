#include "railyard/cluster/continued_lines.hpp"

#include <algorithm>

namespace railyard::cluster {
namespace {

bool goes_on(std::string_view text) {
    const std::string_view whole = trimmed(text);
    return !whole.empty() && whole.back() == '\\' && whole.find('#') == std::string_view::npos;
}

}  // namespace

input::Mark ContinuedLine::mark(std::size_t offset, const input::Source& source) const {
    const auto after = std::upper_bound(pieces.begin(), pieces.end(), offset,
                                        [](std::size_t at, const Piece& piece) { return at < piece.offset; });
    const Piece& piece = *(after - 1);
    return {piece.line, static_cast<std::uint32_t>(offset - piece.offset + 1), &source};
}

bool ContinuedLines::next(ContinuedLine& result) {
    Line line;
    if (!lines_.next(line)) return false;
    result.text = line.text;
    result.pieces = {{0, line.number}};
    if (!goes_on(line.text)) return true;
    std::string& joined = joined_.emplace_back();
    while (goes_on(line.text)) {
        joined += line.text.substr(0, line.text.rfind('\\'));
        line.text = std::string_view();
        if (!lines_.next(line)) break;
        result.pieces.push_back({joined.size(), line.number});
    }
    joined += line.text;
    result.text = joined;
    return true;
}

}  // namespace railyard::cluster
