#include "railyard/output/row_ranges.hpp"

namespace railyard::output {

std::string row_ranges(const std::vector<std::size_t>& rows) {
    std::vector<std::string> words;
    for (std::size_t first = 0; first < rows.size();) {
        if (rows[first] == 0) {
            words.emplace_back("given");
            ++first;
            continue;
        }
        std::size_t end = first + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1) ++end;
        if (end - first > 2) {
            words.push_back(std::to_string(rows[first]) + " to " + std::to_string(rows[end - 1]));
        } else {
            for (std::size_t r = first; r < end; ++r) words.push_back(std::to_string(rows[r]));
        }
        first = end;
    }
    return listed(words);
}

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 < words.size() ? ", " : " and ";
        text += words[i];
    }
    return text;
}

}  // namespace railyard::output
