#pragma once
// Texts that were broken to fit a page.

#include <string>

namespace railyard::test {

// On one line again.
inline std::string one_line(const std::string& text) {
    std::string line;
    for (const char c : text) {
        const bool blank = c == '\n' || c == ' ';
        if (!blank || line.empty() || line.back() != ' ') line += blank ? ' ' : c;
    }
    return line;
}

}  // namespace railyard::test
