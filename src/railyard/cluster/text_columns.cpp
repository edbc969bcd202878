#include "railyard/cluster/text_columns.hpp"

#include <algorithm>

namespace railyard::cluster {
namespace {

// The field in `line` from `begin` to before `end`, without blanks around it.
Field field_of(std::string_view line, std::size_t begin, std::size_t end) {
    begin = std::min(begin, line.size());
    const std::string_view text = trimmed(line.substr(begin, std::min(end, line.size()) - begin));
    if (text.empty()) return {text, static_cast<std::uint32_t>(begin + 1)};
    return {text, static_cast<std::uint32_t>(text.data() - line.data() + 1)};
}

std::size_t tabs_in(std::string_view text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\t'));
}

}  // namespace

TextColumns::TextColumns(std::string_view header) : titles_(words_of(header)) {
    if (titles_.size() < 2) return;
    const Field& first = titles_[0];
    if (header.find('\t') != std::string_view::npos) {
        cells_ = Cells::tabs;
        for (Field& title : titles_)  // its number among the tabs is its place
            title.column = static_cast<std::uint32_t>(tabs_in(header.substr(0, title.column - 1)));
    } else if (titles_[1].column == first.column + first.text.size() + 1) {
        cells_ = Cells::words;
    }
}

Field TextColumns::cell(std::string_view line, std::size_t column) const {
    if (column >= titles_.size()) return {{}, 1};
    if (cells_ == Cells::words) {
        const auto words = words_of(line);
        return column < words.size() ? words[column] : Field{{}, static_cast<std::uint32_t>(line.size() + 1)};
    }
    if (cells_ == Cells::at_places) {
        const bool is_last = column + 1 == titles_.size();
        return field_of(line, titles_[column].column - 1,
                        is_last ? line.size() : titles_[column + 1].column - 1);
    }
    std::size_t begin = 0;
    for (std::uint32_t i = 0; i < titles_[column].column; ++i) {
        const std::size_t tab = line.find('\t', begin);
        if (tab == std::string_view::npos) return {{}, static_cast<std::uint32_t>(line.size() + 1)};
        begin = tab + 1;
    }
    return field_of(line, begin, line.find('\t', begin));
}

}  // namespace railyard::cluster
