#include "railyard/base/xml_escape.hpp"

#include <cstddef>

namespace railyard {
namespace {

bool is_tail(unsigned char byte) {
    return (byte & 0xC0U) == 0x80U;
}

// Bytes of the UTF-8 character at `at`; 0 where there is none (overlong forms and surrogates are none).
std::size_t character_at(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i])
                                    : static_cast<unsigned char>(0);
    };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first < 0xE0) return is_tail(byte(1)) ? 2 : 0;
    if (first >= 0xE0 && first < 0xF0) {
        if (!is_tail(byte(1)) || !is_tail(byte(2))) return 0;
        const bool is_overlong = first == 0xE0 && byte(1) < 0xA0;
        const bool is_surrogate = first == 0xED && byte(1) >= 0xA0;
        const bool is_no_character = first == 0xEF && byte(1) == 0xBF && byte(2) >= 0xBE;
        return is_overlong || is_surrogate || is_no_character ? 0 : 3;
    }
    if (first >= 0xF0 && first < 0xF5) {
        if (!is_tail(byte(1)) || !is_tail(byte(2)) || !is_tail(byte(3))) return 0;
        const bool is_overlong = first == 0xF0 && byte(1) < 0x90;
        const bool is_too_large = first == 0xF4 && byte(1) >= 0x90;
        return is_overlong || is_too_large ? 0 : 4;
    }
    return 0;
}

// U+202A to U+202E and U+2066 to U+2069 turn the direction of what stands behind them, also outside of the
// text.
bool turns_direction(std::string_view character) {
    if (character.size() != 3) return false;
    const std::string_view lead = character.substr(0, 2);
    const auto last = static_cast<unsigned char>(character[2]);
    return (lead == "\xE2\x80" && last >= 0xAA && last <= 0xAE) ||
           (lead == "\xE2\x81" && last >= 0xA6 && last <= 0xA9);
}

}  // namespace

std::string printable(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = character_at(text, at);
        const auto first = static_cast<unsigned char>(text[at]);
        const bool is_control = size == 1 && (first < 0x20 || first == 0x7F) && first != '\n';
        // U+0080 to U+009F are control characters too.
        const bool is_control_2 =
            size == 2 && first == 0xC2 && static_cast<unsigned char>(text[at + 1]) < 0xA0;
        if (size == 0 || is_control || is_control_2 || turns_direction(text.substr(at, size))) {
            result += '?';
        } else {
            result += text.substr(at, size);
        }
        at += size == 0 ? 1 : size;
    }
    return result;
}

std::string xml_escaped(std::string_view text) {
    std::string result;
    for (const char c : printable(text)) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            case '\'':
                result += "&#39;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

}  // namespace railyard
