#include "railyard/diagram/escape.hpp"

#include "railyard/diagram/character_width.hpp"

namespace railyard::diagram {

std::string label_escaped(std::string_view text) {
    std::string result;
    for (const char c : printable(text)) {
        switch (c) {
            case '\\':
                result += "\\\\";
                break;
            case '&':
                result += "&amp;";
                break;
            case '\n':
                result += "\\n";
                break;
            default:
                result += c;
        }
    }
    return result;
}

std::string shortened(std::string_view text) {
    if (text.size() <= longest_in_dot) return std::string(text);
    constexpr std::size_t end = 400;
    const std::string_view begin = whole_clusters(text, longest_in_dot - end - 3);
    std::size_t from = text.size() - end;
    while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80U) ++from;
    return std::string(begin) + "..." + std::string(text.substr(from));
}

}  // namespace railyard::diagram
