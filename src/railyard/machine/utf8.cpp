#include "railyard/machine/utf8.hpp"

#include <cstdint>

namespace railyard::machine {
namespace {

// Bytes of the character that begins the text; 0 when none does (RFC 3629: no surrogates, no longer form than
// needed, nothing above U+10FFFF).
std::size_t character_at(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
    };
    const std::uint32_t first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
    std::uint32_t code = first & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U) return 0;
        code = code << 6U | (byte(i) & 0x3fU);
    }
    const bool too_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    return too_long || surrogate || code > 0x10ffff ? 0 : length;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t length = character_at(text);
        if (length == 0) {
            result += '?';
            text.remove_prefix(1);
        } else {
            result += text.substr(0, length);
            text.remove_prefix(length);
        }
    }
    return result;
}

}  // namespace railyard::machine
